/** Finds marks with one fault: a missing, extra or wrong character, or two characters that are swapped. */
import { maximum } from '../../lists.ts';
import type { Span } from '../../span.ts';
import { escaped } from './escaped.ts';

/** The minimum length of a mark for which faults are searched for. A shorter text may be ordinary text. */
const MIN_LENGTH = 5;

/**
 * Matches marks that begin with a bracket. Other marks are words, such as `assistant:`, which are excluded: with one fault, they may be
 * ordinary text, as in "You are a helpful assistant."
 */
const bracketed = /^\s*[<[{]/;

interface Fragment {
  readonly mark: string;
  /** The offset of the fragment in the mark. */
  readonly at: number;
}

/** Finds the marks with one fault in a stretch of text, in order. */
export type NearMarks = (text: string, from: number, to: number) => readonly NearMark[];

export interface NearMark {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** The maximum number of marks that are found in one text. */
const MAX_FOUND = 50;

export function nearMarks(marks: readonly string[]): NearMarks {
  const fragments = new Map<string, Fragment[]>();
  const add = (mark: string, at: number, end: number) => {
    const text = mark.slice(at, end);
    const occurrences = fragments.get(text);
    if (occurrences) occurrences.push({ mark, at });
    else fragments.set(text, [{ mark, at }]);
  };
  const exact = new Set(marks);
  for (const mark of exact) {
    if (mark.length < MIN_LENGTH || !bracketed.test(mark)) continue;
    // Wherever the single fault is, at least one half of the mark is intact.
    const half = (mark.length >> 1) - 1;
    add(mark, 0, half);
    add(mark, mark.length - half, mark.length);
  }
  if (fragments.size === 0) return () => [];
  const longestFirst = [...fragments.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  const whole = new RegExp(
    [...exact]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'g',
  );
  const stretches = stretchesWith(longestFirst);
  return (text, from, to) => {
    const foundMarks: NearMark[] = [];
    const isWithin = withinOf(whole, text, from);
    for (const { start, end } of stretches(text, from, to)) {
      const piece = text.slice(start, end);
      pattern.lastIndex = 0;
      for (let hit = pattern.exec(piece); hit !== null && foundMarks.length < MAX_FOUND; hit = pattern.exec(piece)) {
        const near = around(text, start + hit.index, hit[0], from, to, isWithin);
        if (near) foundMarks.push(near);
        // The next fragment may overlap with this one.
        pattern.lastIndex = hit.index + 1;
      }
    }
    return foundMarks;
  };

  function around(
    text: string,
    index: number,
    hit: string,
    from: number,
    to: number,
    isWithin: Within,
  ): NearMark | undefined {
    let first: NearMark | undefined;
    // The regular expression has matched the longest fragment at this offset. Other fragments may be prefixes of it.
    for (let length = hit.length; length > 0; length--) {
      for (const { mark, at } of fragments.get(hit.slice(0, length)) ?? []) {
        const shifts = at === 0 ? [0] : [-1, 0, 1];
        for (const shift of shifts) {
          const start = index - at + shift;
          if (start < from) continue;
          for (const more of [0, -1, 1]) {
            const end = start + mark.length + more;
            if (end > to) continue;
            const candidate = text.slice(start, end);
            if (exact.has(candidate) || !hasOneFault(candidate, mark)) continue;
            // If the text contains the intact mark, or is part of another mark, it has no fault.
            if (candidate.includes(mark) || isWithin(start, end)) continue;
            // For `<end>`, the span of `<ends>` is better than that of `<ends`.
            if (candidate.at(-1) === mark.at(-1) && candidate[0] === mark[0]) return { start, end, mark };
            first ??= { start, end, mark };
          }
        }
      }
    }
    return first;
  }
}

const sign = /[<>[\]{}]/;

/**
 * Returns a function that finds the stretches of a text near brackets. If every fragment contains a bracket, only these stretches can
 * contain fragments. Otherwise, the function returns the whole range.
 */
function stretchesWith(fragments: readonly string[]): (text: string, from: number, to: number) => readonly Span[] {
  const signs = new Set(fragments.map((fragment) => sign.exec(fragment)?.[0]));
  if (signs.has(undefined)) return (_, start, end) => [{ start, end }];
  const reach = maximum([0, ...fragments.map(({ length }) => length)]);
  return (text, from, to) => {
    const places: number[] = [];
    for (const one of signs as ReadonlySet<string>)
      for (let at = text.indexOf(one, from); at >= 0 && at < to; at = text.indexOf(one, at + 1)) places.push(at);
    const spans: { start: number; end: number }[] = [];
    for (const at of places.sort((a, b) => a - b)) {
      const last = spans.at(-1);
      if (last !== undefined && at - reach <= last.end) last.end = Math.min(to, at + reach);
      else spans.push({ start: Math.max(from, at - reach), end: Math.min(to, at + reach) });
    }
    return spans;
  };
}

/**
 * Tests whether a stretch is part of an intact mark. Stretches must be tested approximately in text order: steps back may be at most as
 * long as a mark.
 */
type Within = (start: number, end: number) => boolean;

function withinOf(pattern: RegExp, text: string, from: number): Within {
  let [before, now] = [none, none];
  pattern.lastIndex = from;
  return (start, end) => {
    while (now.end < end && now.end < Number.POSITIVE_INFINITY) {
      const hit = pattern.exec(text);
      before = now;
      now = hit === null ? beyond : { start: hit.index, end: hit.index + hit[0].length };
    }
    return [before, now].some((mark) => mark.start <= start && end <= mark.end);
  };
}

const none = { start: -1, end: -1 };
const beyond = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** Whether one text equals another, except for exactly one fault. */
function hasOneFault(text: string, mark: string): boolean {
  let head = 0;
  while (head < text.length && text[head] === mark[head]) head++;
  let [a, b] = [text.length, mark.length];
  while (a > head && b > head && text[a - 1] === mark[b - 1]) {
    a--;
    b--;
  }
  const [textRest, markRest] = [a - head, b - head];
  if (textRest + markRest === 0) return false;
  if (textRest <= 1 && markRest <= 1) return true;
  return textRest === 2 && markRest === 2 && text[head] === mark[head + 1] && text[head + 1] === mark[head];
}
