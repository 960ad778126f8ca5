/** Answers tool calls from models: checks the params, and runs a process. */
import type { CancellationToken } from 'vscode-languageserver';
import type { CallToolParams, ToolOutcome } from '../../../protocol/tools.ts';
import { pathOf } from '../files/addresses.ts';
import { wrongArguments } from '../mcp/arguments.ts';
import { callTool } from '../mcp/call.ts';
import { Roots } from '../mcp/roots.ts';
import { tools } from '../mcp/tools.ts';
import { getOwn } from '../syntax/get-own.ts';

const failure = (error: string): ToolOutcome => ({ result: { error }, isError: true });

/** Calls a tool. Never rejects, since an error becomes the result. `params`: unvalidated params from a client. */
export async function answerCall(
  params: Partial<CallToolParams> | null | undefined,
  token: CancellationToken | undefined,
): Promise<ToolOutcome> {
  const tool = getOwn(tools, params?.name);
  if (tool === undefined) return failure('There is no tool with that name.');
  const toolArguments = params?.arguments ?? {};
  const wrong = wrongArguments(tool, toolArguments);
  if (wrong !== undefined) return failure(wrong);
  const folders = Array.isArray(params?.folders) ? params.folders.map((uri) => pathOf(String(uri))) : [];
  const controller = new AbortController();
  token?.onCancellationRequested(() => controller.abort());
  try {
    const roots = await Roots.of(folders.filter((path) => path !== undefined));
    return await callTool(tool, toolArguments, roots, controller.signal);
  } catch {
    return failure('A workspace folder does not exist.');
  }
}
