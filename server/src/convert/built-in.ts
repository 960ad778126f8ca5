/**
 * Built-in tools in lists of messages. Chat APIs know only functions, so a call of `browser.search` is written under that name, which
 * no function of an API can have: read back, it is the built-in tool again, on the channel of such calls.
 */

import { builtinNamespaceOf, callChannel, functionsNamespace, thoughtChannel } from '../grammar/index.ts';
import { isObject } from '../syntax/is-object.ts';
import { parseJson } from '../syntax/json/values.ts';
import { type ConversationMessage, calledTool, textOfPieces } from './conversation.ts';
import { callsOfReplies } from './pairs.ts';
import type { Tool } from './tools/index.ts';

const prefix = `${functionsNamespace}.`;

/** How a list says a call: to whom, where, and of which type it is read back. */
export interface CallReadBack {
  readonly to: string;
  readonly channel: string;
  readonly constraint: string | undefined;
}

/** How a list with these declared functions says a call. Every tool is a function there, except for built-in ones that none is called like. */
export function callReadBack(call: ConversationMessage, declared: ReadonlySet<string>): CallReadBack {
  const tool = calledTool(call) as string;
  const name = bare(tool);
  const input = textOfPieces(call.pieces);
  const namespace = declared.has(name) ? undefined : builtinNamespaceOf(name);
  // A function may be called `python`, and then takes an object; the built-in tool takes code.
  const isBuiltin = namespace !== undefined && (name !== namespace || !isObjectText(input));
  if (!isBuiltin) return { to: prefix + name, channel: callChannel, constraint: 'json' };
  return { to: name, channel: thoughtChannel, constraint: isObjectText(input) ? 'json' : undefined };
}

const bare = (tool: string) => (tool.startsWith(prefix) ? tool.slice(prefix.length) : tool);

function isObjectText(text: string): boolean {
  const { value, error } = parseJson(text);
  return error === undefined && isObject(value);
}

/** The names of declared functions; a declared `browser.search` is in the namespace of the built-in tool. */
export const functionNames = (tools: readonly Tool[]): ReadonlySet<string> =>
  new Set(tools.flatMap(({ namespace, name }) => (namespace === functionsNamespace ? name : [])));

/** Gives calls of built-in tools, and their replies, the recipient and the channel of these. */
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
