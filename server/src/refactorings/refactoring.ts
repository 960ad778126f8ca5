/** The types of refactorings, which are changes that do not fix a problem. Like fixes, they are proven before they are offered. */
import type { Fix } from '../fixes/fix.ts';
import { type Message, message } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';

/** The block and the selection for which refactorings are requested. */
interface Target {
  /** The block in which the selection begins. */
  readonly block: Block;
  /** UTF-16 offsets in the block. The span is empty at a caret. It ends beyond the text of the block if the selection continues there. */
  readonly selection: Span;
  readonly context: Context;
  /** The block as a message, which is parsed on first use. */
  readonly message: Message;
}

export interface Refactoring {
  readonly kind: 'refactor.extract' | 'refactor.inline' | 'refactor.rewrite' | 'refactor.move';
  /**
   * The condition for offering the refactoring. Editors request refactorings whenever the caret moves. With `caret`, the refactoring is
   * offered even then. With `selection`, it is offered only if text is selected, or if the user asks for refactorings. Otherwise, a light
   * bulb on every line would be a distraction.
   */
  readonly offeredAt: 'caret' | 'selection';
  propose(target: Target): readonly (Fix | undefined)[];
}

/** A refactoring of the whole document. Each of its edits names its block. */
export interface DocumentRefactoring {
  readonly kind: `source.${string}.ocml`;
  propose(context: Context): Fix | undefined;
}

/**
 * The target for a selection or a caret in the document (UTF-16 offsets). The position at the end of an unclosed message belongs to that
 * message.
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

/** Whether a block is a complete message with an opener, a header and a terminator, and without faults. */
export function isWhole(block: Block): boolean {
  if (block.kind !== 'message' || !has(block, Trait.HasMessage) || block.terminator === undefined) return false;
  if (has(block, Trait.Implied) || has(block, Trait.StartMissing)) return false;
  const { header, role } = message(block);
  const { faults, misspelled, foreign } = header;
  return role !== undefined && faults.length === 0 && misspelled.length === 0 && !foreign;
}

export function isInBody({ start, end }: Span, { bodyStart, bodyEnd }: Block): boolean {
  return start >= bodyStart && end <= bodyEnd;
}
