/** A call of a chat API in the terms of text, so that it is judged as any call is. */

import { functionsNamespace, modelRole, type ProfileFact } from '../../grammar/index.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import type { Message } from '../message.ts';
import type { ApiPlaces, MessageOrigin } from '../message-origin.ts';
import { asMessage } from './as-message.ts';
import { type ApiCall, isCustom } from './tool-calls.ts';

const words = {
  to: '`name`',
  callId: '`id`',
  name: '`name` to its `function`',
  functions: '`tools`',
  sending: '`tool_calls`',
  unsend: 'remove the call',
};

/** The words for a call that is not an object with a `function`. */
const flat = { ...words, name: '`name`' };

/** A function as text calls it. */
export const asFunction = (name: string): string => `${functionsNamespace}.${name}`;

/** The name of a function as text calls it. */
export const nameOf = (tool: string): string => tool.slice(functionsNamespace.length + 1);

/**
 * A call of a message as a message whose content is the arguments. `text`: in which it has its places; `profile`: what the list
 * is for; `more`: what else is known of it.
 */
export function calling(
  call: ApiCall,
  message: JsonNode,
  text: string,
  profile: ProfileFact,
  more?: Pick<MessageOrigin, 'waiting'>,
): Message {
  const { node, id, name = '' } = call;
  const isItem = textOf(message, 'type') === 'function_call';
  const isOfFunction = !isCustom(node);
  const { content, at } = argumentsIn(call, text);
  return asMessage(
    {
      start: node.start,
      end: node.end,
      role: modelRole,
      roleSpan: node,
      content,
      open: false,
      verbatim: true,
      to: isOfFunction ? asFunction(name) : `custom.${name}`,
      spans: { to: placeOfName(node) },
      callId: id?.value,
    },
    {
      ...more,
      words: isItem ? { ...flat, callId: '`call_id`' } : call.content || !call.asText ? flat : words,
      sending: node,
      // Calls of other kinds name their tool elsewhere.
      namesTool: name !== '' || !isOfFunction,
      api: {
        name,
        given: call.name === undefined || content.trim() === '' ? undefined : call.arguments,
        lacking: isOfFunction ? lacking(call, profile) : undefined,
        trained: call.content !== undefined,
        filled: call.asText && !call.content && call.arguments?.kind === 'object',
        unquoted: profile.argumentsAsText && call.asText && !call.content && call.arguments?.kind === 'object',
        ...inMessage(call, message, profile, isItem),
      },
      body: (from, to) => placeIn(at, text, Math.min(from, content.length - 1), Math.min(to, content.length)),
    },
  );
}

const placeOfName = (node: JsonNode) => memberOf(memberOf(node, 'function')?.value ?? node, 'name')?.value;

/** The arguments and their place. Some calls write nothing at all, or null. */
function argumentsIn({ node, arguments: given, asText }: ApiCall, text: string) {
  if (given === undefined || given.kind === 'null' || given.kind === 'broken') return { content: '', at: node.start };
  if (given.kind === 'string' && asText) return { content: given.value, at: given };
  return { content: text.slice(given.start, given.end), at: given.start };
}

/**
 * Arguments that a call does not have: templates do without, and APIs refuse it, an empty string in any case. What
 * trains on the content that is a call looks for them, too.
 */
function lacking({ node, name, arguments: given, asText, content }: ApiCall, { argumentsAsText }: ProfileFact) {
  if (!asText || name === undefined) return undefined;
  if (given?.kind === 'string') return given.value.trim() === '' ? given : undefined;
  if (!argumentsAsText && content === undefined) return undefined;
  return given === undefined ? placeOfName(node) : given.kind === 'null' ? given : undefined;
}

function inMessage(
  { node, name = '', asText, content }: ApiCall,
  message: JsonNode,
  { argumentsAsText, needsIds }: ProfileFact,
  isItem: boolean,
): Pick<ApiPlaces, 'needsId' | 'bareName'> {
  // The older calls have no id.
  if (content || node === memberOf(message, 'function_call')?.value) return { needsId: false, bareName: undefined };
  // Templates take a call without an object for its function, too.
  const looksInside = argumentsAsText && asText && !isItem && name !== '';
  const bareName = looksInside && !memberOf(node, 'function') ? memberOf(node, 'name')?.key : undefined;
  return { needsId: needsIds, bareName };
}

/** A part of a string, or of what begins at an offset. */
function placeIn(given: JsonString | number, text: string, from: number, to: number) {
  return typeof given === 'number'
    ? { start: given + from, end: given + to }
    : { start: sourceOffset(text, given, from), end: sourceOffset(text, given, to) };
}
