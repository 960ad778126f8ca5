/**
 * Determines the kind of the rows in a data set by the first rows. Rows are lists of messages, or objects with a field that contains a
 * list.
 */
import { listMembers, modelRole, type RowFacts } from '../../grammar/index.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import type { Conversations } from './shapes/conversation.ts';
import { conversationsOf } from './shapes.ts';

/** The kind of a row: `[]` for a list; for an object, the key of the conversation, or an empty string if there is none. */
export type RowKind = string;
const listKind: RowKind = '[]';

export const isListKind = (kind: RowKind): boolean => kind === listKind;

/** Returns the kind of a row; undefined if the value is neither a list nor an object. */
export function rowKindOf(root: JsonNode | undefined): RowKind | undefined {
  if (root?.kind === 'array') return listKind;
  if (root?.kind !== 'object') return undefined;
  return listMembers.find((key) => memberOf(root, key)?.value?.kind === 'array') ?? '';
}

/** The maximum number of rows that are examined. */
export const MAX_ROWS_TELLING = 6;

/**
 * Returns the most frequent kind among the first rows. If two kinds are equally frequent, the earlier one counts. Undefined without rows.
 */
export function usualKind(rows: Iterable<JsonNode | undefined>): RowKind | undefined {
  const counts = new Map<RowKind, number>();
  let rowCount = 0;
  for (const row of rows) {
    const kind = rowKindOf(row);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (++rowCount >= MAX_ROWS_TELLING) break;
  }
  let usual: RowKind | undefined;
  for (const [kind, count] of counts) if (count > (counts.get(usual ?? '\0') ?? 0)) usual = kind;
  return usual;
}

/** All facts so far. Equal facts are always the same object, so that a document can detect changes by comparing references. */
const knownFacts = new Map<string, RowFacts>();

/** Returns the facts about rows, judging by the first of them; undefined without rows. */
export function rowFacts(rows: Iterable<JsonNode | undefined>): RowFacts | undefined {
  const first: JsonNode[] = [];
  for (const row of rows) {
    if (row) first.push(row);
    if (first.length >= MAX_ROWS_TELLING) break;
  }
  const kind = usualKind(first);
  if (kind === undefined) return undefined;
  const asksOnly = first.length > 1 && first.every((row) => isQuestion(conversationsOf(row)));
  const key = `${asksOnly} ${kind}`;
  let facts = knownFacts.get(key);
  if (facts === undefined) knownFacts.set(key, (facts = { kind, asksOnly }));
  return facts;
}

/** Whether none of the conversations has a message from the model. */
export const isQuestion = (conversations: Conversations | undefined): boolean =>
  conversations !== undefined &&
  conversations.messages.length > 0 &&
  conversations.messages.every((message) => textOf(message, 'role') !== modelRole);

/** The usual key for a conversation, which all trainers know. In files that use it, a different key is a fault. */
const usualMember = 'messages';
const isArrayOfObjects = (list: JsonNode | undefined) => list?.kind === 'array' && list.items[0]?.kind === 'object';

/**
 * Returns the key of a row that was probably meant to be the usual key for conversations, if the row lacks that key. The returned key is
 * similar to the usual key, or is another key for conversations.
 */
export function nearMember(row: JsonNode, usual: RowKind): JsonString | undefined {
  if (row.kind !== 'object' || usual === '' || isListKind(usual) || memberOf(row, usual)) return undefined;
  const lists = row.members.filter(({ value }) => value?.kind === 'array');
  const near = lists.find(({ key }) => closest(key.value, [usual], 2) === usual);
  return (
    near ??
    lists.find(({ key, value }) => usual === usualMember && listMembers.includes(key.value) && isArrayOfObjects(value))
  )?.key;
}
