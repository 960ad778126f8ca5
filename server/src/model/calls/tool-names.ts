/** Names of tools, which calls and replies write in full or in part: `functions.f` and `f` are one tool. */
import { functionsNamespace } from '../../grammar/index.ts';

const prefix = `${functionsNamespace}.`;

/** The tool name without the namespace `functions`, which calls and replies may omit: equal bare names are one tool. */
export const bareName = (tool: string): string => (tool.startsWith(prefix) ? tool.slice(prefix.length) : tool);

/** The last part of a tool's name, which all spellings of the name share; empty if there is no tool. */
export const lastName = (tool: string | undefined): string => tool?.slice(tool.lastIndexOf('.') + 1) ?? '';

/** Whether a reply names the tool of a call: in full, or without leading namespaces. */
export const isOfTool = (reply: string, call: string): boolean =>
  bareName(reply) === bareName(call) || call.endsWith(`.${reply}`);

/** Whether two names may refer to one tool: they are equal, or one is the other without its namespace or its function. */
export function mayBeOneTool(one: string, other: string): boolean {
  const [short, long] = [bareName(one), bareName(other)].sort((a, b) => a.length - b.length) as [string, string];
  return short === long || long.startsWith(`${short}.`) || long.endsWith(`.${short}`);
}
