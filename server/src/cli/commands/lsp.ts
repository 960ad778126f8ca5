/** `ocml lsp`: the language server, for editors that start it by a command. */
import { join } from 'node:path';
import { table } from '../table/index.ts';
import { command } from './command.ts';

export const lsp = command(table.lsp, async (values) => {
  const { stdio, socket, pipe } = values;
  if (!stdio && !values['node-ipc'] && socket === undefined && pipe === undefined) process.argv.push('--stdio');
  // What goes wrong in the server does not end it.
  process.removeAllListeners('uncaughtException');
  require(join(__dirname, 'server.js'));
  return 0;
});
