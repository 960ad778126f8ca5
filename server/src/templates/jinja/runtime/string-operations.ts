/** String operations that methods and filters share, with the results of Python. Text that they preserve keeps its origin. */
import { failed } from '../errors.ts';
import { wholeNumber } from './basics.ts';
import { repeat } from './operators.ts';
import { stripped } from './space.ts';
import { charactersOf, isText, joinTexts, lengthOf, offsetOf, plain, sliceText, splitText, type Text } from './text.ts';
import { type Run, Tuple, typeOf, type Value } from './values.ts';

/** Returns the text of an argument that must be a string. `what`: the name of the argument in Python's error. */
export const textOf = (value: Value | undefined, what: string): string => {
  if (isText(value)) return plain(value);
  throw failed(`TypeError: ${what} must be str, not ${value === undefined ? 'nothing' : typeOf(value)}`);
};

export function stripText(self: Text, sides: 'both' | 'left' | 'right', chars: Value | undefined, run: Run): Text {
  if (chars === undefined || chars === null) return sliceText(self, ...stripped(plain(self), sides));
  const all = textOf(chars, 'strip arg');
  run.list(all.length);
  const set = new Set([...all].map((one) => one.charCodeAt(0)));
  return sliceText(self, ...stripped(plain(self), sides, (code) => set.has(code)));
}

/** The text between two indexes. */
export function windowOf(self: Text, start: Value, end: Value): Text {
  if (start === null && end === null) return self;
  const length = lengthOf(self);
  const [from, to] = [start ?? 0n, end ?? BigInt(length)].map((bound) => {
    const index = wholeNumber(bound, 'slice index');
    return offsetOf(self, Math.min(Math.max(index < 0 ? index + length : index, 0), length));
  }) as [number, number];
  return sliceText(self, from, Math.max(from, to));
}

/** The index of the first character of a window, which may be after the end of the text. */
export function firstOf(self: Text, start: Value): number {
  const index = wholeNumber(start, 'slice index');
  return index < 0 ? Math.max(0, index + lengthOf(self)) : index;
}

/** The number of non-overlapping occurrences of `part`. */
export function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

const spaced = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** Splits a text at white space, at most `limit` times; from the end if `last` is set. */
export function splitBySpace(self: Text, limit: number, last: boolean, run: Run): Text[] {
  const words = [...run.counted(plain(self).matchAll(spaced))];
  const whole = (from: number, to: number) =>
    words.slice(from, to).map(({ 0: word, index }) => sliceText(self, index, index + word.length));
  if (limit < 0 || words.length <= limit || words.length <= 1) return whole(0, words.length);
  if (last) {
    const { 0: word, index } = words[words.length - 1 - limit] as RegExpExecArray;
    const start = stripped(plain(self), 'left')[0];
    return [sliceText(self, start, index + word.length), ...whole(words.length - limit, words.length)];
  }
  const rest = words[limit] as RegExpExecArray;
  return [...whole(0, limit), sliceText(self, rest.index)];
}

/** Implements `str.replace`. Text that is not replaced keeps its origin. */
export function replaceText(self: Text, old: string, by: Text, count: number, run: Run): Text {
  const times = count < 0 ? Number.POSITIVE_INFINITY : count;
  if (old !== '') {
    run.search(plain(self), old);
    const replacementCount = Math.min(countOf(plain(self), old), times);
    run.list(replacementCount + 1);
    run.text(plain(self).length + replacementCount * plain(by).length);
    return joinTexts(splitText(self, old, times), by);
  }
  run.text(plain(self).length * (1 + plain(by).length));
  run.list(plain(self).length);
  const characters = charactersOf(self);
  return joinTexts(
    characters.flatMap((one, i) => (i < times ? [by, one] : [one])).concat(characters.length < times ? [by] : []),
  );
}

export function padText(self: Text, width: number, fill: string, leftOf: (padding: number) => number, run: Run): Text {
  const padding = width - lengthOf(self);
  if (padding <= 0) return self;
  const before = leftOf(padding);
  return joinTexts([repeat(fill, before, run), self, repeat(fill, padding - before, run)]);
}

/** The padding to the left of centered text; an odd number of spaces is divided as in Python. */
export const centred = (width: number) => (padding: number) => (padding >> 1) + (padding & width & 1);

/**
 * Returns the entry for a character in a table. The entry is a string, a code point, or `None` to remove the character. A character without
 * an entry stays.
 */
export function translated(character: Text, table: Value): Text {
  const code = plain(character).codePointAt(0) as number;
  const items = isText(table) ? charactersOf(table) : table instanceof Tuple ? table.items : table;
  if (!Array.isArray(items) && !(items instanceof Map))
    throw failed(`TypeError: '${typeOf(table)}' object is not subscriptable`);
  const by = Array.isArray(items) ? items[code] : items.get(BigInt(code));
  if (by === undefined) return character;
  if (by === null) return '';
  if (isText(by)) return by;
  const other = wholeNumber(by, 'character mapping');
  if (other < 0 || other > 0x10ffff) throw failed('ValueError: character mapping must be in range(0x110000)');
  return String.fromCodePoint(other);
}

/** The line breaks at which Python's `splitlines` splits. */
const lineEnd = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

export function linesOf(self: Text, keep: boolean, run: Run): Text[] {
  const lines: Text[] = [];
  let from = 0;
  for (const { 0: end, index } of run.counted(plain(self).matchAll(lineEnd))) {
    lines.push(sliceText(self, from, keep ? index + end.length : index));
    from = index + end.length;
  }
  if (from < plain(self).length) lines.push(sliceText(self, from));
  return lines;
}

/** Expands each tab to spaces up to the next tab stop. */
export function tabbed(text: string, size: number, run: Run): string {
  const width = Math.max(0, size);
  run.text(text.length + countOf(text, '\t') * width);
  let column = 0;
  return text.replace(/[^\t\n\r]+|[\t\n\r]/g, (part) => {
    const expandedPart = part !== '\t' ? part : width === 0 ? '' : ' '.repeat(width - (column % width));
    column = part === '\n' || part === '\r' ? 0 : column + lengthOf(expandedPart);
    return expandedPart;
  });
}
