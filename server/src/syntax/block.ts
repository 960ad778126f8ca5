/**
 * The unit of a transcript: the document header, the text before the first message, or one message with the gap
 * behind it. A block owns its text; every offset in it is relative to the block (UTF-16 units), so nothing in it
 * changes when other blocks grow, shrink or go.
 */

import type { MessageHeader } from './message-header.ts';
import type { Leaf } from './sequence.ts';

export type BlockKind = 'document-header' | 'prelude' | 'message';

export type Terminator = 'end' | 'call' | 'return' | 'im_end';

/** What the scanner met in a block, as bits, so that a plain message costs no further look. */
export const Trait = {
  /** The header is closed by `<|message|>`, in 0.1 by a line break. */
  HasMessage: 1,
  /** The message has no `<|start|>`: a completion that begins with `<|channel|>`. */
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
  /** Nothing closes the message, and the document ends. In 0.1 also: there is no message, and the document ends. */
  Open: 256,
  /** The block is one of OpenChatML 0.1. */
  ChatML: 512,
  /** In 0.1: nothing closes the message, and a role stands behind the token that begins the next one. */
  RoleFollows: 1024,
} as const;

export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  /** Line breaks in the text: `\n`, `\r\n` or `\r`. */
  readonly lines: number;
  /** End of the header: where `<|message|>` begins, or where the header breaks off. */
  readonly headerEnd: number;
  /**
   * The body, between `<|message|>` and the terminator; empty at `headerEnd` without `<|message|>`. In 0.1 it begins
   * behind the header's line break, and leaves out one line break before the terminator.
   */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** End of the message with its terminator; the gap follows. 0 in a prelude, which is all gap. */
  readonly end: number;
  readonly terminator: Terminator | undefined;
  readonly traits: number;
  /** Where the block stands; kept by the sequence, undefined once the block is out of it. */
  leaf: Leaf | undefined;
  /** The parsed header, once asked for (`messageHeader`). */
  parsed: MessageHeader | undefined;
  /** What the block says of its dialect, once asked for (`dialect.ts`). */
  evidence: number | undefined;
  /** What the checker keeps with the block. */
  memo: unknown;
}

export function has(block: Block, trait: number): boolean {
  return (block.traits & trait) !== 0;
}

/** Whether two blocks say the same, so that one can stand for the other. */
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
