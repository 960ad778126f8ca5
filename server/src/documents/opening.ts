/** Checks of the beginning of a text: whether it may be JSON, and whether that JSON may be a conversation. */

import { isJsonFile, tellingKeys } from '../grammar/index.ts';

/** The length of the beginning of a text that is examined to see whether the text may be JSON (UTF-16 units). */
export const OPENING_LENGTH = 500;

/** Whether a text may be JSON. This fast check avoids loading the bundle for JSON for transcripts. */
export function mayBeJson(path: string, text: string): boolean {
  const beginning = text.slice(0, OPENING_LENGTH);
  return isJsonFile(path) || /^\uFEFF?\s*[[{]/.test(beginning) || beginsAsJson(beginning);
}

/**
 * Matches a bracket, then a key and a value, after at most one stray character. The quotes and the colon may be wrong. If a key without its
 * closing quote precedes a number or a word, no other quote indicates JSON. The value must then match, too.
 */
const memberFirst =
  /^[^\s<]?(?:(?=[[{"\s])[[{"\s]*["\w-]+\s*(?::\s*)?["[{]|[[{][[{"\s]*[\w-]+\s*:\s*(?:[-\d]|true|false|null))/;

/** The length of the text (in UTF-16 units) that `memberFirst` examines, so that the check is always fast. */
const MAX_OPENING = 100;

/** Whether a text begins like JSON, even if one of its first characters is wrong. */
export const beginsAsJson = (text: string): boolean => memberFirst.test(text.trimStart().slice(0, MAX_OPENING));

/** A key that identifies a conversation, in double, single or typographic quotes. */
export const tellingKey = new RegExp(`["'\u201c-\u201f](?:${tellingKeys.join('|')})["'\u201c-\u201f]\\s*:`);
