/** White space as Python's `str` defines it, which differs slightly from JavaScript's white space. */

/** The white-space characters, for use in a character class of a regular expression. */
export const pythonSpace = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const spaceCodes = new Set([0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);
const isSpace = (code: number): boolean =>
  (code >= 9 && code <= 13) ||
  (code >= 0x1c && code <= 0x20) ||
  (code > 0x7f && (spaceCodes.has(code) || (code >= 0x2000 && code <= 0x200a)));

/** The span of a text that remains after the given characters are stripped from its ends. */
export function stripped(
  text: string,
  sides: 'both' | 'left' | 'right',
  isStripped: (code: number) => boolean = isSpace,
): readonly [start: number, end: number] {
  let start = 0;
  let end = text.length;
  if (sides !== 'right') while (start < end && isStripped(text.charCodeAt(start))) start++;
  if (sides !== 'left') while (end > start && isStripped(text.charCodeAt(end - 1))) end--;
  return [start, end];
}

export const trimEnd = (text: string): string => text.slice(0, stripped(text, 'right')[1]);
