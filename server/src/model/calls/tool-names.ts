/** Compares names of tools. Calls and replies may omit the namespace, so that `functions.f` and `f` are the same tool. */
import { functionsNamespace } from '../../grammar/index.ts';

const prefix = `${functionsNamespace}.`;

/**
 * Returns the name of a tool without the namespace `functions`, which calls and replies may omit. Equal bare names refer to the same tool.
 */
export const bareName = (tool: string): string => (tool.startsWith(prefix) ? tool.slice(prefix.length) : tool);

/** Returns the last part of a tool's name, which is the same in all spellings of the name; empty if there is no tool. */
export const lastName = (tool: string | undefined): string => tool?.slice(tool.lastIndexOf('.') + 1) ?? '';

/** Whether a reply names the tool of a call, in full or without leading namespaces. */
export const isOfTool = (reply: string, call: string): boolean =>
  bareName(reply) === bareName(call) || call.endsWith(`.${reply}`);

/**
 * Whether two names may refer to the same tool, because they are equal, or because one of them is the beginning or the end of the
 * other, up to a dot.
 */
export function mayBeOneTool(one: string, other: string): boolean {
  const [short, long] = [bareName(one), bareName(other)].sort((a, b) => a.length - b.length) as [string, string];
  return short === long || long.startsWith(`${short}.`) || long.endsWith(`.${short}`);
}
