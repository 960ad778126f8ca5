/**
 * The unit of a transcript: the document header, the text before the first message, or one message with the gap after it. A block owns its
 * text, and all its offsets are relative to the block (UTF-16 units), so they stay valid when other blocks grow, shrink or are removed.
 */

import type { Family } from './families/family.ts';
import type { MessageHeader } from './message-header.ts';
import type { Leaf } from './sequence.ts';

export type BlockKind = 'document-header' | 'prelude' | 'message';

/** The name of the token that ends a message. */
export type Terminator = string;

/** Traits that the scanner found in a block, as bits, so that a plain message is not examined again. */
export const Trait = {
  /** The header is terminated: by `<|message|>`, or its equivalent in the family's frame. */
  HasMessage: 1,
  /** The message has no `<|start|>`: a completion, or one whose opener is missing (`StartMissing`). */
  Implied: 2,
  /** The body contains `<|` before the terminator: an escape, a literal block or a stray token. */
  OddBody: 4,
  /** Something other than white space follows the terminator. */
  OddGap: 8,
  /** A spelling such as `<\|end\|>` may be in the text. */
  Suspicious: 16,
  /** A literal block has no end marker. */
  LiteralOpen: 32,
  /** `<` stands directly before the block. */
  AfterAngle: 64,
  /** `<|literal|>` occurs, unescaped. */
  HasLiteral: 128,
  /** The message is not closed when the document ends. In a plain frame also: the document ends without a message. */
  Open: 256,
  /** In a plain frame: the message is not closed, and a role follows the token that begins the next one. */
  RoleFollows: 512,
  /** The message should have an opener and has none. */
  StartMissing: 1024,
  /** In a learned dialect: no user message precedes this one, so a user message here may begin with instructions (`merges`). */
  FirstTurn: 2048,
  /** In a learned dialect: the opener and the end of the message do not match, so it may belong to another role. */
  Doubtful: 4096,
} as const;

export interface Block {
  /** The family that reads the block. It changes only with the mode of the document, before any header is read. */
  family: Family;
  readonly kind: BlockKind;
  readonly text: string;
  /** Line breaks in the text: `\n`, `\r\n` or `\r`. */
  readonly lines: number;
  /** End of the header: where `<|message|>` begins, or where the header breaks off. */
  readonly headerEnd: number;
  /**
   * The body, between `<|message|>` and the terminator; empty at `headerEnd` without `<|message|>`. The plain frame defines which line
   * breaks at its edges are excluded.
   */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** End of the message, including its terminator; the gap follows. 0 in a prelude, which consists only of a gap. */
  readonly end: number;
  readonly terminator: Terminator | undefined;
  readonly traits: number;
  /** The leaf that holds the block; maintained by the sequence, undefined once the block is removed from it. */
  leaf: Leaf | undefined;
  /** The parsed header, once requested (`messageHeader`). */
  parsed: MessageHeader | undefined;
  /** The evidence for a dialect in the block, once requested (`dialect.ts`). */
  evidence: number | undefined;
  /** The checker's memo about the block. */
  memo: unknown;
  /** The block itself, then each `BlockCache`, followed by its value. A copy of the block has results of its own. */
  readings: unknown[] | undefined;
}

export function has(block: Block, trait: number): boolean {
  return (block.traits & trait) !== 0;
}

/** Whether two blocks are equal, so that one can replace the other. */
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
