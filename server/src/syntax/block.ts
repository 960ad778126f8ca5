/**
 * The unit of a transcript: the document header, the text before the first message, or one message with the gap
 * after it. A block owns its text; every offset in it is relative to the block (UTF-16 units), so nothing in it
 * changes when other blocks grow, shrink or go.
 */

import type { Family } from './families/family.ts';
import type { MessageHeader } from './message-header.ts';
import type { Leaf } from './sequence.ts';

export type BlockKind = 'document-header' | 'prelude' | 'message';

/** The name of the token that ends a message. */
export type Terminator = string;

/** Traits that the scanner met in a block, as bits, so that a plain message costs no further look. */
export const Trait = {
  /** Something ends the header: `<|message|>`, or its equivalent in the frame of the family. */
  HasMessage: 1,
  /** The message has no `<|start|>`: a completion, or one whose opener is missing (`StartMissing`). */
  Implied: 2,
  /** The body holds `<|` besides its terminator: an escape, a literal block, a stray token. */
  OddBody: 4,
  /** Something other than white space follows the terminator. */
  OddGap: 8,
  /** A spelling such as `<\|end\|>` may be in the text. */
  Suspicious: 16,
  /** A literal block without end marker. */
  LiteralOpen: 32,
  /** `<` stands directly before the block. */
  AfterAngle: 64,
  /** `<|literal|>` occurs, unescaped. */
  HasLiteral: 128,
  /** Nothing closes the message, and the document ends. In a plain frame also: there is no message, and the document ends. */
  Open: 256,
  /** In a plain frame: nothing closes the message, and a role is after the token that begins the next one. */
  RoleFollows: 512,
  /** The message should have an opener and has none. */
  StartMissing: 1024,
  /** Of a learned dialect: no user has spoken before the message, so that a user's may begin with instructions (`merges`). */
  FirstTurn: 2048,
  /** Of a learned dialect: what begins the message and what ends it do not fit, so that it may be another's. */
  Doubtful: 4096,
} as const;

export interface Block {
  /** How the block is read. It changes only with the mode of the document, before any header is read. */
  family: Family;
  readonly kind: BlockKind;
  readonly text: string;
  /** Line breaks in the text: `\n`, `\r\n` or `\r`. */
  readonly lines: number;
  /** End of the header: where `<|message|>` begins, or where the header breaks off. */
  readonly headerEnd: number;
  /**
   * The body, between `<|message|>` and the terminator; empty at `headerEnd` without `<|message|>`. A plain frame says
   * which line breaks at its edges are not of it.
   */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** End of the message with its terminator; the gap follows. 0 in a prelude, which is all gap. */
  readonly end: number;
  readonly terminator: Terminator | undefined;
  readonly traits: number;
  /** Where the block is; kept by the sequence, undefined once the block is out of it. */
  leaf: Leaf | undefined;
  /** The parsed header, once asked for (`messageHeader`). */
  parsed: MessageHeader | undefined;
  /** The evidence of the block for a dialect, once asked for (`dialect.ts`). */
  evidence: number | undefined;
  /** The checker's memo about the block. */
  memo: unknown;
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
