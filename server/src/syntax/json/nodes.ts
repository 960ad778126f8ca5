/** The results of the JSON reader: values with their positions, and faults. */
import { getOwn } from '../get-own.ts';
import type { Span } from '../span.ts';
import type { JsonFault } from './faults.ts';
import type { RowNames } from './row-names.ts';

export interface JsonString extends Span {
  readonly kind: 'string';
  readonly value: string;
  /** Whether the string is written without escapes, so that its value equals its source. */
  readonly exact: boolean;
}

/** A number, `true`, `false` or `null`. `broken`: any other text in place of a value, unless it is read as a string without quotes. */
export interface JsonLiteral extends Span {
  readonly kind: 'number' | 'boolean' | 'null' | 'broken';
  readonly value: number | boolean | null;
}

export interface JsonArray extends Span {
  readonly kind: 'array';
  readonly items: JsonNode[];
  end: number;
}

export interface JsonMember {
  readonly key: JsonString;
  /** The value; undefined if the document breaks off before it. */
  value: JsonNode | undefined;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: JsonMember[];
  end: number;
  /** A value that the code that reads logs has cached. It is stored here because a map of a million records would be too large. */
  memo?: unknown;
  /** The object as plain data, until all its fields are requested. Fields with positions need many times the memory. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Returns one field, in objects whose fields are located one by one. */
  find?(key: string): JsonMember | undefined;
}

export type JsonNode = JsonString | JsonLiteral | JsonArray | JsonObject;

/** The replacement of a span by a text. */
export interface JsonEdit extends Span {
  readonly text: string;
}

export interface JsonReading {
  readonly text: string;
  /** The value; undefined if there is none. */
  readonly root: JsonNode | undefined;
  readonly faults: readonly JsonFault[];
  /**
   * The edits that correct the faults without changing the value, in order and without overlaps. Syntax errors have edits only if the
   * correction is clear.
   */
  readonly repairs: readonly JsonEdit[];
  /** Whether the repairs correct all faults. */
  readonly repairable: boolean;
  /** The range from the first fault to the end of the last one, including faults that are not reported; undefined if there are none. */
  readonly doubt: Span | undefined;
  /** The arrays and objects that are not closed at the end of the text, the outermost first. */
  readonly open: readonly JsonOpen[];
  /** The offset at which the last unclosed string begins, or -1. */
  readonly unclosed: number;
  /** The field and role names of the data set, if they were replaced by the usual ones. */
  readonly last: number;
  /** The names of the data set, if they were replaced by the usual ones. */
  readonly names?: RowNames | undefined;
}

/** An array or object that is not closed, and the kind of token that it expects next. */
export interface JsonOpen {
  readonly node: JsonArray | JsonObject;
  readonly expects: 'key' | 'colon' | 'value' | 'comma';
}

/** The maximum number of reported faults. Repairs cover all faults. */
export const MAX_FAULTS = 50;

/** Returns the field with a key. If there are several, the last one counts, as in `JSON.parse`. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  if (node?.kind !== 'object') return undefined;
  if (node.data !== undefined) return node.find?.(key);
  const { members } = node;
  // This runs about twenty times for each message of a data set, so it avoids closures.
  for (let i = members.length - 1; i >= 0; i--) {
    const member = members[i] as JsonMember;
    if (member.key.value === key) return member;
  }
  return undefined;
}

/** Returns the value of a key if it is a string. */
export function textOf(node: JsonNode | undefined, key: string): string | undefined {
  if (node?.kind === 'object' && node.data !== undefined) {
    const data = getOwn(node.data, key);
    return typeof data === 'string' ? data : undefined;
  }
  const value = memberOf(node, key)?.value;
  return value?.kind === 'string' ? value.value : undefined;
}

/** Returns a value as plain data. If keys are equal, the last one counts. Values nested deeper than `depth` are omitted. */
export function dataOf(node: JsonNode | undefined, depth = 100): unknown {
  if (node === undefined || depth === 0) return undefined;
  if (node.kind === 'array') return node.items.map((item) => dataOf(item, depth - 1));
  if (node.kind !== 'object') return node.value;
  return Object.fromEntries(node.members.map(({ key, value }) => [key.value, dataOf(value, depth - 1)]));
}

/** The index of the last element that begins at or before an offset, or 0 if there is none. The elements must be in order. */
export function indexAtMost<T>(all: ArrayLike<T>, value: number, startOf: (one: T) => number): number {
  let low = 0;
  let high = all.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(all[middle] as T) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The last element that begins at or before an offset. If there is none, the first element. */
export function lastAtMost<T>(all: readonly T[], value: number, startOf: (one: T) => number): T | undefined {
  return all[indexAtMost(all, value, startOf)];
}
