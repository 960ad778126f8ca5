/** `ocml lsp`: runs the language server, for editors that start it with a command. */
import { join } from 'node:path';
import { printAside } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

const waiting =
  'ocml lsp: this is a language server, which waits for an editor on standard input. Editors start it themselves; press Ctrl+C to stop it.';

export const lsp = command(table.lsp, async (values) => {
  const { stdio, socket, pipe } = values;
  if (!stdio && !values['node-ipc'] && socket === undefined && pipe === undefined) process.argv.push('--stdio');
  if (process.argv.includes('--stdio') && process.stdin.isTTY) await printAside([waiting]);
  // This removes the error handler of the command line, because an error must not end the server.
  process.removeAllListeners('uncaughtException');
  require(join(__dirname, 'server.js'));
  return 0;
});
