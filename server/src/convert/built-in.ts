/**
 * Built-in tools in lists of messages. Chat APIs have only functions, so a call to `browser.search` is written as a call to a function of
 * this name. No API allows this name for a function. When the list is read back, the call therefore becomes a call to the built-in tool
 * again, on the channel for such calls.
 */

import { builtinNamespaceOf, callChannel, functionsNamespace, thoughtChannel } from '../grammar/index.ts';
import { isObject } from '../syntax/is-object.ts';
import { parseJson } from '../syntax/json/values.ts';
import { type ConversationMessage, calledTool, textOfPieces } from './conversation.ts';
import { callsOfReplies } from './pairs.ts';
import type { Tool } from './tools/index.ts';

const prefix = `${functionsNamespace}.`;

/** The recipient, channel and type with which a call is read back from a list. */
export interface CallReadBack {
  readonly to: string;
  readonly channel: string;
  readonly constraint: string | undefined;
}

/**
 * Returns the recipient, channel and type with which a call is read back from a list. `declared`: the functions that the list declares. A
 * call is read as one to a built-in tool only if it has the tool's name and no declared function has this name.
 */
export function callReadBack(call: ConversationMessage, declared: ReadonlySet<string>): CallReadBack {
  const tool = calledTool(call) as string;
  const name = bare(tool);
  const input = textOfPieces(call.pieces);
  const namespace = declared.has(name) ? undefined : builtinNamespaceOf(name);
  // A function may also be named `python`, but its arguments are an object, whereas the arguments of the built-in tool are code.
  const isBuiltin = namespace !== undefined && (name !== namespace || !isObjectText(input));
  if (!isBuiltin) return { to: prefix + name, channel: callChannel, constraint: 'json' };
  return { to: name, channel: thoughtChannel, constraint: isObjectText(input) ? 'json' : undefined };
}

const bare = (tool: string) => (tool.startsWith(prefix) ? tool.slice(prefix.length) : tool);

function isObjectText(text: string): boolean {
  const { value, error } = parseJson(text);
  return error === undefined && isObject(value);
}

/**
 * The names of the declared functions. A declared `browser.search` is not included: it belongs to the namespace of the built-in
 * tool.
 */
export const functionNames = (tools: readonly Tool[]): ReadonlySet<string> =>
  new Set(tools.flatMap(({ namespace, name }) => (namespace === functionsNamespace ? name : [])));

/** Gives calls to built-in tools, and their replies, the recipient and channel of these tools. */
export function withBuiltins(
  messages: readonly ConversationMessage[],
  tools: readonly Tool[],
): readonly ConversationMessage[] {
  const declared = functionNames(tools);
  const builtins = new Map<ConversationMessage, ConversationMessage>();
  for (const one of messages) {
    const tool = calledTool(one);
    if (tool === undefined || !tool.startsWith(prefix)) continue;
    const { to, channel, constraint } = callReadBack(one, declared);
    if (to === tool) continue;
    const attributes = new Map([...one.attributes, ['to', to] as const]);
    builtins.set(one, { ...one, attributes, channel, constraint: one.constraint && constraint });
  }
  if (builtins.size === 0) return messages;
  const calls = callsOfReplies(messages, 'order');
  return messages.map((one) => {
    const call = calls.get(one);
    const builtin = call && builtins.get(call);
    if (call === undefined || builtin === undefined) return builtins.get(one) ?? one;
    const isNamed = one.attributes.get('name') === calledTool(call);
    const name = calledTool(builtin) as string;
    const attributes = isNamed ? new Map([...one.attributes, ['name', name] as const]) : one.attributes;
    return { ...one, attributes, channel: builtin.channel };
  });
}
