/**
 * The scan for text that resembles a token, which several modules share. It examines only bars, since text contains few of them. Each
 * caller decides how to read the text around a bar:
 * - `misspelled.ts`: text that certainly stands for a token.
 * - `near-tokens.ts`: text that may stand for a token.
 * - `expected-tokens.ts`: text at an offset where only one token is correct.
 */
import type { TokenFact } from '../../grammar/index.ts';
import type { Span } from '../span.ts';
import { indexWithin } from '../within.ts';

/** A stretch of text that resembles a token, and that token (UTF-16 offsets in the text). */
export interface TokenLike extends Span {
  readonly token: TokenFact;
}

/** Reads a possible token that includes the bar at `bar` and begins at or after `from`. */
type ReadAtBar<Found extends Span> = (text: string, bar: number, from: number, to: number) => Found | undefined;

/** Yields the results of reading at each bar in a range of text, in order and without overlaps. */
export function* scanBars<Found extends Span>(
  text: string,
  from: number,
  to: number,
  readAtBar: ReadAtBar<Found>,
): Generator<Found, undefined> {
  const nextBar = barFinder(text, from, to);
  let done = from;
  for (let bar = nextBar(from); bar < to; bar = nextBar(Math.max(bar + 1, done))) {
    const span = readAtBar(text, bar, done, to);
    if (span === undefined) continue;
    yield span;
    done = span.end;
  }
}

/**
 * Returns a function that finds the first bar at or after an offset, ASCII or full-width. It returns infinity if there are no more bars in
 * the stretch.
 */
function barFinder(text: string, from: number, to: number): (at: number) => number {
  let [ascii, wide] = [from - 1, from - 1];
  return (at) => {
    if (ascii < at) ascii = signFrom(text, '|', at, to);
    if (wide < at) wide = signFrom(text, '｜', at, to);
    return Math.min(ascii, wide);
  };
}

function signFrom(text: string, sign: string, from: number, to: number): number {
  const at = indexWithin(text, sign, from, to);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}
