/** The entry point of the language server. The transport is specified on the command line, with the arguments that language clients use. */
import { createConnection } from 'vscode-languageserver/node';
import { lenientInitialize } from './initialize.ts';
import { createLifecycle } from './lifecycle.ts';
import { serve } from './server.ts';

const transport = /^--(?:stdio|node-ipc|(?:socket|pipe)(?:=|$))/;

if (process.argv.slice(2).some((argument) => transport.test(argument))) {
  const lifecycle = createLifecycle(lenientInitialize);
  const connection = createConnection({ messageStrategy: lifecycle.strategy });
  lifecycle.on(connection);
  // Work that continues after an answer has been sent must not crash the server either.
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => connection.console.error(`${event}: ${(error as Error)?.stack ?? error}`));
  }
  serve(connection);
} else {
  process.stderr.write('usage: ocml-language-server --stdio | --node-ipc | --socket=PORT | --pipe=NAME\n');
  process.exitCode = 2;
}
