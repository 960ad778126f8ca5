/** Values in JSON texts that stay as they are written: `JSON.parse` makes 1 of 1.0, and templates write what they are given. */

export interface RawJson {
  /** Keeps a text of JSON; gives a string that has its place in a value. */
  put(text: string): string;
  /** The JSON of a value, with these texts in their places. */
  written(value: unknown): string;
}

/** No text has it, for it is assigned to nothing. */
const usual = '\u{10fffd}';

/** `others`: all text that a value may have besides. */
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
