/** `<|word|>` that is not a token, but nearly the one that is missing in its place: `<|mesage|>`, `<|im-end|>`. */
import { type TokenFact, tokenByName } from '../../grammar/index.ts';
import { foreignEnd } from '../../model/foreign.ts';
import { nearest } from '../../syntax/ascending.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { messageHeader } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { begun, closest } from '../../syntax/tokens/closest.ts';
import { misspellings, unfinishedAt } from '../../syntax/tokens/misspelled.ts';
import { firstLine } from './places.ts';

export interface NearToken extends Span {
  readonly token: TokenFact;
}

/** How many words in bars are looked at: a header has a handful. */
const limit = 20;

/** The words in bars of a stretch; a bar may be lost. */
function* wordsIn(text: string, from: number, to: number): Generator<Span & { readonly word: string }> {
  const words = /<\|([A-Za-z_][\w-]{0,40})\|?>/g;
  words.lastIndex = from;
  for (let looked = 0; looked < limit; looked++) {
    const found = words.exec(text);
    if (found === null || words.lastIndex > to) return;
    yield { start: found.index, end: words.lastIndex, word: found[1] ?? '' };
  }
}

/** The words in bars of a stretch that are nearly a token of one of these names. */
export function* nearTokensIn(text: string, from: number, to: number, names: readonly string[]): Generator<NearToken> {
  for (const { start, end, word } of wordsIn(text, from, to)) {
    if (tokenByName.has(word) && text.startsWith('|>', end - 2)) continue;
    // ChatML calls its tokens `im_start` and `im_end`.
    const name = closest(word.replace(/^im[-_]/, ''), names);
    const token = name === undefined ? undefined : tokenByName.get(name);
    if (token) yield { start, end, token };
  }
}

/** The first word in bars in a stretch of a block that resembles this token of its family, and no other one. */
export function nearlyThis({ text, family }: Block, from: number, to: number, token: TokenFact): NearToken | undefined {
  const names = family.tokens.map(({ name }) => name);
  for (const { start, end, word } of wordsIn(text, from, to))
    if (!family.tokenAt(text, start) && closest(word, names) === token.name) return { start, end, token };
  return undefined;
}

/** The first of them. */
export function nearToken(text: string, from: number, to: number, names: readonly string[]): NearToken | undefined {
  const [first] = nearTokensIn(text, from, to, names);
  return first;
}

/** How long a misspelled token is at most, with the space before it (UTF-16 units). */
const MAX_NEAR_TOKEN_LENGTH = 60;

/**
 * A word in bars, as a pattern. What of `<|` and `|>` is there varies, and the latter may be lost; a slash comes with the habit
 * of tags.
 */
export const inSomeBars = '(?:<\\/?\\|?|\\|)([A-Za-z_][\\w-]{0,40})(?:\\|?>|\\|)|<\\|(\\w{1,40})';
const lastWord = new RegExp(`(?:${inSomeBars})$`);

/** Most of the signs around such a word: with fewer, it has to be the very name. */
const inBars = /^<\|.*>$/;

/** A word that is meant as a token. `nearly`: it has a wrong letter, and is one only where that token belongs. */
export interface Slip extends NearToken {
  readonly nearly: boolean;
}

/** What a stretch of a body ends with, space aside, if it is meant as one of these tokens and is none. */
export function lastSlip(block: Block, from: number, to: number, tokens: readonly TokenFact[]): Slip | undefined {
  const { text, bodyStart, family } = block;
  let end = to;
  while (end > from && /\s/.test(text[end - 1] as string)) end--;
  const begin = Math.max(from, end - MAX_NEAR_TOKEN_LENGTH);
  for (const found of misspellings(text, begin, end, family.spellings))
    if (found.end === end && tokens.includes(found.token)) return { ...found, nearly: false };
  const found = lastWord.exec(text.slice(begin, end));
  if (found === null) return undefined;
  const [written, closed, word = closed ?? ''] = found;
  const start = end - written.length;
  if (family.tokenAt(text, start) || (family.has.escapes && text[start - 1] === '<')) return undefined;
  const names = tokens.map(({ name }) => name);
  const near = inBars.test(written)
    ? (closest(word, names) ?? closest(word.replace(/^im[-_]/, ''), names) ?? begun(word, names))
    : undefined;
  // A tag that closes what the body has opened is the body's.
  const isTag = !written.includes('|') && text.slice(bodyStart, start).includes(`<${word}`);
  const name = near ?? names.find((one) => one === word && !isTag);
  const token = tokens.find((one) => one.name === name);
  return token && { start, end, token, nearly: true };
}

/**
 * What follows a header that no token ends, and cannot be of it: of 2.x, the header says so; in a plain frame, lines follow its
 * own. The first line, or undefined.
 */
export function textInHeader(block: Block): Span | undefined {
  const { text, bodyEnd, family } = block;
  if (has(block, Trait.HasMessage) || family.frame.headerEnd === 'line break') return undefined;
  const { bodyStart, faults, role } = messageHeader(block);
  const said = faults.find(({ rule }) => rule === 'no-message');
  if (said) return said;
  const isApart = family.has.plainFrames && role && /[\r\n]\s*\S/.test(text.slice(role.end, bodyEnd));
  const line = isApart ? firstLine(text, { start: bodyStart, end: bodyEnd }) : undefined;
  return line && line.end > line.start ? line : undefined;
}

/**
 * A word in the place of an open message's terminator that is meant as one: in another spelling, which is a token anywhere,
 * or with a wrong letter (`<|eot_d|>`), which is one only here. `token-misspelled` reports both.
 */
export function misspelledEnd(block: Block): Slip | undefined {
  const { text, bodyStart, bodyEnd, family, terminator } = block;
  if (terminator !== undefined || foreignEnd(block)) return undefined;
  const from = has(block, Trait.HasMessage) ? bodyStart : textInHeader(block)?.start;
  if (from === undefined || has(block, Trait.LiteralOpen)) return undefined;
  const slip = lastSlip(block, from, bodyEnd, family.frame.terminators);
  // A document that breaks off in a token ends with that.
  return slip?.nearly && has(block, Trait.Open) && unfinishedAt(text, family.spellings) ? undefined : slip;
}

/** Whether a stretch of a block holds such a spelling of a token; the block is read once, when that is first asked. */
export function misspelledIn({ text, bodyStart, family }: Block): (from: number, to: number, name: string) => boolean {
  let byName: Map<string, number[]> | undefined;
  return (from, to, name) => {
    if (byName === undefined) {
      byName = new Map();
      for (const { token, start } of misspellings(text, bodyStart, text.length, family.spellings)) {
        const starts = byName.get(token.name);
        if (starts) starts.push(start);
        else byName.set(token.name, [start]);
      }
    }
    const next = nearest(byName.get(name), from - 1, 'after');
    return next !== undefined && next < to;
  };
}
