/**
 * Converts a Python literal to JSON of the same length, so that all offsets remain valid. Some models write calls as Python:
 * `{'name': 'f', 'arguments': {'x': None}}`.
 */

interface AsJson {
  readonly json: string;
  /** Whether all values are unchanged. A string is changed if its JSON spelling would be longer. */
  readonly exact: boolean;
  /** Whether the literal has Python syntax that is not JSON: a string in single quotes, a keyword, or a tuple. */
  readonly isPython: boolean;
}

const jsonByPython = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['(', '['],
  [')', ']'],
  [',', ' '],
]);
/** Matches a quoted string, a keyword, a comma before a closing bracket, or a parenthesis of a tuple. */
const piece = /(["'])((?:\\[^]|(?!\1)[^\\\r\n])*)\1|\b(?:True|False|None)\b|,(?=\s*[\]})])|[()]/g;

export function pythonAsJson(text: string): AsJson {
  let exact = true;
  let isPython = false;
  const json = text.replace(piece, (token, quote: string | undefined, inner: string) => {
    if (quote !== '"' && token !== ',') isPython = true;
    if (quote === undefined) return jsonByPython.get(token) ?? token;
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
