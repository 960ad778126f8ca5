/** Splits a delta into pieces of text. A delta is a string, or a list of message parts, some of which are not for users. */

import { partType } from '../grammar/content-parts.ts';
import { audienceOf } from '../model/json/audience.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';

export interface Piece {
  readonly text: string;
  /**
   * The reason why users do not see the text: it is a thought of the model, or other text such as a call, a reply or an unknown
   * part. False if users see it.
   */
  readonly hidden: false | 'thought' | 'other';
}

const MAX_PART_DEPTH = 8;
const thoughts = /think|reason/;

/** The pieces of a delta, in order; undefined if it is neither text nor parts. */
export function piecesOf(delta: unknown): readonly Piece[] | undefined {
  if (delta === undefined || delta === null) return [];
  if (typeof delta === 'string') return delta === '' ? [] : [{ text: delta, hidden: false }];
  if (!Array.isArray(delta)) return isObject(delta) && typeof delta.type === 'string' ? pieceOf(delta) : undefined;
  const pieces = delta.map((part) => (typeof part === 'string' ? piecesOf(part) : isObject(part) ? pieceOf(part) : []));
  return delta.every((part) => typeof part === 'string' || isObject(part))
    ? pieces.flatMap((some) => some ?? [])
    : undefined;
}

function pieceOf(part: Readonly<Record<string, unknown>>): readonly Piece[] {
  const fact = partType(part.type);
  const member = fact?.member ?? 'text';
  const text = getOwn(part, member);
  const isShown = (fact?.said === true || fact?.member !== undefined) && audienceOf(part) === 'visible';
  if (isShown && typeof text === 'string') return text === '' ? [] : [{ text, hidden: false }];
  const inside = textsIn(part, 0).join('');
  return inside === ''
    ? []
    : [{ text: inside, hidden: thoughts.test(typeof part.type === 'string' ? part.type : '') ? 'thought' : 'other' }];
}

/** Returns the strings in a hidden part, which are only used for debugging. */
function textsIn(value: unknown, depth: number): readonly string[] {
  if (depth > MAX_PART_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, depth + 1));
  if (!isObject(value)) return typeof value === 'string' && depth > 1 ? [value] : [];
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' ? (key === 'type' ? [] : [one]) : textsIn(one, depth + 1),
  );
}
