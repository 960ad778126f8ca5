/**
 * The common scan for text that resembles a token: from bar to bar, since text has few of them. Callers define how a bar is read: for what
 * is certainly meant (`misspelled.ts`), for what may be meant (`near-tokens.ts`), or where only one token belongs (`expected-tokens.ts`).
 */
import type { TokenFact } from '../../grammar/index.ts';
import type { Span } from '../span.ts';
import { indexWithin } from '../within.ts';

/** A stretch of text that resembles a token, and the token that it is taken for. Offsets in the text (UTF-16 units). */
export interface TokenLike extends Span {
  readonly token: TokenFact;
}

/** Reads a possible token around the bar at `bar` that begins at or after `from`. */
type ReadAtBar<Found extends Span> = (text: string, bar: number, from: number, to: number) => Found | undefined;

/** Yields the results at the bars of a stretch, in order and without overlaps. */
export function* scanBars<Found extends Span>(
  text: string,
  from: number,
  to: number,
  readAtBar: ReadAtBar<Found>,
): Generator<Found, undefined> {
  const nextBar = barFinder(text, from, to);
  let done = from;
  for (let bar = nextBar(from); bar < to; bar = nextBar(Math.max(bar + 1, done))) {
    const found = readAtBar(text, bar, done, to);
    if (found === undefined) continue;
    yield found;
    done = found.end;
  }
}

/** Finds the first bar at an offset or after it, ASCII or full-width; infinity if the stretch has no other. */
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
