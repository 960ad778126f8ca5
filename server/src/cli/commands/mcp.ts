/** `ocml mcp`: provides tools to agents via the Model Context Protocol. */
import { Roots } from '../../mcp/roots.ts';
import { printAside } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

const waiting =
  'ocml mcp: this is a server for agents, which waits for an agent on standard input. Agents start it themselves; press Ctrl+C to stop it.';

export const mcp = command(table.mcp, async (_values, folders) => {
  const roots = await Roots.of(folders);
  if (process.stdin.isTTY) await printAside([waiting]);
  const { serve } = await import('../../mcp/server.ts');
  await serve(roots);
  return 0;
});
