/**
 * Words that may have been meant as a token, for views that must not show what that token would hide: words with one character too many,
 * too few or wrong anywhere.
 */

import { thoughtEdges } from '../../grammar/thought-edges.ts';
import { families } from '../families/index.ts';
import { closest } from './closest.ts';
import { scanBars, type TokenLike } from './token-like.ts';

/** A token, or a word with the token that it resembles most. */
export interface NearToken extends TokenLike {
  /** The word belongs to another model and is not a misspelling. */
  readonly isBorrowed: boolean;
}

type Meaning = Pick<NearToken, 'token' | 'isBorrowed'>;

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The tokens of all families that have a meaning, by the letters of their names. Tokens with the same name have the same meaning. */
const byLetters = new Map(
  Object.values(families)
    .flatMap(({ tokens }) => tokens)
    .filter(({ kind }) => kind !== 'sequence')
    .reverse()
    .map((token) => [letters(token.name), token]),
);
const candidates = [...byLetters.keys()];

const { begin, end, subjects } = thoughtEdges;
/** The letters of the words with which other models begin or end a thought. */
const borrowedEdge = new RegExp(`^(?:(${begin.join('|')})|${end.join('|')})(?:of)?(?:${subjects.join('|')})$`);

/** Maximum length of a token's word, and of the punctuation before and after it (characters). */
const MAX_WORD_LENGTH = 24;
const signsBefore = 4;
const signsAfter = 5;
const lessThan = /[<＜]/;
const bar = /[|｜]/;
/** The end of a token, as far as it is written. */
const close = /^[^>＞|｜]*(?:[|｜][^>＞|｜]{0,2}[|｜]?[^>＞|｜]{0,2})?[>＞]?/;

const meant = new Map<string, Meaning | undefined>();
const MAX_CACHED_WORDS = 1000;

/** The token whose name matches a word, or is closest to it. Memoized, since the same few words recur between bars. */
function tokenMeant(inner: string): Meaning | undefined {
  if (meant.has(inner)) return meant.get(inner);
  if (meant.size >= MAX_CACHED_WORDS) meant.clear();
  const written = letters(inner);
  const edge = byLetters.has(written) ? null : borrowedEdge.exec(written);
  const name = edge ? (edge[1] ? 'startreason' : 'endreason') : written;
  const token = byLetters.get(byLetters.has(name) ? name : (closest(name, candidates) ?? ''));
  const meaning = token && { token, isBorrowed: edge !== null };
  meant.set(inner, meaning);
  return meaning;
}

/** The tokens, correct or nearly correct, that begin in a stretch, in order: a token with a single fault still has at least one bar. */
export const nearTokens = (text: string, from: number, to: number): IterableIterator<NearToken> =>
  scanBars(text, from, to, nearTokenAround);

function nearTokenAround(text: string, bar: number, from: number, to: number): NearToken | undefined {
  for (const start of startsAt(text, bar, from)) {
    const near = nearTokenAt(text, start, to);
    if (near) return near;
  }
  return undefined;
}

const MAX_NEAR_TOKEN_LENGTH = 28;

/**
 * Where a token that includes a bar can begin. An angle bracket remains next to one of its bars: before the first, or after the second; in
 * the latter case, it begins at the bracket or bar before its word.
 */
function startsAt(text: string, at: number, from: number): readonly number[] {
  for (let left = at - 1; left >= Math.max(from, at - 4) && !isWord(text.charCodeAt(left)); left--) {
    if (isLessThan(text.charCodeAt(left))) return [left];
  }
  for (let right = at + 1; right <= at + 5 && !isWord(text.charCodeAt(right)); right++) {
    if (isGreaterThan(text.charCodeAt(right)))
      return openingsBefore(text, at, Math.max(from, at - MAX_NEAR_TOKEN_LENGTH));
  }
  return nowhere;
}

const nowhere: readonly number[] = [];

/** Brackets and bars before a bar, as long as at most one word is between them, or two words separated by one punctuation character. */
function openingsBefore(text: string, at: number, from: number): number[] {
  const found: number[] = [];
  let words = 0;
  let signs = 0;
  for (let left = at - 1; left >= from; left--) {
    const unit = text.charCodeAt(left);
    if (isLessThan(unit) || isBar(unit)) found.push(left);
    // Outside ASCII, this loop cannot tell letters from punctuation, so it stops counting words.
    if (unit >= 128) words = Number.NEGATIVE_INFINITY;
    if (!isWord(unit)) {
      signs++;
    } else if (signs > 0 || left === at - 1) {
      if (++words > 2 || (words === 2 && signs > 1)) break;
      signs = 0;
    }
    if (words > 0 && signs > signsBefore + 1) break;
  }
  return found;
}

const isLessThan = (unit: number) => unit === 0x3c || unit === 0xff1c;
const isGreaterThan = (unit: number) => unit === 0x3e || unit === 0xff1e;
const isBar = (unit: number) => unit === 0x7c || unit === 0xff5c;

/** An ASCII letter, a digit, `_` or `-`: not a sign that may be next to a bar. */
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
  const from = runEnd(text, start + 1, signsBefore, isSign);
  const first = runEnd(text, from, MAX_WORD_LENGTH, isLetter);
  if (first === from) return undefined;
  // Tries a word that is cut in two, then a single word.
  const gap = runEnd(text, first, 1, isSign);
  const second = gap === first ? gap : runEnd(text, gap, MAX_WORD_LENGTH, isLetter);
  return (second > gap ? readAs(text, start, from, second, to) : undefined) ?? readAs(text, start, from, first, to);
}

/** The token that begins at `start` if its word is between `from` and `wordEnd`. */
function readAs(text: string, start: number, from: number, wordEnd: number, to: number): NearToken | undefined {
  // A `<|` and the word after it are the next token. The punctuation after the stretch is not part of this one.
  const after = text.slice(wordEnd, Math.min(to, runEnd(text, wordEnd, signsAfter, isSign))).replace(nextOpens, '');
  // Without closing punctuation, two characters are missing.
  if (!closer.test(after)) return undefined;
  const inner = text.slice(from, wordEnd);
  const meaning = tokenMeant(inner);
  if (meaning === undefined) return undefined;
  const before = text.slice(start, from);
  // The pipe operator of some programming languages, `|>`, does not begin a token.
  if (/^[|｜].*[>＞]/s.test(before)) return undefined;
  const [closing = ''] = close.exec(after) ?? [];
  const seen = [lessThan.test(before), bar.test(before), bar.test(closing), /[>＞]/.test(closing)];
  if (seen.filter(Boolean).length < 3 || (!seen[0] && !seen[3])) return undefined;
  const end = start + (before + inner + closing).trimEnd().length;
  return end <= to ? { start, end, ...meaning } : undefined;
}

const closer = /[>＞|｜]/;
const nextOpens = /[<＜][|｜]$/;

/** Where a run of at most `most` characters of a kind ends. */
function runEnd(text: string, from: number, most: number, isKind: (code: number) => boolean): number {
  let at = from;
  for (let count = 0; count < most && at < text.length; count++) {
    const code = text.codePointAt(at) as number;
    if (!isKind(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

const foreignLetter = /[\p{L}\p{N}]/u;
const isLetter = (code: number) => (code < 128 ? isWord(code) : foreignLetter.test(String.fromCodePoint(code)));
const isSign = (code: number) => !isLetter(code);
