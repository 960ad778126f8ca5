/** `<|word|>` that is no token, but nearly the one that is missing in its place: `<|mesage|>`, `<|im-end|>`. */
import { type TokenFact, tokenByName } from '../grammar/index.ts';
import { closest } from '../syntax/closest.ts';
import type { Span } from '../syntax/span.ts';

export interface NearToken extends Span {
  readonly token: TokenFact;
}

/** The first word in bars of a stretch, if it is nearly a token of one of these names. A bar may be lost. */
export function nearToken(text: string, from: number, to: number, names: readonly string[]): NearToken | undefined {
  const found = /<\|([A-Za-z_][\w-]{0,40})\|?>/.exec(text.slice(from, to));
  const [written = '', word = ''] = found ?? [];
  if (found === null || (tokenByName.has(word) && written.endsWith('|>'))) return undefined;
  // ChatML calls its tokens `im_start` and `im_end`.
  const name = closest(word.replace(/^im[-_]/, ''), names);
  const token = name === undefined ? undefined : tokenByName.get(name);
  const start = from + found.index;
  return token && { start, end: start + written.length, token };
}
