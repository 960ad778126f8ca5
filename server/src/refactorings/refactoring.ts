/** The type of refactorings: changes that no problem asks for. One has to pass the proof of fixes before it is offered. */
import type { Fix } from '../fixes/fix.ts';
import { type Message, message } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';

/** Where the user asks for refactorings. */
interface Target {
  /** The block in which the selection begins. */
  readonly block: Block;
  /** UTF-16 offsets in the block; empty at a caret, and beyond the block's text where the selection continues. */
  readonly selection: Span;
  readonly context: Context;
  /** The message that the block is; not of a prelude or a document header. */
  readonly message: Message;
}

export interface Refactoring {
  readonly kind: 'refactor.extract' | 'refactor.inline' | 'refactor.rewrite' | 'refactor.move';
  /**
   * An editor asks with every move of the caret. `caret`: offered then, too; `selection`: only if something is selected,
   * since a light bulb on each line would be noise.
   */
  readonly offeredAt: 'caret' | 'selection';
  propose(target: Target): readonly (Fix | undefined)[];
}

/** One that changes the whole document. Its edits name their blocks. */
export interface DocumentRefactoring {
  readonly kind: `source.${string}.ocml`;
  propose(context: Context): Fix | undefined;
}

/**
 * The stretch of the document that the user has selected, or the one at an offset (UTF-16). A message that nothing closes
 * continues at its end.
 */
export function targetAt({ start, end }: Span, context: Context): Target | undefined {
  const { blocks } = context;
  const at = blocks.placeAt(start);
  const before = at && at.start === start && start > 0 ? blocks.placeAt(start - 1) : undefined;
  const isOpen = before?.block.kind === 'message' && before.block.terminator === undefined;
  const place = isOpen ? before : at;
  if (place?.block.kind !== 'message') return undefined;
  const { block, start: base } = place;
  let view: Message | undefined;
  return {
    block,
    selection: { start: start - base, end: end - base },
    context,
    get message() {
      view ??= message(block);
      return view;
    },
  };
}

/** Whether a block is a message with opener, header and terminator, and nothing about it is in doubt. */
export function isWhole(block: Block): boolean {
  if (block.kind !== 'message' || !has(block, Trait.HasMessage) || block.terminator === undefined) return false;
  if (has(block, Trait.Implied) || has(block, Trait.StartMissing)) return false;
  const { header, role } = message(block);
  const { faults, misspelled, foreign } = header;
  return role !== undefined && faults.length === 0 && misspelled.length === 0 && !foreign;
}

/** Whether a span is a stretch of a block's body. */
export function isInBody({ start, end }: Span, { bodyStart, bodyEnd }: Block): boolean {
  return start >= bodyStart && end <= bodyEnd;
}
