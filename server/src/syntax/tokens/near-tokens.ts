/**
 * Finds words that may stand for a token, for views that must not show text which that token would hide. In such a word, one character may
 * be missing, extra or wrong.
 */

import { thoughtEdges } from '../../grammar/thought-edges.ts';
import { families } from '../families/index.ts';
import { closest } from './closest.ts';
import { scanBars, type TokenLike } from './token-like.ts';

/** A token, or a word that resembles it more than any other token. */
export interface NearToken extends TokenLike {
  /** Whether the word is a token of another model, and not a misspelling. */
  readonly isBorrowed: boolean;
}

type Meaning = Pick<NearToken, 'token' | 'isBorrowed'>;

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The tokens of all families that have a meaning, by their names reduced to the letters. Tokens with the same name have the same meaning.
 */
const byLetters = new Map(
  Object.values(families)
    .flatMap(({ tokens }) => tokens)
    .filter(({ kind }) => kind !== 'sequence')
    .reverse()
    .map((token) => [letters(token.name), token]),
);
const candidates = [...byLetters.keys()];

const { begin, end, subjects } = thoughtEdges;
/** Matches the letters of words with which other models begin or end a thought. */
const borrowedEdge = new RegExp(`^(?:(${begin.join('|')})|${end.join('|')})(?:of)?(?:${subjects.join('|')})$`);

/** The maximum length of the word in a token, and of the punctuation before and after it (characters). */
const MAX_WORD_LENGTH = 24;
const signsBefore = 4;
const signsAfter = 5;
const lessThan = /[<＜]/;
const bar = /[|｜]/;
/** Matches the end of a token, even if some of its characters are missing. */
const close = /^[^>＞|｜]*(?:[|｜][^>＞|｜]{0,2}[|｜]?[^>＞|｜]{0,2})?[>＞]?/;

const meaningByWord = new Map<string, Meaning | undefined>();
const MAX_CACHED_WORDS = 1000;

/** Returns the token whose name equals a word or is closest to it. The results are cached, since the same few words recur between bars. */
function tokenMeant(inner: string): Meaning | undefined {
  if (meaningByWord.has(inner)) return meaningByWord.get(inner);
  if (meaningByWord.size >= MAX_CACHED_WORDS) meaningByWord.clear();
  const wordLetters = letters(inner);
  const edge = byLetters.has(wordLetters) ? null : borrowedEdge.exec(wordLetters);
  const name = edge ? (edge[1] ? 'startreason' : 'endreason') : wordLetters;
  const token = byLetters.get(byLetters.has(name) ? name : (closest(name, candidates) ?? ''));
  const meaning = token && { token, isBorrowed: edge !== null };
  meaningByWord.set(inner, meaning);
  return meaning;
}

/**
 * Returns the correct and nearly correct tokens that begin in a range of text, in order. Only bars are examined, since a token with a
 * single fault still has at least one bar.
 */
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
 * The offsets at which a token that includes the bar at `at` may begin. At least one bar still has an angle bracket next to it. If it is
 * the first bar, the token begins at that bracket. If it is the second bar, the token begins at the bracket or bar before its word.
 */
function startsAt(text: string, at: number, from: number): readonly number[] {
  for (let index = at - 1; index >= Math.max(from, at - 4) && !isWord(text.charCodeAt(index)); index--) {
    if (isLessThan(text.charCodeAt(index))) return [index];
  }
  for (let index = at + 1; index <= at + 5 && !isWord(text.charCodeAt(index)); index++) {
    if (isGreaterThan(text.charCodeAt(index)))
      return openingsBefore(text, at, Math.max(from, at - MAX_NEAR_TOKEN_LENGTH));
  }
  return nowhere;
}

const nowhere: readonly number[] = [];

/**
 * The offsets of brackets and bars before a bar, if at most one word is in between, or two words separated by one punctuation character.
 */
function openingsBefore(text: string, at: number, from: number): number[] {
  const openings: number[] = [];
  let words = 0;
  let signs = 0;
  for (let index = at - 1; index >= from; index--) {
    const unit = text.charCodeAt(index);
    if (isLessThan(unit) || isBar(unit)) openings.push(index);
    // This loop recognizes letters only in ASCII. After any other character, words are no longer counted.
    if (unit >= 128) words = Number.NEGATIVE_INFINITY;
    if (!isWord(unit)) {
      signs++;
    } else if (signs > 0 || index === at - 1) {
      if (++words > 2 || (words === 2 && signs > 1)) break;
      signs = 0;
    }
    if (words > 0 && signs > signsBefore + 1) break;
  }
  return openings;
}

const isLessThan = (unit: number) => unit === 0x3c || unit === 0xff1c;
const isGreaterThan = (unit: number) => unit === 0x3e || unit === 0xff1e;
const isBar = (unit: number) => unit === 0x7c || unit === 0xff5c;

/** Whether a character is an ASCII letter, a digit, `_` or `-`, and so not punctuation next to a bar. */
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
  // First tries a word that punctuation cuts in two, then a single word.
  const gap = runEnd(text, first, 1, isSign);
  const second = gap === first ? gap : runEnd(text, gap, MAX_WORD_LENGTH, isLetter);
  return (second > gap ? readAs(text, start, from, second, to) : undefined) ?? readAs(text, start, from, first, to);
}

/** Returns the token that begins at `start`, if its word is between `from` and `wordEnd`. */
function readAs(text: string, start: number, from: number, wordEnd: number, to: number): NearToken | undefined {
  // A `<|` and the word after it belong to the next token. Punctuation after `to` does not belong to this token.
  const after = text.slice(wordEnd, Math.min(to, runEnd(text, wordEnd, signsAfter, isSign))).replace(nextOpens, '');
  // Without closing punctuation, at least two characters would be missing.
  if (!closer.test(after)) return undefined;
  const inner = text.slice(from, wordEnd);
  const meaning = tokenMeant(inner);
  if (meaning === undefined) return undefined;
  const before = text.slice(start, from);
  // In `|>`, the pipe operator of some programming languages, no token begins.
  if (/^[|｜].*[>＞]/s.test(before)) return undefined;
  const [closing = ''] = close.exec(after) ?? [];
  const presentSigns = [lessThan.test(before), bar.test(before), bar.test(closing), /[>＞]/.test(closing)];
  if (presentSigns.filter(Boolean).length < 3 || (!presentSigns[0] && !presentSigns[3])) return undefined;
  const end = start + (before + inner + closing).trimEnd().length;
  return end <= to ? { start, end, ...meaning } : undefined;
}

const closer = /[>＞|｜]/;
const nextOpens = /[<＜][|｜]$/;

/** The end of a run of characters of one kind, at most `most` of them. */
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
