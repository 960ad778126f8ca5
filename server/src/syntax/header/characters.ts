/** The characters that end a word of a message header, and patterns for certain words. */
import { misspelledAt } from '../tokens/misspelled.ts';

/** Matches the beginning of an attribute, `key=`. */
export const attributeShape = /^[A-Za-z_]\w*=/;
/** Matches a word that may be a content type. */
export const bareWord = /^[\w+/.-]+$/;
export const isBlankLine = (text: string) => /^[ \t]*$/.test(text);

/**
 * Whether a UTF-16 unit is a space. `any`: other white space counts as well, as in the reference parser of Harmony
 * (`model/reference/header.ts`).
 */
export function isSpace(unit: number, any: boolean): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13 || (any && odd.has(unit));
}

const odd = new Set([
  ...[0x0b, 0x0c, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
]);

/** Whether a token begins at a `<`. At the end of the text, a single `<` counts as an unfinished token. */
function beginsToken(text: string, at: number): boolean {
  return at + 1 === text.length || text.startsWith('<|', at) || misspelledAt(text, at) !== undefined;
}

/** The end of a word: at a space, or before `<|` or a misspelled token. */
export function wordEnd(text: string, start: number, anySpace: boolean): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit, anySpace) || ((unit === 60 || unit === 0xff1c) && beginsToken(text, at))) break;
  }
  return at;
}
