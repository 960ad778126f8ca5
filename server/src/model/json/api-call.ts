/** Converts calls of chat APIs to the form of messages in text, so that the same rules apply. */

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

/** The field names of a call without a `function` object, as used in diagnostics. */
const flat = { ...words, name: '`name`' };

/** Returns the recipient that stands for a function in text. */
export const asFunction = (name: string): string => `${functionsNamespace}.${name}`;

/** Returns the name of the function that a recipient in text stands for. */
export const nameOf = (tool: string): string => tool.slice(functionsNamespace.length + 1);

/**
 * Converts a call to a message whose content is the arguments. `text`: the text of the unit, to which offsets refer; `profile`:
 * the profile of the list; `more`: additional facts about the call.
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
      // Calls that are not function calls have the name of the tool in another field.
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

/** The arguments of a call, and where they are. The arguments may be missing or null. */
function argumentsIn({ node, arguments: args, asText }: ApiCall, text: string) {
  if (args === undefined || args.kind === 'null' || args.kind === 'broken') return { content: '', at: node.start };
  if (args.kind === 'string' && asText) return { content: args.value, at: args };
  return { content: text.slice(args.start, args.end), at: args.start };
}

/**
 * Returns the span to report if a call has no arguments. APIs reject such a call, but templates accept it. An empty string is
 * always reported. Calls in the content need arguments, too, since models are trained on them.
 */
function lacking({ node, name, arguments: args, asText, content }: ApiCall, { argumentsAsText }: ProfileFact) {
  if (!asText || name === undefined) return undefined;
  if (args?.kind === 'string') return args.value.trim() === '' ? args : undefined;
  if (!argumentsAsText && content === undefined) return undefined;
  return args === undefined ? placeOfName(node) : args.kind === 'null' ? args : undefined;
}

function inMessage(
  { node, name = '', asText, content }: ApiCall,
  message: JsonNode,
  { argumentsAsText, needsIds }: ProfileFact,
  isItem: boolean,
): Pick<ApiPlaces, 'needsId' | 'bareName'> {
  // Calls in the older format (`function_call`) have no id.
  if (content || node === memberOf(message, 'function_call')?.value) return { needsId: false, bareName: undefined };
  // Chat templates also accept calls without a `function` object.
  const looksInside = argumentsAsText && asText && !isItem && name !== '';
  const bareName = looksInside && !memberOf(node, 'function') ? memberOf(node, 'name')?.key : undefined;
  return { needsId: needsIds, bareName };
}

/** Converts a range of the arguments to a span. The arguments are a string in the document, or text at an offset. */
function placeIn(origin: JsonString | number, text: string, from: number, to: number) {
  return typeof origin === 'number'
    ? { start: origin + from, end: origin + to }
    : { start: sourceOffset(text, origin, from), end: sourceOffset(text, origin, to) };
}
