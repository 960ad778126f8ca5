/** Finds pairs of tags or tokens in a body that have the same name, so that an editor can change both names at once. */
import { type Block, has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';
import { ENDLITERAL, LITERAL } from '../../syntax/tokens/tokens.ts';
import { taggedParts } from '../calls/tagged-parts.ts';
import { headerInfo } from '../message.ts';
import { thoughtName } from '../thoughts.ts';

type Pair = readonly [Span, Span];

/**
 * Returns the pair of names that includes the name at an offset in a message: the names in `<think>` and `</think>`, in the
 * tokens of a literal block, or in those of a thought.
 */
export function tagPairAt(block: Block, at: number): Pair | undefined {
  if (block.kind !== 'message' || at < block.bodyStart || at > block.bodyEnd) return undefined;
  const covers = ({ start, end }: Span) => at >= start && at <= end;
  for (const pair of pairsIn(block)) if (pair.some(covers)) return pair;
  return undefined;
}

function* pairsIn(block: Block): Generator<Pair> {
  for (const { name, open, close } of taggedParts(block, headerInfo(block).role))
    if (open && close) yield [nameIn(open, 1, name.length), nameIn(close, 2, name.length)];
  if (!has(block, Trait.OddBody)) return;
  const begun = new Map<string, Span[]>();
  for (const segment of segments(block)) {
    const { kind, start, end, closed, token } = segment;
    if (kind === 'token' && token?.kind === 'thought') {
      const name = thoughtName(segment);
      const same = begun.get(name) ?? [];
      begun.set(name, same);
      const begins = token.name.startsWith('start_');
      const first = begins ? undefined : same.pop();
      if (begins) same.push(segment);
      else if (first) yield [lastOf(first, name.length), lastOf(segment, name.length)];
    }
    if (kind !== 'literal' || !closed) continue;
    const open = { start, end: start + LITERAL.text.length };
    yield [
      lastOf(open, LITERAL.name.length),
      lastOf({ start: end - ENDLITERAL.text.length, end }, LITERAL.name.length),
    ];
  }
}

const nameIn = ({ start }: Span, before: number, length: number): Span => ({
  start: start + before,
  end: start + before + length,
});
/** The span of the last `length` characters of the name in a token. */
const lastOf = ({ end }: Span, length: number): Span => ({ start: end - '|>'.length - length, end: end - '|>'.length });
