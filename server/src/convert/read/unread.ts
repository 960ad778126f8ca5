/** Finds fields that no reader uses. Each of them is noted, so that nothing is dropped silently. */
import { reasoningMembers } from '../../grammar/messages.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { Notes } from '../notes.ts';
import { isAccount } from './answer-accounts.ts';

/**
 * The content of a field that is read:
 * - a value of one of these kinds
 * - everything in the value
 * - the fields of an object, or a name instead of the object
 * - the fields of each item in a list
 */
type Expected =
  | readonly JsonNode['kind'][]
  | 'all'
  | { readonly members: Shape; readonly orName?: true }
  | { readonly items: Shape };
export type Shape = Readonly<Record<string, Expected>>;

const text: Expected = ['string'];
const called: Shape = { name: text, arguments: 'all' };
const call: Shape = {
  id: text,
  type: text,
  index: ['number'],
  name: text,
  arguments: 'all',
  function: { members: called, orName: true },
  custom: { members: { name: text, input: 'all' } },
};

/** The message fields of openai/harmony's library that chat APIs do not have. */
export const headerMembers = ['channel', 'recipient', 'to', 'content_type'] as const;

const texts = (names: readonly string[]): Shape => Object.fromEntries(names.map((name) => [name, text]));

/**
 * The fields of a message in a list for chat APIs. `itemShape` adds the fields of Responses API items, which are read as calls or replies.
 */
export const chatShape: Shape = {
  role: text,
  content: 'all',
  name: text,
  tool_call_id: text,
  type: text,
  ...texts([...reasoningMembers, 'refusal', ...headerMembers]),
  tool_calls: { items: call },
  tool_call: { items: call },
  function_call: { members: called },
};
export const itemShape: Shape = {
  ...chatShape,
  arguments: 'all',
  output: 'all',
  call_id: text,
  summary: ['array'],
  status: text,
};

/** The fields of content parts that are results or calls. */
export const resultPart: Shape = { type: text, tool_use_id: text, content: 'all' };
export const usePart: Shape = { type: text, id: text, name: text, input: 'all' };

export const projectionShape: Shape = {
  role: text,
  channel: text,
  intent: text,
  name: text,
  call_id: text,
  to: text,
  content_type: text,
  content: 'all',
  thinking: text,
  tool_call: { members: { id: text, recipient: text, content_type: text, arguments: 'all' } },
};

/** The message for a field that is not read. */
export const dropped = (key: string) =>
  `\`${key}\` is dropped: only a message's role, content, tool calls and call ids are converted.`;

/** The message for a field that a later field with the same name overrides. */
export const twice = (key: string) => `\`${key}\` occurs twice here; the last one counts.`;

/** Notes the fields of an object that are not in its shape. */
export function noteUnread(node: JsonNode, shape: Shape, notes: Notes): void {
  if (node.kind !== 'object') return;
  for (const member of node.members) {
    const { key, value } = member;
    if (value === undefined || isNothing(value) || isAccount(node, member)) continue;
    const expected = getOwn(shape, key.value);
    const span = { start: key.start, end: value.end };
    if (expected === undefined) notes.lose(span, dropped(key.value));
    else if (memberOf(node, key.value) !== member) notes.lose(span, twice(key.value));
    else noteWithin(value, expected, span, key.value, notes);
  }
}

function noteWithin(value: JsonNode, expected: Expected, span: Span, name: string, notes: Notes): void {
  if (expected === 'all') return;
  const isObject = value.kind === 'object';
  if ('members' in expected && isObject) noteUnread(value, expected.members, notes);
  else if ('items' in expected && (isObject || value.kind === 'array'))
    for (const item of isObject ? [value] : value.items) noteUnread(item, expected.items, notes);
  else if ('members' in expected && expected.orName && value.kind === 'string') return;
  else if (!('includes' in expected && expected.includes(value.kind)))
    notes.lose(span, `\`${name}\` has the wrong type, so it is dropped.`);
}

/** Whether a value is null or an empty string, list or object. */
export function isNothing(value: JsonNode): boolean {
  if (value.kind === 'array') return value.items.length === 0;
  if (value.kind === 'string') return value.value === '';
  return value.kind === 'null' || (value.kind === 'object' && value.members.length === 0);
}
