/** The evidence at the beginning of a text: whether it may be JSON, and whether that may be a conversation. */

import { isJsonFile, tellingKeys } from '../grammar/index.ts';

/** How much of a text is examined to see whether it may be JSON (UTF-16 units). */
export const OPENING_LENGTH = 500;

/** A fast check so that the bundle for JSON is not loaded for transcripts. */
export function mayBeJson(path: string, text: string): boolean {
  const beginning = text.slice(0, OPENING_LENGTH);
  return isJsonFile(path) || /^\uFEFF?\s*[[{]/.test(beginning) || beginsAsJson(beginning);
}

/** A bracket and a member, with possibly wrong quotes and colon, after at most one stray character. */
const memberFirst = /^[^\s<]?(?=[[{"\s])[[{"\s]*["\w-]+\s*(?::\s*)?["[{]/;

/** How much of a text `memberFirst` examines, so that no text takes long (UTF-16 units). */
const MAX_OPENING = 100;

/** Whether a text begins as JSON does, even if a character is wrong. */
export const beginsAsJson = (text: string): boolean => memberFirst.test(text.trimStart().slice(0, MAX_OPENING));

/** A distinctive key in the quotes of JSON or of Python, or in typographic ones. */
export const tellingKey = new RegExp(`["'\u201c-\u201f](?:${tellingKeys.join('|')})["'\u201c-\u201f]\\s*:`);
