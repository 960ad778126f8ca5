/** `<|word|>` that is not a token, but nearly the one that is missing in its place: `<|mesage|>`, `<|im-end|>`. */
import { type TokenFact, tokenByName } from '../../grammar/index.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';

export interface NearToken extends Span {
  readonly token: TokenFact;
}

/** How many words in bars are looked at: a header has a handful. */
const limit = 20;

/** The words in bars of a stretch that are nearly a token of one of these names. A bar may be lost. */
export function* nearTokensIn(text: string, from: number, to: number, names: readonly string[]): Generator<NearToken> {
  const words = /<\|([A-Za-z_][\w-]{0,40})\|?>/g;
  words.lastIndex = from;
  for (let looked = 0; looked < limit; looked++) {
    const found = words.exec(text);
    if (found === null || words.lastIndex > to) return;
    const [written, word = ''] = found;
    if (tokenByName.has(word) && written.endsWith('|>')) continue;
    // ChatML calls its tokens `im_start` and `im_end`.
    const name = closest(word.replace(/^im[-_]/, ''), names);
    const token = name === undefined ? undefined : tokenByName.get(name);
    if (token) yield { start: found.index, end: words.lastIndex, token };
  }
}

/** The first of them. */
export function nearToken(text: string, from: number, to: number, names: readonly string[]): NearToken | undefined {
  const [first] = nearTokensIn(text, from, to, names);
  return first;
}
