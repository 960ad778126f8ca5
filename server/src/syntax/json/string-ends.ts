/**
 * Where strings can end in JSON that may be broken. A reader goes through its text once, so each search continues where the one before it
 * stopped: together they pass over the text once, however many strings have no end.
 */

/** Characters that can close a string that begins with a different character: typographic double quotes, and single ones of any kind. */
export const typographic = '\u201c\u201d\u201e\u201f\u2033\uff02';
export const single = "'\u2018\u2019\u201a\u201b`";

export interface StringEnds {
  /** The next `"` from an offset on that no backslash escapes, or -1. */
  readonly quote: Search;
  /** The next unescaped `"` followed by something that can follow a string (`isFollowed`). */
  readonly quoteFollowed: Search;
  /** The next typographic double quote, followed in the same way. */
  readonly typographicFollowed: Search;
  /** The next quote that can close a string which begins with a typographic double quote, or with a single one. */
  readonly double: Search;
  readonly doubleFollowed: Search;
  readonly single: Search;
  readonly singleFollowed: Search;
  /** The next line feed. */
  readonly lineFeed: Search;
}

/** The first offset from `from` on, or -1. The search is fast if `from` does not decrease from call to call. */
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

/** The last answer holds for all offsets between its `from` and the offset found. */
function remembered(find: Search): Search {
  let asked = 0;
  let found = -2;
  return (from) => {
    if (from < asked || (found !== -1 && from > found)) {
      found = find(from);
      asked = from;
    }
    return found;
  };
}

/** Whether the next text can follow a string: `,`, `:`, a closing bracket, or the end. */
function isFollowed(text: string, from: number): boolean {
  let at = from;
  let unit = text.charCodeAt(at);
  while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = text.charCodeAt(++at);
  return unit === 44 || unit === 58 || unit === 93 || unit === 125 || at >= text.length;
}

/** The next `"` from an offset on that no backslash escapes, or -1. */
export function nextQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at;
    while (back > from && text.charCodeAt(back - 1) === 92) back--;
    if ((at - back) % 2 === 0) return at;
  }
  return -1;
}
