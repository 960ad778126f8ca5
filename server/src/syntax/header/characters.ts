/** Where the words of a message header end, and the shapes that they have. */
import { misspelledAt } from '../tokens/misspelled.ts';

/** `key=`, the beginning of an attribute. */
export const attributeShape = /^[A-Za-z_]\w*=/;
/** The characters of a content type. */
export const bareWord = /^[\w+/.-]+$/;
export const isBlankLine = (text: string) => /^[ \t]*$/.test(text);

/** `any`: other white space also counts, as in the reference parser of Harmony (`model/reference/header.ts`). */
export function isSpace(unit: number, any: boolean): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13 || (any && odd.has(unit));
}

const odd = new Set([
  ...[0x0b, 0x0c, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
]);

/** Whether a token begins at a `<`. A lone `<` at the end counts as an unfinished token. */
function beginsToken(text: string, at: number): boolean {
  return at + 1 === text.length || text.startsWith('<|', at) || misspelledAt(text, at) !== undefined;
}

/** A word ends at a space or before `<|`, or before a token in another spelling. */
export function wordEnd(text: string, start: number, anySpace: boolean): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit, anySpace) || ((unit === 60 || unit === 0xff1c) && beginsToken(text, at))) break;
  }
  return at;
}
