/** `ocml/callTool`: the tools of `ocml mcp` for the models of an editor. What runs them is loaded with the first call. */
import type { Connection } from 'vscode-languageserver';
import type { ToolOutcome } from '../../../protocol/tools.ts';
import { serveRequest } from './serve-request.ts';

const failure = (error: string): ToolOutcome => ({ result: { error }, isError: true });

export function serveTools(connection: Connection): void {
  serveRequest(connection, 'ocml/callTool', async (params, token) => {
    const [{ callTool }, { tools }, { Roots }, { wrongArguments }, { pathOf }, { getOwn }] = await Promise.all([
      import('../mcp/call.ts'),
      import('../mcp/tools.ts'),
      import('../mcp/roots.ts'),
      import('../mcp/arguments.ts'),
      import('../files/addresses.ts'),
      import('../syntax/get-own.ts'),
    ]);
    const tool = getOwn(tools, params?.name);
    if (tool === undefined) return failure('There is no tool of that name.');
    const given = params?.arguments ?? {};
    const wrong = wrongArguments(tool, given);
    if (wrong !== undefined) return failure(wrong);
    const folders = Array.isArray(params?.folders) ? params.folders.map((uri) => pathOf(String(uri))) : [];
    const controller = new AbortController();
    token?.onCancellationRequested(() => controller.abort());
    const roots = await Roots.of(folders.filter((path) => path !== undefined));
    return callTool(tool, given, roots, controller.signal);
  });
}
