/** Finds the rows that contain a search text or match a regular expression. */
import type { StretchRows } from '../data-set-stretch.ts';
import { compiledPattern } from './pattern.ts';
import { hasShortEscape, isAligned, spellingsOf, unescaped } from './spelling.ts';

export interface FindSpec {
  readonly words: string;
  readonly isPattern: boolean;
  readonly ignoresCase: boolean;
}

/** A function that returns a byte for each row: 1 if the row matches the search, otherwise 0. */
export type FindRows = (rows: StretchRows) => Uint8Array;

/** The maximum length of the search text. */
export const MAX_WORDS_LENGTH = 1000;

/** Returns the function for a search. Throws, with a message for the user, if the search is invalid. */
export function findRowsBy({ words, isPattern, ignoresCase }: FindSpec): FindRows {
  if (words.length > MAX_WORDS_LENGTH)
    throw new Error(`The search text is too long: at most ${MAX_WORDS_LENGTH} characters are allowed.`);
  return isPattern ? byPattern(words, ignoresCase) : byWords(words, ignoresCase);
}

/**
 * Searches for words as written, and also for their spellings with escapes: a search for `ä` finds `\u00e4`, and a
 * search for a quotation mark finds `\"`. Matches that begin in the middle of an escape do not count.
 */
function byWords(words: string, ignoresCase: boolean): FindRows {
  const literal = Buffer.from(words);
  const isBackslash = words.startsWith('\\');
  const spellings = spellingsOf(words, ignoresCase);
  const isAnyCase = ignoresCase && words.toLowerCase() !== words.toUpperCase();
  const always = isAnyCase || hasShortEscape(words);
  // Any row with an escaped ASCII character contains `\u00`, and any row with another escaped character contains `\u`.
  // Short escapes such as `\n` do not matter here, since they are always searched for.
  const sign = /^[ -~]*$/.test(words) ? '\\u00' : '\\u';
  return (rows) => {
    const { bytes } = rows;
    const hits = new Uint8Array(rows.starts.length);
    if (!isAnyCase)
      markHits(rows, hits, (from) => {
        let at = bytes.indexOf(literal, from);
        while (at >= 0 && !isBackslash && !isAligned(bytes, at)) at = bytes.indexOf(literal, at + 1);
        return at < 0 ? undefined : { start: at, end: at + literal.length };
      });
    if (!always && !bytes.includes(sign)) return hits;
    const text = bytes.toString('latin1');
    markHits(rows, hits, (from) => {
      spellings.lastIndex = from;
      for (let match = spellings.exec(text); match !== null; match = spellings.exec(text)) {
        if (isAligned(bytes, match.index)) return { start: match.index, end: spellings.lastIndex };
        spellings.lastIndex = match.index + 1;
      }
      return undefined;
    });
    return hits;
  };
}

interface Hit {
  readonly start: number;
  readonly end: number;
}

/** Sets the byte of each row that contains a match to 1. `next`: returns the first match at or after an offset. */
function markHits({ starts, ends }: StretchRows, bytes: Uint8Array, next: (from: number) => Hit | undefined): void {
  let [row, from] = [0, 0];
  while (row < starts.length) {
    const hit = next(from);
    if (hit === undefined) return;
    while (row < starts.length && (ends[row] as number) <= hit.start) row++;
    if (row === starts.length) return;
    if (hit.start < (starts[row] as number) || hit.end > (ends[row] as number)) from = hit.start + 1;
    else {
      bytes[row++] = 1;
      from = Math.max(hit.start + 1, starts[row] ?? 0);
    }
  }
}

/** Matches a regular expression against the unescaped text of a row. */
function byPattern(pattern: string, ignoresCase: boolean): FindRows {
  const compiled = compiledPattern(pattern, ignoresCase);
  return ({ bytes, starts, ends }) =>
    Uint8Array.from(starts, (start, i) => (compiled.test(unescaped(bytes.toString('utf8', start, ends[i]))) ? 1 : 0));
}
