/** Detects a closed message that lacks the mark at the end of its calls. */
import { modelRole } from '../../../grammar/index.ts';
import type { Block } from '../../block.ts';
import { messageHeader } from '../../message-header.ts';
import type { Family } from '../family.ts';
import type { CallEnd } from './facts.ts';

export function lackingCallEnd(
  { mark, calls }: CallEnd,
  block: Block,
  family: Pick<Family, 'misspelledMarks'>,
): string | undefined {
  const { text, bodyStart, bodyEnd, terminator } = block;
  if (terminator === undefined || messageHeader(block).role?.name !== modelRole) return undefined;
  const last = calls.reduce((most, one) => Math.max(most, text.lastIndexOf(one, bodyEnd)), -1);
  if (last < bodyStart || text.lastIndexOf(mark, bodyEnd) > last) return undefined;
  // If a mark is misspelled, that is reported instead.
  return (family.misspelledMarks?.(block).length ?? 0) > 0 ? undefined : mark;
}
