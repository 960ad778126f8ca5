/** Names of tools, which calls and replies write in full or in part: `functions.f` is `f`, too. */
import { functionsNamespace } from '../../grammar/index.ts';

const prefix = `${functionsNamespace}.`;

/** The name without the namespace of functions, which calls and replies may lack: equal ones are one tool. */
export const bareName = (tool: string): string => (tool.startsWith(prefix) ? tool.slice(prefix.length) : tool);

/** The last part of a tool's name, which all its names share; empty if there is none. */
export const lastName = (tool: string | undefined): string => tool?.slice(tool.lastIndexOf('.') + 1) ?? '';

/** Whether a reply names the tool of a call: in full, or without namespaces before it. */
export const isOfTool = (reply: string, call: string): boolean =>
  bareName(reply) === bareName(call) || call.endsWith(`.${reply}`);

/** Whether two names may be of one tool: equal, or one is the other without a namespace or without a function. */
export function mayBeOneTool(one: string, other: string): boolean {
  const [short, long] = [bareName(one), bareName(other)].sort((a, b) => a.length - b.length) as [string, string];
  return short === long || long.startsWith(`${short}.`) || long.endsWith(`.${short}`);
}
