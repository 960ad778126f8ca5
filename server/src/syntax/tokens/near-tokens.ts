/**
 * What may have been meant as a token, for those who must not show what it would hide. It is found with one character too
 * many, too few or wrong anywhere in it; what is surely meant, and can be written right, is in `misspelled.ts`.
 */
import type { TokenFact } from '../../grammar/index.ts';
import { families } from '../families/index.ts';
import type { Span } from '../span.ts';
import { closest } from './closest.ts';

export interface NearToken extends Span {
  /** The token that it is, or is nearest to. */
  readonly token: TokenFact;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The tokens of all families that mean something, by the letters of their names. Where two have one name, they mean the same. */
const byLetters = new Map(
  Object.values(families)
    .flatMap(({ tokens }) => tokens)
    .filter(({ kind }) => kind !== 'sequence')
    .reverse()
    .map((token) => [letters(token.name), token]),
);
const candidates = [...byLetters.keys()];

/** The signs around the word of a token, with a foreign one among them. */
const signs = '[^\\p{L}\\p{N}_-]';
const word = '[\\p{L}\\p{N}_-]{1,24}';
/** With a word that something cuts in two, and with one word in it. */
const shapes = [`${word}${signs}${word}`, word].map(
  (inner) => new RegExp(`([<＜|｜]${signs}{0,4})(${inner})(${signs}{0,5})`, 'uy'),
);
const lessThan = /[<＜]/;
const bar = /[|｜]/;
/** The end of a token, as far as it is there. */
const close = /^[^>＞|｜]*(?:[|｜][^>＞|｜]{0,2}[|｜]?[^>＞|｜]{0,2})?[>＞]?/;

const meant = new Map<string, TokenFact | undefined>();
const mostMeant = 1000;

/** The token whose name a word is, or is nearest to. Few words stand in bars, and often. */
function tokenMeant(written: string): TokenFact | undefined {
  if (meant.has(written)) return meant.get(written);
  if (meant.size >= mostMeant) meant.clear();
  const token = byLetters.get(byLetters.has(written) ? written : (closest(written, candidates) ?? ''));
  meant.set(written, token);
  return token;
}

/** The tokens, right or nearly right, that begin in a stretch, in order. Offsets in the text (UTF-16). */
export function* nearTokens(text: string, from: number, to: number): IterableIterator<NearToken> {
  // One bar at least is left of any token with a single fault, and few texts have many.
  const next = { '|': from - 1, '｜': from - 1 };
  let start = from;
  for (let hop = from; ; hop = Math.max(hop + 1, start)) {
    for (const sign of ['|', '｜'] as const) {
      if (next[sign] < hop) next[sign] = indexOf(text, sign, hop);
    }
    hop = Math.min(next['|'], next['｜']);
    if (hop >= to) return;
    for (const at of startsAt(text, hop, start)) {
      const found = nearTokenAt(text, at, to);
      if (found === undefined) continue;
      yield found;
      start = found.end;
      break;
    }
  }
}

function indexOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

const longest = 28;

/**
 * Where a token can begin that a bar is part of. An angle bracket is left beside one of its bars: before the first, or after
 * the second, and then it begins at the bracket or the bar before its word.
 */
function startsAt(text: string, at: number, from: number): readonly number[] {
  for (let left = at - 1; left >= Math.max(from, at - 4) && !isWord(text.charCodeAt(left)); left--) {
    if (isLessThan(text.charCodeAt(left))) return [left];
  }
  for (let right = at + 1; right <= at + 5 && !isWord(text.charCodeAt(right)); right++) {
    if (isGreaterThan(text.charCodeAt(right))) return openingsBefore(text, at, Math.max(from, at - longest));
  }
  return nowhere;
}

const nowhere: readonly number[] = [];

function openingsBefore(text: string, at: number, from: number): number[] {
  const found: number[] = [];
  for (let left = at - 1; left >= from; left--) {
    const unit = text.charCodeAt(left);
    if (isLessThan(unit) || isBar(unit)) found.push(left);
  }
  return found;
}

const isLessThan = (unit: number) => unit === 0x3c || unit === 0xff1c;
const isGreaterThan = (unit: number) => unit === 0x3e || unit === 0xff1e;
const isBar = (unit: number) => unit === 0x7c || unit === 0xff5c;

/** An ASCII letter, a digit, `_` or `-`: no sign that may stand beside a bar. */
function isWord(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 95 ||
    unit === 45
  );
}

function nearTokenAt(text: string, start: number, to: number): NearToken | undefined {
  for (const shape of shapes) {
    shape.lastIndex = start;
    const found = shape.exec(text);
    if (found === null) continue;
    const [, before = '', inner = '', after = ''] = found;
    // A pipe of some programming languages, `|>`, begins no token.
    if (/^[|｜].*[>＞]/s.test(before)) continue;
    const [closing = ''] = close.exec(after) ?? [];
    const seen = [lessThan.test(before), bar.test(before), bar.test(closing), /[>＞]/.test(closing)];
    if (seen.filter(Boolean).length < 3 || (!seen[0] && !seen[3])) continue;
    const token = tokenMeant(letters(inner));
    const end = start + (before + inner + closing).trimEnd().length;
    if (token && end <= to) return { start, end, token };
  }
  return undefined;
}
