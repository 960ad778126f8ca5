/** Reads text as programs print it: JSON and Python strings with their escapes, and token ids. */

/** Returns the value of a JSON string, which includes its quotes. Undefined if the text is not a JSON string. */
export function jsonString(literal: string): string | undefined {
  if (!literal.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

const characterByEscape = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
  ['\n', ''],
]);

const escape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g;

/** Returns the value of a Python string, which does not include its quotes. */
export const pythonText = (inner: string): string => inner.replace(escape, unescaped);

function unescaped(all: string, x?: string, u?: string, long?: string, character = ''): string {
  const code = x ?? u ?? long;
  if (code === undefined) return characterByEscape.get(character) ?? (/["'\\]/.test(character) ? character : all);
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff ? all : String.fromCodePoint(point);
}

/**
 * Returns the offsets after each escape of a Python string, both in the value of the string (`said`) and in its source (`written`).
 * Both lists begin with 0.
 */
export function escapesOfPython(inner: string): { readonly said: number[]; readonly written: number[] } {
  const [said, written] = [[0], [0]];
  let shorter = 0;
  for (const { 0: all, 1: x, 2: u, 3: long, 4: character, index } of inner.matchAll(escape)) {
    shorter += all.length - unescaped(all, x, u, long, character).length;
    written.push(index + all.length);
    said.push(index + all.length - shorter);
  }
  return { said, written };
}

/**
 * Unescapes text that was copied out of a JSON string without the quotes around it. Undefined if the text does not look like this,
 * for example because it has unescaped quotes.
 */
export function unquoted(text: string): string | undefined {
  if (!text.includes('\\') || /[\n\r]/.test(text)) return undefined;
  const hasQuote = text.includes('\\"');
  if (!hasQuote && (text.includes('"') || !/\\[nrt]/.test(text))) return undefined;
  return jsonString(`"${text}"`);
}

/**
 * Returns the offset of the quote that closes the string that begins at `start`, or -1. It is the next unescaped quote of the same kind.
 */
export function endOfString(text: string, start: number): number {
  const quote = text[start] as string;
  for (let at = start + 1; ; at++) {
    at = text.indexOf(quote, at);
    if (at < 0) return -1;
    let slashes = at;
    while (text[slashes - 1] === '\\') slashes--;
    if ((at - slashes) % 2 === 0) return at;
  }
}

/** Returns the token ids in a text that consists of a list of them; undefined for any other text. A single number is not a list. */
export function numbersIn(text: string): number[] | undefined {
  if (!/^[\s[({]*\d/.test(text) || /[^\d\s,[\](){}]/.test(text)) return undefined;
  const trimmed = text.trim();
  let [start, end] = [0, trimmed.length];
  while ('[({'.includes(trimmed[start] as string)) start++;
  while ('])}'.includes(trimmed[end - 1] as string)) end--;
  const inner = trimmed.slice(start, end);
  if (/[[\](){}]/.test(inner)) return undefined;
  const numbers = (inner.match(/\d+/g) ?? []).map(Number);
  return numbers.length > 1 || start > 0 ? numbers : undefined;
}
