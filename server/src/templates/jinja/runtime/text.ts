/**
 * The strings of a running template. If the user wants to know where strings of the conversation are in the prompt, they carry their
 * origin. The origin survives every operation that preserves their text: joining, trimming, slicing, splitting. Offsets are in UTF-16
 * units.
 */

/** A span of a text that comes from a source. If `from` is undefined, the text was only derived from the source. */
export interface Origin {
  readonly start: number;
  readonly end: number;
  /** The index of the source, or `generation` for text to train on. */
  readonly source: number | 'generation';
  readonly from: number | undefined;
}

class Traced {
  constructor(
    readonly text: string,
    readonly origins: readonly Origin[],
  ) {}
}

export type Text = string | Traced;

export const isText = (value: unknown): value is Text => typeof value === 'string' || value instanceof Traced;
export const plain = (text: Text): string => (typeof text === 'string' ? text : text.text);
export const originsOf = (text: Text): readonly Origin[] => (typeof text === 'string' ? [] : text.origins);

const traced = (text: string, origins: readonly Origin[]): Text =>
  origins.length === 0 ? text : new Traced(text, origins);

/**
 * The number of origins that a run may still examine. A template can give each character of a prompt a separate origin, and carry
 * all origins through every step. When the budget is used up, texts continue without origins.
 */
let remainingOrigins = Number.POSITIVE_INFINITY;
const MAX_ORIGINS = 500_000;

/** Runs code that traces texts. `lost`: whether the budget was used up, so that the origin of a text may be missing. */
export function tracing<T>(run: () => T): { readonly result: T; readonly lost: boolean } {
  const outer = remainingOrigins;
  remainingOrigins = MAX_ORIGINS;
  try {
    return { result: run(), lost: remainingOrigins < 0 };
  } finally {
    remainingOrigins = outer;
  }
}

/** Whether this many origins may be examined. After the first refusal, no more may be examined. */
function afford(count: number): boolean {
  if (remainingOrigins < 0) return false;
  remainingOrigins -= count;
  return remainingOrigins >= 0;
}

export function joinTexts(texts: readonly Text[], separator: Text = ''): Text {
  if (typeof separator === 'string' && texts.every((text) => typeof text === 'string')) return texts.join(separator);
  const count = texts.reduce((sum, text) => sum + originsOf(text).length, texts.length * originsOf(separator).length);
  if (!afford(count)) return texts.map(plain).join(plain(separator));
  const parts: string[] = [];
  const origins: Origin[] = [];
  let at = 0;
  const add = (text: Text) => {
    for (const origin of originsOf(text)) origins.push({ ...origin, start: origin.start + at, end: origin.end + at });
    parts.push(plain(text));
    at += plain(text).length;
  };
  texts.forEach((text, i) => {
    if (i > 0 && separator !== '') add(separator);
    add(text);
  });
  return traced(parts.join(''), origins);
}

export function sliceText(text: Text, start: number, end = plain(text).length): Text {
  if (typeof text === 'string') return text.slice(start, end);
  if (!afford(text.origins.length)) return text.text.slice(start, end);
  const origins = text.origins.flatMap((origin) => {
    const [from, to] = [Math.max(origin.start, start), Math.min(origin.end, end)];
    if (from >= to) return [];
    const skipped = origin.from === undefined ? undefined : origin.from + from - origin.start;
    return [{ ...origin, start: from - start, end: to - start, from: skipped }];
  });
  return traced(text.text.slice(start, end), origins);
}

/** Returns a result that was derived from texts without preserving them. */
export function madeOf(result: string, texts: Iterable<unknown>): Text {
  const sources = new Set<number>();
  for (const text of texts) {
    if (text instanceof Traced && afford(text.origins.length))
      for (const { source } of text.origins) if (typeof source === 'number') sources.add(source);
  }
  if (sources.size === 0 || result === '') return result;
  return new Traced(
    result,
    [...sources].map((source) => ({ start: 0, end: result.length, source, from: undefined })),
  );
}

/** Returns a text from a source in the form in which it is passed to the template. */
export const fromSource = (text: string, source: number): Text =>
  text === '' ? text : new Traced(text, [{ start: 0, end: text.length, source, from: 0 }]);

/** Marks a text as text to train on. */
export const generated = (text: Text): Text =>
  plain(text) === '' || !afford(originsOf(text).length)
    ? plain(text)
    : new Traced(plain(text), [
        ...originsOf(text),
        { start: 0, end: plain(text).length, source: 'generation', from: undefined },
      ]);

const wide = /[\ud800-\udfff]/;

/** The length of a text in code points, as in Python. */
export function lengthOf(text: Text): number {
  const string = plain(text);
  if (!wide.test(string)) return string.length;
  let count = 0;
  for (const _ of string) count++;
  return count;
}

/** The characters of a text. */
export function charactersOf(text: Text): Text[] {
  if (typeof text === 'string') return [...text];
  const all: Text[] = [];
  let at = 0;
  for (const character of text.text) {
    all.push(sliceText(text, at, at + character.length));
    at += character.length;
  }
  return all;
}

/** Converts a code point index to a UTF-16 offset. */
export function offsetOf(text: Text, index: number): number {
  const string = plain(text);
  if (!wide.test(string)) return Math.min(index, string.length);
  let at = 0;
  for (let i = 0; i < index && at < string.length; i++) at += (string.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return at;
}

/** Converts a UTF-16 offset to a code point index. */
export const indexOf = (text: Text, offset: number): number => lengthOf(plain(text).slice(0, offset));

/** Splits a text at a separator, at most `limit` times. */
export function splitText(text: Text, separator: string, limit = Number.POSITIVE_INFINITY): Text[] {
  const string = plain(text);
  const parts: Text[] = [];
  let from = 0;
  for (let at = string.indexOf(separator); at >= 0 && parts.length < limit; at = string.indexOf(separator, from)) {
    parts.push(sliceText(text, from, at));
    from = at + separator.length;
  }
  parts.push(sliceText(text, from));
  return parts;
}
