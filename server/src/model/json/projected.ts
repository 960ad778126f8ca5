/** Converts the messages of the JSON projection to messages as in text transcripts, so that the same rules and views apply. */
import { channels, roles } from '../../grammar/index.ts';
import { type JsonNode, type JsonObject, type JsonReading, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import { type HeaderFault, isToolRole } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import type { Message } from '../message.ts';
import { type MessageOrigin, nowhere } from '../message-origin.ts';
import { asMessage } from './as-message.ts';
import { projectedMessage } from './projected-message.ts';
import { isListOfLists, listsOf, objectsOf } from './projection.ts';

/** A message of the projection, with the object that contains it. */
export interface Projected {
  readonly node: JsonObject;
  readonly message: Message;
}

const cache = new WeakMap<JsonReading, readonly Projected[]>();

/** Returns the messages of each conversation in a document. */
export function projectedListsOf(reading: JsonReading): readonly (readonly Projected[])[] {
  const all = projectedOf(reading);
  const { root } = reading;
  if (root === undefined || !isListOfLists(root)) return [all];
  // Both the messages and the objects in the lists are in document order.
  let at = 0;
  return listsOf(root).map((list) => {
    const from = at;
    for (const node of list) if (node === all[at]?.node) at++;
    return all.slice(from, at);
  });
}

export function projectedOf(reading: JsonReading): readonly Projected[] {
  let all = cache.get(reading);
  if (all === undefined) {
    all = objectsOf(reading).objects.flatMap((node) => (node.kind === 'object' ? [read(node, reading.text)] : []));
    cache.set(reading, all);
  }
  return all;
}

function read(node: JsonObject, text: string): Projected {
  return { node, message: asMessage(projectedMessage(node), placed(node, text)) };
}

function placed(node: JsonObject, text: string): MessageOrigin {
  const call = memberOf(node, 'tool_call')?.value;
  const isCall = call?.kind === 'object';
  const contentNode = (isCall ? memberOf(call, 'arguments') : memberOf(node, 'content'))?.value;
  return {
    words: {
      to: '`recipient`',
      callId: isCall ? '`id`' : '`call_id`',
      name: '`name`',
      functions: '`namespace functions`',
      sending: '`tool_call`',
      unsend: 'remove `tool_call`',
    },
    sending: isCall ? call : undefined,
    namesTool: isCall && (textOf(call, 'recipient') ?? '') !== '',
    unknown: [
      ...unknownIn(node, 'role', 'role', roleNames).filter(({ text }) => !isToolRole(text)),
      ...unknownIn(node, 'channel', 'channel-unknown', channelNames),
    ],
    body(from, to) {
      if (contentNode?.kind !== 'string') return noArguments(call) ?? nowhere;
      if (contentNode.value === '') return contentNode;
      return { start: sourceOffset(text, contentNode, from), end: sourceOffset(text, contentNode, to) };
    },
  };
}

const roleNames = roles.map(({ name }) => name);
const channelNames = channels.map(({ name }) => name);

/** The fault of a field whose value is unknown; empty if the field is missing or its value is known. */
function unknownIn(
  node: JsonObject,
  key: string,
  rule: HeaderFault['rule'],
  names: readonly string[],
): readonly HeaderFault[] {
  const value = memberOf(node, key)?.value;
  if (value?.kind !== 'string' || names.includes(value.value)) return [];
  const { start, end, value: text } = value;
  return [{ rule, start, end, text, suggestion: closest(text, names) }];
}

/** The span to report for a call without arguments: `null`, or the field that declares their type, or the call. */
function noArguments(call: JsonNode | undefined): Span | undefined {
  const member = memberOf(call, 'arguments');
  if (call?.kind !== 'object' || (member && member.value?.kind !== 'null')) return undefined;
  return member?.value ?? memberOf(call, 'content_type')?.value ?? call;
}

/** Whether a header can contain a word. White space would end the word, and a token would be parsed as a token. */
export const isHeaderWord = (word: string): boolean => !/\s|<\|/.test(word);

/** Returns a message without its body, so that many can be kept in memory. */
export function withoutBody({ node }: Projected): Message {
  return asMessage({ ...projectedMessage(node), content: '' });
}

/** Whether a message is a reply or a complete call; undefined for any other message, such as a call without a recipient. */
export function partIn({ node, message }: Projected): 'call' | 'reply' | undefined {
  if (message.kind === 'reply') return 'reply';
  const call = memberOf(node, 'tool_call')?.value;
  return message.kind === 'call' && memberOf(call, 'recipient')?.value?.kind === 'string' ? 'call' : undefined;
}
