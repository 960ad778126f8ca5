/** Keeps values in JSON as they are written. `JSON.parse` would turn 1.0 into 1, so that templates would write 1. */

export interface RawJson {
  /** Stores a JSON text, and returns a string that represents it in a value. */
  put(text: string): string;
  /** The JSON of a value, in which the stored texts replace the strings that represent them. */
  written(value: unknown): string;
}

/** A private-use code point, which does not occur in ordinary text. */
const usual = '\u{10fffd}';

/** Creates a store. `others`: all other text that values may contain. */
export function rawJson(others: string): RawJson {
  let mark = usual;
  while (others.includes(mark)) mark += usual;
  const texts: string[] = [];
  const marked = new RegExp(`"${mark}(\\d+)"`, 'gu');
  return {
    put: (text) => `${mark}${texts.push(text) - 1}`,
    written: (value) => JSON.stringify(value).replace(marked, (_, index: string) => texts[Number(index)] ?? 'null'),
  };
}
