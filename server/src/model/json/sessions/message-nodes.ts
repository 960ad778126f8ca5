/** Builds messages in the format of chat APIs from the members of records, with their spans. */
import { modelRole, toolRole } from '../../../grammar/index.ts';
import type { JsonMember, JsonNode, JsonObject, JsonString } from '../../../syntax/json/nodes.ts';
import { dataOf, textOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { member, stringAt } from '../shapes/conversation.ts';

/** An object with some members; members without a value are omitted. */
export function objectAt({ start, end }: Span, members: Readonly<Record<string, JsonNode | undefined>>): JsonObject {
  const given = Object.entries(members).flatMap(([key, value]): JsonMember[] =>
    value === undefined ? [] : [member(key, value, value)],
  );
  return { kind: 'object', start, end, members: given };
}

export const listAt = ({ start, end }: Span, items: JsonNode[]): JsonNode => ({ kind: 'array', start, end, items });

/** A message. `roleAt`: the span of its role, or of whatever indicates it. */
export const messageAt = (
  at: Span,
  roleAt: Span,
  role: string,
  members: Readonly<Record<string, JsonNode | undefined>>,
): JsonObject => objectAt(at, { role: stringAt(roleAt, role), ...members });

/** A content part with a string: `thinking` is the model's reasoning. */
export const partAt = (type: 'text' | 'thinking', text: JsonNode): JsonObject =>
  objectAt(text, { type: stringAt(text, type), [type]: text });

/** A call as a content block, with its arguments as an object. */
export const callPart = (
  at: Span,
  call: {
    readonly id: JsonNode | undefined;
    readonly name: JsonNode | undefined;
    readonly input: JsonNode | undefined;
  },
): JsonObject => objectAt(at, { type: stringAt(at, 'tool_use'), id: call.id, name: call.name, input: call.input });

/** A call in the format of chat APIs, with its arguments as a string. `type`: `custom` if they are not JSON. */
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

/** The reply of a tool; `id` is the id of the call. */
export const replyAt = (at: Span, roleAt: Span, id: JsonNode | undefined, content: JsonNode | undefined): JsonObject =>
  messageAt(at, roleAt, toolRole, { tool_call_id: id, content: asResult(content) ?? stringAt(at, '') });

/** A message of the model: the parts of its content, and calls next to them. */
export const answerAt = (at: Span, roleAt: Span, parts: JsonNode[], calls: JsonNode[] = []): JsonObject =>
  messageAt(at, roleAt, modelRole, {
    content: listAt(at, parts),
    tool_calls: calls.length > 0 ? listAt(calls[0] as JsonNode, calls) : undefined,
  });

/** Any value as a string: strings as they are, other values as JSON. */
export const asText = (node: JsonNode | undefined): JsonString | undefined =>
  node === undefined || node.kind === 'null'
    ? undefined
    : node.kind === 'string'
      ? node
      : stringAt(node, JSON.stringify(dataOf(node)) ?? '');

/** Content for chat APIs, a string or parts; any other value as a string of JSON. */
export const asContent = (node: JsonNode | undefined): JsonNode | undefined =>
  node?.kind === 'array' && node.items.every(({ kind }) => kind === 'object') ? node : asText(node);

/** The result of a tool: a string, or parts with types; any other value as a string of JSON. */
const asResult = (node: JsonNode | undefined): JsonNode | undefined =>
  node?.kind === 'array' && node.items.every((part) => textOf(part, 'type') !== undefined) ? node : asText(node);

/** The elements of a list; no elements for any other value. */
export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] => (node?.kind === 'array' ? node.items : []);

/** Whether a text begins, after white space, with one of the words, or with a tag similar to one of them. */
export function beginsWith(text: string | undefined, words: readonly string[]): boolean {
  const start = text?.slice(0, MAX_BEGINNING_LENGTH).trimStart() ?? '';
  if (words.some((word) => start.startsWith(word))) return true;
  const tag = /^<[\w-]{6,}>?/.exec(start)?.[0];
  return tag !== undefined && closest(tag, words, MAX_TAG_DISTANCE) !== undefined;
}

/** How far into a text its beginning is searched for (UTF-16 units), and how many characters of a tag may differ. */
const MAX_BEGINNING_LENGTH = 200;
const MAX_TAG_DISTANCE = 2;
