/**
 * Finds the lines in which two texts differ, by matching lines that occur exactly once in each text. This takes O(n log n) time even for
 * hostile texts.
 */
import { createHash } from 'node:crypto';

/**
 * A stretch of changed lines: its range in each text, with an exclusive end. One of the two ranges may be empty. Lines between stretches
 * are equal.
 */
interface ChangedStretch {
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

type Lines = readonly string[];
type Match = readonly [before: number, after: number];

/** Returns the stretches of lines that differ, in order. */
export function changedStretches(before: Lines, after: Lines): ChangedStretch[] {
  const stretches: ChangedStretch[] = [];
  /** Adds the stretch between two matches, trimmed of equal lines at both ends. */
  const add = (from: Match, to: Match) => {
    let [start, begin] = from;
    let [end, finish] = to;
    while (start < end && begin < finish && before[start] === after[begin]) [start, begin] = [start + 1, begin + 1];
    while (start < end && begin < finish && before[end - 1] === after[finish - 1])
      [end, finish] = [end - 1, finish - 1];
    if (start < end || begin < finish) stretches.push({ before: [start, end], after: [begin, finish] });
  };
  const all = Math.min(before.length, after.length);
  let [first, last] = [0, 0];
  while (first < all && before[first] === after[first]) first++;
  while (last < all - first && before[before.length - 1 - last] === after[after.length - 1 - last]) last++;
  let from: Match = [first, first];
  const to: Match = [before.length - last, after.length - last];
  for (const match of inOrder(uniqueMatches(before, after, from, to))) {
    add(from, match);
    from = match;
  }
  add(from, to);
  return stretches;
}

/**
 * The maximum length of a line that is used as its own key. Longer lines are hashed, since every lookup in a map compares long strings in
 * full.
 */
const MAX_KEY_LENGTH = 10_000;
const keyOf = (line: string): string =>
  line.length <= MAX_KEY_LENGTH ? line : createHash('sha256').update(line).digest('base64');

/** Returns the pairs of equal lines that occur once in each text, in the order of the first text. */
function uniqueMatches(before: Lines, after: Lines, from: Match, to: Match): Match[] {
  /** Maps each line of the second text to its index, or to -1 if it occurs more than once. */
  const places = new Map<string, number>();
  for (let i = from[1]; i < to[1]; i++) {
    const key = keyOf(after[i] as string);
    places.set(key, places.has(key) ? -1 : i);
  }
  const matches = new Map<string, Match | undefined>();
  for (let i = from[0]; i < to[0]; i++) {
    const key = keyOf(before[i] as string);
    const position = places.get(key) ?? -1;
    if (position >= 0) matches.set(key, matches.has(key) ? undefined : [i, position]);
  }
  return [...matches.values()].flatMap((match) => (match ? [match] : []));
}

/** Returns the longest series of matches that is also in the order of the second text (patience sorting). */
function inOrder(matches: readonly Match[]): Match[] {
  interface Card {
    readonly match: Match;
    readonly previous: Card | undefined;
  }
  const piles: Card[] = [];
  for (const match of matches) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle] as Card).match[1] < match[1]) low = middle + 1;
      else high = middle;
    }
    piles[low] = { match, previous: piles[low - 1] };
  }
  const series: Match[] = [];
  for (let card = piles.at(-1); card !== undefined; card = card.previous) series.push(card.match);
  return series.reverse();
}
