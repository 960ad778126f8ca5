/** Finds the differences between two schemas in their normal form. */

import type { SchemaObject } from '../../model/tools/schema.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { append } from '../../syntax/lists.ts';
import { parts } from './resolved.ts';
import type { Path } from './tool.ts';

interface Difference {
  readonly path: Path;
  /** The predicate of a sentence whose subject is the value at the path. */
  readonly reason: string;
}

/** The maximum number of reported differences. */
const MAX_DIFFERENCES = 50;

/** The parts of a schema that are different when they are read back, in the order of the schema. */
export function differences(schemaObject: SchemaObject, read: SchemaObject): Difference[] {
  const all: Difference[] = [];
  const open: [SchemaObject, SchemaObject, Path][] = [[schemaObject, read, []]];
  for (let pair = open.pop(); pair !== undefined && all.length < MAX_DIFFERENCES; pair = open.pop()) {
    const [one, other, path] = pair;
    const inner: [SchemaObject, SchemaObject, Path][] = [];
    for (const keyword of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [a, b] = [getOwn(one, keyword), getOwn(other, keyword)];
      const at = [...path, keyword];
      const both = pairs(keyword, a, b, at);
      if (both) append(inner, both);
      else if (!sameData(a, b)) all.push({ path: a === undefined ? path : at, reason: reasonFor(keyword, a, b) });
    }
    append(open, inner.reverse());
  }
  return all;
}

/** The schemas in both values of a keyword, in pairs; undefined if the values differ in the number or the names of their schemas. */
function pairs(keyword: string, a: unknown, b: unknown, path: Path): [SchemaObject, SchemaObject, Path][] | undefined {
  if (!isObject(a) && !Array.isArray(a)) return undefined;
  if (parts.one.has(keyword) && isObject(a) && isObject(b)) return [[a, b, path]];
  if (parts.list.has(keyword) && Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.map((one, i) => [one, b[i], [...path, i]]);
  if (!parts.named.has(keyword) || !isObject(a) || !isObject(b)) return undefined;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length || !names.every((name) => Object.hasOwn(b, name))) return undefined;
  return names.map((name) => [getOwn(a, name) as SchemaObject, getOwn(b, name) as SchemaObject, [...path, name]]);
}

function reasonFor(keyword: string, original: unknown, read: unknown): string {
  if (read === undefined) return 'is lost';
  if (original === undefined) return `is read back with \`${keyword}\``;
  return `is read back as ${brief(read)}`;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

/** Whether two values of plain data are equal, regardless of the order of fields. */
function sameData(one: unknown, other: unknown): boolean {
  const open: [unknown, unknown][] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      open.push([getOwn(a as Record<string, unknown>, key), getOwn(b as Record<string, unknown>, key)]);
    }
  }
  return true;
}
