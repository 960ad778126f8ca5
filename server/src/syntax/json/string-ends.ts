/**
 * Finds the possible ends of strings in JSON that may be broken. Since the text is read from beginning to end, each search continues from
 * the result of the previous one. So even if many strings have no end, the text is searched only once.
 */

/**
 * The quotes, other than `"`, that can close a string with wrong quotes. `typographic`: double quotes; `single`: single quotes of any kind.
 */
export const typographic = '\u201c\u201d\u201e\u201f\u2033\uff02';
export const single = "'\u2018\u2019\u201a\u201b`";

export interface StringEnds {
  /** Finds the next `"` that is not escaped by a backslash. */
  readonly quote: Search;
  /** Finds the next unescaped `"` that is followed by a token which may come after a string (`isFollowed`). */
  readonly quoteFollowed: Search;
  /** Finds the next typographic double quote that is followed by a token which may come after a string. */
  readonly typographicFollowed: Search;
  /**
   * Finds the next quote that can close a string which begins with a typographic double quote. `single`: the same for a string which begins
   * with a single quote.
   */
  readonly double: Search;
  readonly doubleFollowed: Search;
  readonly single: Search;
  readonly singleFollowed: Search;
  /** Finds the next line feed. */
  readonly lineFeed: Search;
}

/** Returns the first match at or after `from`, or -1. It is fast if `from` does not decrease from call to call. */
type Search = (from: number) => number;

export function stringEnds(text: string): StringEnds {
  const followed = (find: Search): Search => {
    const next = (from: number): number => {
      for (let at = find(from); at >= 0; at = find(at + 1)) if (isFollowed(text, at + 1)) return at;
      return -1;
    };
    return remembered(next);
  };
  const anyOf = (quotes: string): Search => {
    const pattern = new RegExp(`[${quotes}]`, 'g');
    return (from) => {
      pattern.lastIndex = from;
      return pattern.exec(text)?.index ?? -1;
    };
  };
  const quote: Search = (from) => nextQuote(text, from);
  const double = anyOf(`"${typographic}`);
  const any = anyOf(`"${typographic}${single}`);
  return {
    quote: remembered(quote),
    quoteFollowed: followed(quote),
    typographicFollowed: followed(anyOf(typographic)),
    double: remembered(double),
    doubleFollowed: followed(double),
    single: remembered(any),
    singleFollowed: followed(any),
    lineFeed: remembered((from) => text.indexOf('\n', from)),
  };
}

/** Caches the last result of a search. The result is valid for all offsets from the requested `from` up to the match. */
function remembered(find: Search): Search {
  let cachedFrom = 0;
  let cachedIndex = -2;
  return (from) => {
    if (from < cachedFrom || (cachedIndex !== -1 && from > cachedIndex)) {
      cachedIndex = find(from);
      cachedFrom = from;
    }
    return cachedIndex;
  };
}

/** Whether the text at an offset may come after a string: `,`, `:`, a closing bracket, or the end. */
function isFollowed(text: string, from: number): boolean {
  let at = from;
  let unit = text.charCodeAt(at);
  while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = text.charCodeAt(++at);
  return unit === 44 || unit === 58 || unit === 93 || unit === 125 || at >= text.length;
}

/** The offset of the next `"` at or after `from` that is not escaped by a backslash, or -1. */
export function nextQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at;
    while (back > from && text.charCodeAt(back - 1) === 92) back--;
    if ((at - back) % 2 === 0) return at;
  }
  return -1;
}
