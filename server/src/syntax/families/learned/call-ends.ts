/** A section of calls whose end is missing, in a message that is closed. */
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
  // A misspelling of the mark is reported as such.
  return (family.misspelledMarks?.(block).length ?? 0) > 0 ? undefined : mark;
}
