/** The JSON of an event, only as deep as functions that call themselves can follow it. */

import { asChunk } from './served-chunk.ts';

/** The deepest nesting of lists and objects that is read. */
export const MAX_EVENT_DEPTH = 500;

interface EventJson {
  readonly value: unknown;
  /** Whether more deeply nested values are left out: `null` stands for them. */
  readonly isCut: boolean;
}

/** Reads the data of an event; undefined if it is not JSON. */
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

/** Whether a value is nested more deeply than an event is read. */
export const isTooDeep = (value: unknown): boolean => objectsAt(value, MAX_EVENT_DEPTH).some(holdsObject);

/** Leaves out what is too deep, and gives whether something is. */
function cut(value: unknown): boolean {
  const deepest = objectsAt(value, MAX_EVENT_DEPTH).filter(holdsObject);
  // An assignment to `__proto__` would leave the member as it is.
  for (const one of deepest)
    for (const [key, inner] of Object.entries(one))
      if (isObjectOrList(inner)) Object.defineProperty(one, key, { value: null });
  return deepest.length > 0;
}

type ObjectOrList = Record<string, unknown>;

const isObjectOrList = (value: unknown): value is ObjectOrList => typeof value === 'object' && value !== null;
const holdsObject = (one: ObjectOrList): boolean => Object.values(one).some(isObjectOrList);

/** The objects and lists in a value that are in as many others. */
function objectsAt(value: unknown, depth: number): ObjectOrList[] {
  let level = [value].filter(isObjectOrList);
  for (let at = 0; at < depth && level.length > 0; at++) {
    const next: ObjectOrList[] = [];
    for (const one of level) for (const inner of Object.values(one)) if (isObjectOrList(inner)) next.push(inner);
    level = next;
  }
  return level;
}
