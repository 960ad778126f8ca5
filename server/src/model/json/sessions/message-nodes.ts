/** Creates messages in the format of chat APIs from fields of records, with the spans of these fields. */
import { modelRole, toolRole } from '../../../grammar/index.ts';
import type { JsonMember, JsonNode, JsonObject, JsonString } from '../../../syntax/json/nodes.ts';
import { dataOf, textOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { member, stringAt } from '../shapes/conversation.ts';

/** Creates an object. Fields without a value are omitted. */
export function objectAt({ start, end }: Span, members: Readonly<Record<string, JsonNode | undefined>>): JsonObject {
  const jsonMembers = Object.entries(members).flatMap(([key, value]): JsonMember[] =>
    value === undefined ? [] : [member(key, value, value)],
  );
  return { kind: 'object', start, end, members: jsonMembers };
}

export const listAt = ({ start, end }: Span, items: JsonNode[]): JsonNode => ({ kind: 'array', start, end, items });

/** Creates a message. `roleAt`: the span of its role, or of the text that shows the role. */
export const messageAt = (
  at: Span,
  roleAt: Span,
  role: string,
  members: Readonly<Record<string, JsonNode | undefined>>,
): JsonObject => objectAt(at, { role: stringAt(roleAt, role), ...members });

/** Creates a content part with a string. `thinking`: the string is reasoning. */
export const partAt = (type: 'text' | 'thinking', text: JsonNode): JsonObject =>
  objectAt(text, { type: stringAt(text, type), [type]: text });

/** Creates a call as a content block, whose arguments are an object. */
export const callPart = (
  at: Span,
  call: {
    readonly id: JsonNode | undefined;
    readonly name: JsonNode | undefined;
    readonly input: JsonNode | undefined;
  },
): JsonObject => objectAt(at, { type: stringAt(at, 'tool_use'), id: call.id, name: call.name, input: call.input });

/** Creates a call in the format of chat APIs, whose arguments are a string. `type`: `custom` if the string is not JSON. */
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

/** Creates the reply from a tool. `id`: the id of the call. */
export const replyAt = (at: Span, roleAt: Span, id: JsonNode | undefined, content: JsonNode | undefined): JsonObject =>
  messageAt(at, roleAt, toolRole, { tool_call_id: id, content: asResult(content) ?? stringAt(at, '') });

/** Creates a message from the model. `parts`: its content; `calls`: the calls next to the content. */
export const answerAt = (at: Span, roleAt: Span, parts: JsonNode[], calls: JsonNode[] = []): JsonObject =>
  messageAt(at, roleAt, modelRole, {
    content: listAt(at, parts),
    tool_calls: calls.length > 0 ? listAt(calls[0] as JsonNode, calls) : undefined,
  });

/** Converts a value to a string. A string remains as it is; any other value is written as JSON. */
export const asText = (node: JsonNode | undefined): JsonString | undefined =>
  node === undefined || node.kind === 'null'
    ? undefined
    : node.kind === 'string'
      ? node
      : stringAt(node, JSON.stringify(dataOf(node)) ?? '');

/** Converts a value to the content of a message. A string or a list of parts remains as it is; any other value becomes a string of JSON. */
export const asContent = (node: JsonNode | undefined): JsonNode | undefined =>
  node?.kind === 'array' && node.items.every(({ kind }) => kind === 'object') ? node : asText(node);

/**
 * Converts the result of a tool to content. A string or a list of parts with types remains as it is; any other value becomes a
 * string of JSON.
 */
const asResult = (node: JsonNode | undefined): JsonNode | undefined =>
  node?.kind === 'array' && node.items.every((part) => textOf(part, 'type') !== undefined) ? node : asText(node);

/** Returns the elements of a list; none if the value is not a list. */
export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] => (node?.kind === 'array' ? node.items : []);

/** Whether a text begins with one of the given words, or with a tag that resembles one of them. White space before it is ignored. */
export function beginsWith(text: string | undefined, words: readonly string[]): boolean {
  const start = text?.slice(0, MAX_BEGINNING_LENGTH).trimStart() ?? '';
  if (words.some((word) => start.startsWith(word))) return true;
  const tag = /^<[\w-]{6,}>?/.exec(start)?.[0];
  return tag !== undefined && closest(tag, words, MAX_TAG_DISTANCE) !== undefined;
}

/** The length of the beginning of a text that is compared (UTF-16 units), and the maximum number of differing characters in a tag. */
const MAX_BEGINNING_LENGTH = 200;
const MAX_TAG_DISTANCE = 2;
