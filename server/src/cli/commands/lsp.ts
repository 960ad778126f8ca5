/** `ocml lsp`: the language server, for editors that are told a command. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { attempt } from './one-file.ts';

const run = (args: readonly string[]) =>
  attempt('lsp', async () => {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean', default: false } as const;
    // Clients name the transport, and some themselves.
    const options = { stdio: flag, 'node-ipc': flag, socket: text, pipe: text, clientProcessId: text };
    const { values } = parseArgs({ args: [...args], options });
    const { stdio, socket, pipe } = values;
    if (!stdio && !values['node-ipc'] && socket === undefined && pipe === undefined) process.argv.push('--stdio');
    // What goes wrong in the server does not end it.
    process.removeAllListeners('uncaughtException');
    require(join(__dirname, 'server.js'));
    return 0;
  });

const usage = `Usage: ocml lsp [--stdio | --node-ipc | --socket=PORT | --pipe=NAME]

Starts the language server, which editors speak to: problems, completion, hovers, formatting and the rest. They start it by
themselves, with this command; standard input and output are the usual way.

Exit code: 0 when the editor ends it, 2 wrong usage.`;

export const lsp: Command = { usage, run };
