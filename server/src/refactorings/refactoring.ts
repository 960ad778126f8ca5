/** Types of refactorings: changes that do not fix a problem. Like fixes, they are validated before they are offered. */
import type { Fix } from '../fixes/fix.ts';
import { type Message, message } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';

/** The position for which the user requests refactorings. */
interface Target {
  /** The block in which the selection begins. */
  readonly block: Block;
  /** UTF-16 offsets in the block; empty at a caret, and beyond the block's text if the selection continues there. */
  readonly selection: Span;
  readonly context: Context;
  /** The block as a message; not for a prelude or a document header. */
  readonly message: Message;
}

export interface Refactoring {
  readonly kind: 'refactor.extract' | 'refactor.inline' | 'refactor.rewrite' | 'refactor.move';
  /**
   * Editors request refactorings whenever the caret moves. `caret`: offered even then; `selection`: only offered if something is
   * selected, since a light bulb on each line would be noise.
   */
  readonly offeredAt: 'caret' | 'selection';
  propose(target: Target): readonly (Fix | undefined)[];
}

/** A refactoring of the whole document. Its edits name their blocks. */
export interface DocumentRefactoring {
  readonly kind: `source.${string}.ocml`;
  propose(context: Context): Fix | undefined;
}

/**
 * The target for a selection, or for a caret, in the document (UTF-16 offsets). The position at the end of an unclosed message still
 * belongs to that message.
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

/** Whether a block is a complete message with opener, header and terminator, without doubtful parts. */
export function isWhole(block: Block): boolean {
  if (block.kind !== 'message' || !has(block, Trait.HasMessage) || block.terminator === undefined) return false;
  if (has(block, Trait.Implied) || has(block, Trait.StartMissing)) return false;
  const { header, role } = message(block);
  const { faults, misspelled, foreign } = header;
  return role !== undefined && faults.length === 0 && misspelled.length === 0 && !foreign;
}

/** Whether a span is inside a block's body. */
export function isInBody({ start, end }: Span, { bodyStart, bodyEnd }: Block): boolean {
  return start >= bodyStart && end <= bodyEnd;
}
