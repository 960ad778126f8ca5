/**
 * A Python literal as JSON of the same length, so that a place in one is the place in the other: models write calls as
 * `{'name': 'f', 'arguments': {'x': None}}`.
 */

interface AsJson {
  readonly json: string;
  /** Whether every value is the same; where strings hold what JSON writes longer, they are not. */
  readonly exact: boolean;
  /** Whether it contains anything specific to Python: a string in single quotes, a keyword, a tuple. */
  readonly isPython: boolean;
}

const written = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['(', '['],
  [')', ']'],
  [',', ' '],
]);
/** A string with its quotes, a word, a comma before a closing bracket, a bracket of a tuple. */
const piece = /(["'])((?:\\[^]|(?!\1)[^\\\r\n])*)\1|\b(?:True|False|None)\b|,(?=\s*[\]})])|[()]/g;

export function pythonAsJson(text: string): AsJson {
  let exact = true;
  let isPython = false;
  const json = text.replace(piece, (found, quote: string | undefined, inner: string) => {
    if (quote !== '"' && found !== ',') isPython = true;
    if (quote === undefined) return written.get(found) ?? found;
    const plain = inner.replace(/\\([^])|"/g, (same, escaped: string | undefined) => {
      if (escaped !== undefined && '"\\/bfnrt'.includes(escaped)) return same;
      if (escaped === 'u') return same;
      exact = false;
      return escaped === undefined ? "'" : `\\${escaped === "'" ? '"' : '\\'}`;
    });
    return `"${plain}"`;
  });
  return { json, exact, isPython };
}
