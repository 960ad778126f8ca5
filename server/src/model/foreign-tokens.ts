/** Finds tokens of dialects other than that of the document. */
import type { TokenFact } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import type { Span } from '../syntax/span.ts';
import { type TokenAt, terminatorBefore } from '../syntax/tokens/tokens.ts';
import { indexWithin } from '../syntax/within.ts';
import { outerTokens } from './sequence.ts';

/** Returns the first token of another dialect in a block. Literal blocks are skipped. */
export function firstForeign(block: Block): (Span & { readonly token: TokenFact }) | undefined {
  // For a learned dialect, only its own tokens are known.
  if (block.kind === 'document-header' || block.family.learned !== undefined) return undefined;
  const { tokenAt } = block.family;
  const header = block.kind === 'message' ? foreignIn(block.text, 0, block.headerEnd, tokenAt) : undefined;
  if (header) return header;
  if (block.kind === 'message') {
    for (const { kind, token, start, end } of segments(block)) {
      if (kind === 'token' && token?.kind === 'foreign') return { start, end, token };
    }
  }
  // In Harmony, all text between messages is already reported as `stray-text`.
  if (block.family.has.foreignText) return undefined;
  if (block.family.has.quotes) return outerTokens(block).find(({ token }) => token.kind === 'foreign');
  return foreignIn(block.text, block.end, block.text.length, tokenAt);
}

/** Returns the terminator of another dialect that was accepted as the end of a message. */
export function foreignEnd({ kind, text, bodyEnd, end, terminator }: Block) {
  if (kind !== 'message' || terminator !== undefined || end === bodyEnd) return undefined;
  const token = terminatorBefore(text, end);
  return token && { start: end - token.text.length, end, token };
}

function foreignIn(text: string, from: number, to: number, tokenAt: TokenAt) {
  for (let at = indexWithin(text, '<|', from, to); at >= 0; at = indexWithin(text, '<|', at + 2, to)) {
    const token = tokenAt(text, at);
    if (token?.kind === 'foreign') return { start: at, end: at + token.text.length, token };
  }
  return undefined;
}
