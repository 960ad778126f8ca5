/** Finds words in bars that are not tokens, but resemble the token expected there: `<|mesage|>`, `<|im-end|>`. */
import { type TokenFact, tokenByName } from '../../grammar/index.ts';
import type { Block } from '../block.ts';
import type { Span } from '../span.ts';
import { begun, closest } from './closest.ts';
import { misspellings } from './misspelled.ts';
import { scanBars, type TokenLike } from './token-like.ts';

/** The maximum number of words in bars that are checked in a header, which usually contains only a few. */
const MAX_WORDS = 20;

interface WordInBars extends Span {
  readonly word: string;
  /** Whether the second bar is present. */
  readonly isClosed: boolean;
}

const wordInBars = /<\|([A-Za-z_][\w-]{0,40})\|?>/y;

/** The word in bars whose first bar is at the offset `bar`. The second bar may be missing. */
function wordAtBar(text: string, bar: number, from: number, to: number): WordInBars | undefined {
  const start = bar - 1;
  if (start < from || text[start] !== '<') return undefined;
  wordInBars.lastIndex = start;
  const match = wordInBars.exec(text);
  const end = wordInBars.lastIndex;
  if (match === null || end > to) return undefined;
  return { start, end, word: match[1] ?? '', isClosed: text.startsWith('|>', end - 2) };
}

/** The words in bars in a stretch of text, in order. */
export const wordsInBars = (text: string, from: number, to: number): Iterable<WordInBars> =>
  scanBars(text, from, to, wordAtBar);

/** Yields the first `MAX_WORDS` words in bars in a stretch of text. */
function* fewWordsInBars(text: string, from: number, to: number): Generator<WordInBars> {
  let count = 0;
  for (const word of wordsInBars(text, from, to)) {
    yield word;
    if (++count >= MAX_WORDS) return;
  }
}

/** Yields the words in bars in a stretch of text that resemble a token with one of these names. */
export function* nearTokensIn(text: string, from: number, to: number, names: readonly string[]): Generator<TokenLike> {
  for (const { start, end, word, isClosed } of fewWordsInBars(text, from, to)) {
    if (isClosed && tokenByName.has(word)) continue;
    // In ChatML, the names are `im_start` and `im_end`.
    const name = closest(word.replace(/^im[-_]/, ''), names);
    const token = name === undefined ? undefined : tokenByName.get(name);
    if (token) yield { start, end, token };
  }
}

/** Returns the first word in bars in part of a block that resembles `token` more than any other token of the family. */
export function nearlyThis({ text, family }: Block, from: number, to: number, token: TokenFact): TokenLike | undefined {
  const names = family.tokens.map(({ name }) => name);
  for (const { start, end, word } of fewWordsInBars(text, from, to))
    if (!family.tokenAt(text, start) && closest(word, names) === token.name) return { start, end, token };
  return undefined;
}

/** Returns the first word in bars in a stretch of text that resembles a token with one of these names. */
export function nearToken(text: string, from: number, to: number, names: readonly string[]): TokenLike | undefined {
  const [first] = nearTokensIn(text, from, to, names);
  return first;
}

/** The maximum length of a misspelled token, including the space before it (UTF-16 units). */
const MAX_NEAR_TOKEN_LENGTH = 60;

/**
 * A pattern for a word in bars. `<|` and `|>` may be incomplete, and `|>` may be missing. A slash after `<` is allowed, since people write
 * it by analogy with tags.
 */
export const inSomeBars = '(?:<\\/?\\|?|\\|)([A-Za-z_][\\w-]{0,40})(?:\\|?>|\\|)|<\\|(\\w{1,40})';
const lastWord = new RegExp(`(?:${inSomeBars})$`);

/** Matches a word with most of the characters that surround the name of a token. A word with fewer of them must equal the name. */
const inBars = /^<\|.*>$/;

/** A word that stands for a token. `nearly`: the word has a wrong letter, and counts as the token only where that token belongs. */
export interface MeantToken extends TokenLike {
  readonly nearly: boolean;
}

/** Returns the last word in a range of a body, ignoring white space, if it is a misspelling of one of these tokens. */
export function lastTokenLike(
  block: Block,
  from: number,
  to: number,
  tokens: readonly TokenFact[],
): MeantToken | undefined {
  const { text, bodyStart, family } = block;
  let end = to;
  while (end > from && /\s/.test(text[end - 1] as string)) end--;
  const begin = Math.max(from, end - MAX_NEAR_TOKEN_LENGTH);
  for (const misspelledToken of misspellings(text, begin, end, family.spellings))
    if (misspelledToken.end === end && tokens.includes(misspelledToken.token))
      return { ...misspelledToken, nearly: false };
  const match = lastWord.exec(text.slice(begin, end));
  if (match === null) return undefined;
  const [tokenText, closed, word = closed ?? ''] = match;
  const start = end - tokenText.length;
  if (family.tokenAt(text, start) || (family.has.escapes && text[start - 1] === '<')) return undefined;
  const names = tokens.map(({ name }) => name);
  const near = inBars.test(tokenText)
    ? (closest(word, names) ?? closest(word.replace(/^im[-_]/, ''), names) ?? begun(word, names))
    : undefined;
  // A closing tag belongs to the body if the body contains its opening tag.
  const isTag = !tokenText.includes('|') && text.slice(bodyStart, start).includes(`<${word}`);
  const name = near ?? names.find((one) => one === word && !isTag);
  const token = tokens.find((one) => one.name === name);
  return token && { start, end, token, nearly: true };
}
