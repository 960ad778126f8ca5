/** Parses the JSON of an event, and limits its depth so that recursive functions can handle it. */

import { asChunk } from './served-chunk.ts';

/** The maximum nesting depth of lists and objects. */
export const MAX_EVENT_DEPTH = 500;

interface EventJson {
  readonly value: unknown;
  /** Whether values nested more deeply than the limit were replaced with `null`. */
  readonly isCut: boolean;
}

/** Parses the data of an event; undefined if it is not JSON. */
export function eventJson(text: string): EventJson | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isCut = text.length > MAX_EVENT_DEPTH && cut(value);
  return { value: asChunk(value), isCut };
}

/** Whether a value is nested more deeply than the limit. */
export const isTooDeep = (value: unknown): boolean => objectsAt(value, MAX_EVENT_DEPTH).some(holdsObject);

/** Replaces values that are nested too deeply with `null`; returns whether there were any. */
function cut(value: unknown): boolean {
  const deepest = objectsAt(value, MAX_EVENT_DEPTH).filter(holdsObject);
  // An assignment to `__proto__` would not replace the field.
  for (const one of deepest)
    for (const [key, inner] of Object.entries(one))
      if (isObjectOrList(inner)) Object.defineProperty(one, key, { value: null });
  return deepest.length > 0;
}

type ObjectOrList = Record<string, unknown>;

const isObjectOrList = (value: unknown): value is ObjectOrList => typeof value === 'object' && value !== null;
const holdsObject = (one: ObjectOrList): boolean => Object.values(one).some(isObjectOrList);

/** The objects and lists at a given depth of a value. */
function objectsAt(value: unknown, depth: number): ObjectOrList[] {
  let level = [value].filter(isObjectOrList);
  for (let at = 0; at < depth && level.length > 0; at++) {
    const next: ObjectOrList[] = [];
    for (const one of level) for (const inner of Object.values(one)) if (isObjectOrList(inner)) next.push(inner);
    level = next;
  }
  return level;
}
