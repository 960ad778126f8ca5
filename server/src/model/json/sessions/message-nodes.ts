/** Messages in the terms of chat APIs that are made of the members of records, with their places. */
import { modelRole, toolRole } from '../../../grammar/index.ts';
import type { JsonMember, JsonNode, JsonObject, JsonString } from '../../../syntax/json/nodes.ts';
import { dataOf, textOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { member, stringAt } from '../shapes/conversation.ts';

/** An object of some members; those without a value are left out. */
export function objectAt({ start, end }: Span, members: Readonly<Record<string, JsonNode | undefined>>): JsonObject {
  const given = Object.entries(members).flatMap(([key, value]): JsonMember[] =>
    value === undefined ? [] : [member(key, value, value)],
  );
  return { kind: 'object', start, end, members: given };
}

export const listAt = ({ start, end }: Span, items: JsonNode[]): JsonNode => ({ kind: 'array', start, end, items });

/** A message. `roleAt`: where its role is written, or whatever shows it. */
export const messageAt = (
  at: Span,
  roleAt: Span,
  role: string,
  members: Readonly<Record<string, JsonNode | undefined>>,
): JsonObject => objectAt(at, { role: stringAt(roleAt, role), ...members });

/** A part of the content that is a text of some type: `thinking` is what the model thinks. */
export const partAt = (type: 'text' | 'thinking', text: JsonNode): JsonObject =>
  objectAt(text, { type: stringAt(text, type), [type]: text });

/** A call as a block of the content, whose arguments are an object. */
export const callPart = (
  at: Span,
  call: {
    readonly id: JsonNode | undefined;
    readonly name: JsonNode | undefined;
    readonly input: JsonNode | undefined;
  },
): JsonObject => objectAt(at, { type: stringAt(at, 'tool_use'), id: call.id, name: call.name, input: call.input });

/** A call as chat APIs write it, whose arguments are a text. `type`: `custom` where they are not JSON. */
export const callAt = (
  at: Span,
  {
    id,
    name,
    text,
    type = 'function',
  }: {
    readonly id: JsonNode | undefined;
    readonly name: JsonNode | undefined;
    readonly text: JsonNode | undefined;
    readonly type?: 'function' | 'custom';
  },
): JsonObject => objectAt(at, { id, type: stringAt(at, type), function: objectAt(at, { name, arguments: text }) });

/** The reply of a tool; its call is named by `id`. */
export const replyAt = (at: Span, roleAt: Span, id: JsonNode | undefined, content: JsonNode | undefined): JsonObject =>
  messageAt(at, roleAt, toolRole, { tool_call_id: id, content: asResult(content) ?? stringAt(at, '') });

/** A message of the model: the parts of its content, and calls next to them. */
export const answerAt = (at: Span, roleAt: Span, parts: JsonNode[], calls: JsonNode[] = []): JsonObject =>
  messageAt(at, roleAt, modelRole, {
    content: listAt(at, parts),
    tool_calls: calls.length > 0 ? listAt(calls[0] as JsonNode, calls) : undefined,
  });

/** Any value as a text: a string as it is, others as JSON. */
export const asText = (node: JsonNode | undefined): JsonString | undefined =>
  node === undefined || node.kind === 'null'
    ? undefined
    : node.kind === 'string'
      ? node
      : stringAt(node, JSON.stringify(dataOf(node)) ?? '');

/** Content as chat APIs have it, a text or parts; anything else as its JSON. */
export const asContent = (node: JsonNode | undefined): JsonNode | undefined =>
  node?.kind === 'array' && node.items.every(({ kind }) => kind === 'object') ? node : asText(node);

/** The result of a tool: a text, parts with their types, or anything else as its JSON. */
const asResult = (node: JsonNode | undefined): JsonNode | undefined =>
  node?.kind === 'array' && node.items.every((part) => textOf(part, 'type') !== undefined) ? node : asText(node);

/** The elements of a list; none of anything else. */
export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] => (node?.kind === 'array' ? node.items : []);

/** Whether a text begins with one of some words, after white space, or with a tag that is nearly one of them. */
export function beginsWith(text: string | undefined, words: readonly string[]): boolean {
  const start = text?.slice(0, MAX_BEGINNING_LENGTH).trimStart() ?? '';
  if (words.some((word) => start.startsWith(word))) return true;
  const tag = /^<[\w-]{6,}>?/.exec(start)?.[0];
  return tag !== undefined && closest(tag, words, MAX_TAG_DISTANCE) !== undefined;
}

/** How much of a text is its beginning (UTF-16 units), and how many characters of a tag may differ. */
const MAX_BEGINNING_LENGTH = 200;
const MAX_TAG_DISTANCE = 2;
