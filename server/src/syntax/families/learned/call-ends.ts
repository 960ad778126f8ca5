/** A section of calls whose end is missing, in a message that is closed. */
import { modelRole } from '../../../grammar/index.ts';
import type { Block } from '../../block.ts';
import { messageHeader } from '../../message-header.ts';
import type { Family, LackingEnd } from '../family.ts';
import type { CallEnd } from './facts.ts';

export function lackingCallEnd(
  { mark, calls, after, written }: CallEnd,
  block: Block,
  family: Pick<Family, 'splitBody' | 'misspelledMarks'>,
): LackingEnd | undefined {
  const { text, bodyStart, bodyEnd, terminator } = block;
  if (terminator === undefined || messageHeader(block).role?.name !== modelRole) return undefined;
  const last = Math.max(...calls.map((one) => text.lastIndexOf(one, bodyEnd)));
  if (last < bodyStart || text.lastIndexOf(mark, bodyEnd) > last) return undefined;
  // What resembles the mark is reported as its misspelling.
  if ((family.misspelledMarks?.(block).length ?? 0) > 0) return undefined;
  const body = text.slice(bodyStart, bodyEnd).trimEnd();
  const isCertain = after !== undefined && body.endsWith(after);
  return { mark, at: bodyStart + body.length, ...(isCertain && { written: written ?? mark }) };
}
