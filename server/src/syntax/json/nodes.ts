/** The values that the reader of JSON returns, with their places, and the faults it finds. */
import { getOwn } from '../get-own.ts';
import type { Span } from '../span.ts';
import type { JsonFault } from './faults.ts';
import type { RowNames } from './row-names.ts';

export interface JsonString extends Span {
  readonly kind: 'string';
  readonly value: string;
  /** The value is written without escapes. */
  readonly exact: boolean;
}

/** A number, `true`, `false`, `null`; `broken`: anything else that is not an unquoted word. */
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
  /** Undefined where the document breaks off. */
  value: JsonNode | undefined;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: JsonMember[];
  end: number;
  /** The memo of the log reader about a record: a map of a million records would be too large. */
  memo?: unknown;
  /** The object as data, until all its members are requested: with positions, members take many times the memory. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Finds one member, if members are read one by one. */
  find?(key: string): JsonMember | undefined;
}

export type JsonNode = JsonString | JsonLiteral | JsonArray | JsonObject;

/** Replaces a span with a text. */
export interface JsonEdit extends Span {
  readonly text: string;
}

export interface JsonReading {
  readonly text: string;
  /** Undefined if there is no value. */
  readonly root: JsonNode | undefined;
  readonly faults: readonly JsonFault[];
  /**
   * Edits that fix the faults without changing the value, in order and without overlaps; for syntax errors, only if the fix
   * is clear.
   */
  readonly repairs: readonly JsonEdit[];
  /** Whether the repairs fix all faults. */
  readonly repairable: boolean;
  /** The range from the first fault to the end of the last, including unreported ones; undefined without faults. */
  readonly doubt: Span | undefined;
  /** The arrays and objects that are open at the end of the text, the outermost first. */
  readonly open: readonly JsonOpen[];
  /** Where the last unclosed string begins, or -1. */
  readonly unclosed: number;
  /** Where the last token begins, or -1. */
  readonly last: number;
  /** The names that were replaced by the usual ones, if any were. */
  readonly names?: RowNames | undefined;
}

/** An array or object that is open, and what it expects next. */
export interface JsonOpen {
  readonly node: JsonArray | JsonObject;
  readonly expects: 'key' | 'colon' | 'value' | 'comma';
}

/** The maximum number of faults that are reported; repairs cover all faults. */
export const MAX_FAULTS = 50;

/** The value of a member by its key; if there are several, the last one counts, as in `JSON.parse`. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  if (node?.kind !== 'object') return undefined;
  if (node.data !== undefined) return node.find?.(key);
  const { members } = node;
  // Called some twenty times per message in a data set, so it avoids closures.
  for (let i = members.length - 1; i >= 0; i--) {
    const member = members[i] as JsonMember;
    if (member.key.value === key) return member;
  }
  return undefined;
}

/** The value of a member that is a string. */
export function textOf(node: JsonNode | undefined, key: string): string | undefined {
  if (node?.kind === 'object' && node.data !== undefined) {
    const data = getOwn(node.data, key);
    return typeof data === 'string' ? data : undefined;
  }
  const value = memberOf(node, key)?.value;
  return value?.kind === 'string' ? value.value : undefined;
}

/** A value as plain data. The last of equal keys counts; very deep values are omitted. */
export function dataOf(node: JsonNode | undefined, depth = 100): unknown {
  if (node === undefined || depth === 0) return undefined;
  if (node.kind === 'array') return node.items.map((item) => dataOf(item, depth - 1));
  if (node.kind !== 'object') return node.value;
  return Object.fromEntries(node.members.map(({ key, value }) => [key.value, dataOf(value, depth - 1)]));
}

/** The index of the last element that begins at or before an offset, or 0; elements are in order. */
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

/** The last element that begins at or before an offset; if there is none, the first. */
export function lastAtMost<T>(all: readonly T[], value: number, startOf: (one: T) => number): T | undefined {
  return all[indexAtMost(all, value, startOf)];
}
