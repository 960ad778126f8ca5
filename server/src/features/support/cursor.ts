/** The position that a request is about, as a block and an offset in that block, and its conversion to ranges. */
import type { Position, Range } from 'vscode-languageserver-types';
import type { TokenFact } from '../../grammar/index.ts';
import type { Block } from '../../syntax/block.ts';
import { families } from '../../syntax/families/index.ts';
import type { Place } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import { MAX_TOKEN_LENGTH, type TokenAt, tokenAt } from '../../syntax/tokens/tokens.ts';
import type { Transcript } from '../../syntax/transcript.ts';

export interface Cursor {
  readonly transcript: Transcript;
  readonly place: Place;
  readonly block: Block;
  /** The UTF-16 offset in the block. */
  readonly at: number;
}

/** The cursor at the character that begins at `offset` (UTF-16 units in the document). Undefined in an empty document. */
export function cursorAt(transcript: Transcript, offset: number): Cursor | undefined {
  const place = transcript.blocks.placeAt(offset);
  if (place === undefined || offset < 0) return undefined;
  return { transcript, place, block: place.block, at: offset - place.start };
}

/** The cursor after the character that ends at `offset`. Between two blocks, the cursor is at the end of the first block. */
export function cursorBehind(transcript: Transcript, offset: number): Cursor {
  const place = transcript.blocks.placeAt(Math.max(0, offset - 1)) ?? {
    block: empty,
    index: 0,
    start: 0,
    startLine: 0,
  };
  return { transcript, place, block: place.block, at: offset - place.start };
}

/** The block that is used for an empty document, which has none. */
const empty = families['openchatml-2.2'].scan({ text: '\n', first: true, last: true }).blocks[0] as Block;

/** The LSP range of a span of the cursor's block. */
export function rangeOf({ transcript, place }: Pick<Cursor, 'transcript' | 'place'>, { start, end }: Span): Range {
  return { start: transcript.positionIn(place, start), end: transcript.positionIn(place, end) };
}

/** Whether a span contains an offset. The end of the span is excluded. */
export function within({ start, end }: Span, at: number): boolean {
  return at >= start && at < end;
}

/** Returns the token at an offset in a text. `find` looks up the tokens of a family, by default those of OpenChatML 2.x. */
export function tokenAround(
  text: string,
  at: number,
  find: TokenAt = tokenAt,
): (Span & { readonly token: TokenFact }) | undefined {
  if (find !== tokenAt) return anyTokenAround(text, at, find);
  const from = Math.max(0, at - MAX_TOKEN_LENGTH);
  const index = text.slice(from, at + 2).lastIndexOf('<|');
  if (index < 0) return undefined;
  const start = from + index;
  const token = find(text, start);
  if (token === undefined || at >= start + token.text.length) return undefined;
  return { token, start, end: start + token.text.length };
}

/**
 * The maximum distance between an offset and the start of the token that contains it. Learned tokens may be longer than others, and may
 * contain a line break.
 */
const MAX_REACH = 2 * MAX_TOKEN_LENGTH;

/** The token around an offset, for families whose tokens may begin with any character. */
function anyTokenAround(text: string, at: number, find: TokenAt): (Span & { readonly token: TokenFact }) | undefined {
  for (let start = Math.max(0, at - MAX_REACH); start <= at; start++) {
    const token = find(text, start);
    if (token !== undefined && at < start + token.text.length) return { token, start, end: start + token.text.length };
  }
  return undefined;
}

/** Whether a value is an LSP position. It has to be checked because clients may send anything. */
export function isPosition(value: unknown): value is Position {
  const { line, character } = (value ?? {}) as Partial<Position>;
  return typeof line === 'number' && typeof character === 'number';
}
