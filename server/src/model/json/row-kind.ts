/** What the rows of a data set are, told by the first of them: lists of messages, or objects with a member that holds a list. */
import { listMembers } from '../../grammar/index.ts';
import { type JsonNode, type JsonString, memberOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';

/** `[]` for lists; for objects, the member that holds the conversation, or an empty string if none does. */
export type RowKind = string;
const listKind: RowKind = '[]';

export const isListKind = (kind: RowKind): boolean => kind === listKind;

/** Undefined for a value that is neither. */
export function rowKindOf(root: JsonNode | undefined): RowKind | undefined {
  if (root?.kind === 'array') return listKind;
  if (root?.kind !== 'object') return undefined;
  return listMembers.find((key) => memberOf(root, key)?.value?.kind === 'array') ?? '';
}

/** How many rows are looked at. */
export const MAX_ROWS_TELLING = 6;

/** The kind that most of the first rows have, the first of them if there are as many of another; undefined without any. */
export function usualKind(rows: Iterable<JsonNode | undefined>): RowKind | undefined {
  const counts = new Map<RowKind, number>();
  let seen = 0;
  for (const row of rows) {
    const kind = rowKindOf(row);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (++seen >= MAX_ROWS_TELLING) break;
  }
  let usual: RowKind | undefined;
  for (const [kind, count] of counts) if (count > (counts.get(usual ?? '\0') ?? 0)) usual = kind;
  return usual;
}

/** The key of a row that is close to the member in which the others have their conversation, and that this row lacks. */
export function nearMember(row: JsonNode, usual: RowKind): JsonString | undefined {
  if (row.kind !== 'object' || usual === '' || isListKind(usual) || memberOf(row, usual)) return undefined;
  return row.members.find(({ key, value }) => value?.kind === 'array' && closest(key.value, [usual], 2) === usual)?.key;
}
