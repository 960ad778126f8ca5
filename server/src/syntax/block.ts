/**
 * A block is the unit of a transcript: the document header, the text before the first message, or a message with the gap after it. A block
 * has its own text. All its offsets are relative to this text (UTF-16 units), so they stay valid when other blocks grow, shrink or are
 * removed.
 */

import type { Family } from './families/family.ts';
import type { MessageHeader } from './message-header.ts';
import type { Leaf } from './sequence.ts';

export type BlockKind = 'document-header' | 'prelude' | 'message';

/** The name of the token that ends a message. */
export type Terminator = string;

/** The traits that the scanner found in a block, as bits, so that a plain message need not be examined again. */
export const Trait = {
  /** The header ends with `<|message|>`, or with its equivalent in the family's frame. */
  HasMessage: 1,
  /** The message has no `<|start|>`: it is a completion, or its opener is missing (`StartMissing`). */
  Implied: 2,
  /** The body contains `<|` before the terminator: an escape, a literal block or a stray token. */
  OddBody: 4,
  /** The terminator is followed by more than white space. */
  OddGap: 8,
  /** The text may contain a spelling such as `<\|end\|>`. */
  Suspicious: 16,
  /** A literal block has no end marker. */
  LiteralOpen: 32,
  /** A `<` comes directly before the block. */
  AfterAngle: 64,
  /** The block contains an unescaped `<|literal|>`. */
  HasLiteral: 128,
  /** The document ends before the message is closed. In a plain frame also: the document ends without a message. */
  Open: 256,
  /** In a plain frame: the message is not closed, and the token that begins the next message is followed by a role. */
  RoleFollows: 512,
  /** The message needs an opener, but has none. */
  StartMissing: 1024,
  /** In a learned dialect: no user message precedes this message. If it is a user message, it may begin with instructions (`merges`). */
  FirstTurn: 2048,
  /** In a learned dialect: the opener and the end of the message do not match, so it may belong to another role. */
  Doubtful: 4096,
} as const;

export interface Block {
  /** The family by whose rules the block is read. It changes only with the mode of the document, before any header is read. */
  family: Family;
  readonly kind: BlockKind;
  readonly text: string;
  /** The number of line breaks in the text: `\n`, `\r\n` or `\r`. */
  readonly lines: number;
  /** The end of the header: the offset of `<|message|>`, or where the header breaks off. */
  readonly headerEnd: number;
  /**
   * The body lies between `<|message|>` and the terminator. Without `<|message|>`, it is empty and at `headerEnd`. In a plain frame, some
   * line breaks at its edges are excluded, as the frame defines.
   */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The end of the message, including its terminator. The gap follows it. In a prelude, which is only a gap, this is 0. */
  readonly end: number;
  readonly terminator: Terminator | undefined;
  readonly traits: number;
  /** The leaf of the sequence that contains the block; undefined if no sequence does. The sequence sets it. */
  leaf: Leaf | undefined;
  /** The parsed header, which is kept after `messageHeader` has first parsed it. */
  parsed: MessageHeader | undefined;
  /** The block's evidence for a dialect, after the first request (`dialect.ts`). */
  evidence: number | undefined;
  /** The checker's memo about the block. */
  memo: unknown;
  /**
   * The values that caches (`BlockCache`) store for this block: first the block itself, then each cache followed by its value. If the first
   * element is another block, this block is a copy of it, and the values are not used.
   */
  readings: unknown[] | undefined;
}

export function has(block: Block, trait: number): boolean {
  return (block.traits & trait) !== 0;
}

/** Whether two blocks are equal, so that the old one can be kept in place of the new one. */
export function sameBlock(a: Block, b: Block): boolean {
  return (
    a.kind === b.kind &&
    a.traits === b.traits &&
    a.end === b.end &&
    a.headerEnd === b.headerEnd &&
    a.text.length === b.text.length &&
    a.text === b.text
  );
}
