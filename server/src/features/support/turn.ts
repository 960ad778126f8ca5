/** Finds the turn around a message. A turn begins with a user message and ends before the next one. */
import { userRole } from '../../grammar/index.ts';
import { headerInfo } from '../../model/message.ts';
import { dividesFiles } from '../../model/sequence.ts';
import type { Block } from '../../syntax/block.ts';
import type { Place } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** The maximum number of messages that are searched in each direction for the boundaries of a turn. */
const MAX_MESSAGES = 2000;

const saysUser = (block: Block | undefined) => block?.kind === 'message' && headerInfo(block).role === userRole;

/** The turn that contains a message, as offsets in the document. Undefined if the message precedes the first turn. */
export function turnAround({ blocks }: Transcript, place: Place): Span | undefined {
  let { index, start } = place;
  for (let block: Block | undefined = place.block; ; ) {
    const before = blocks.at(index - 1);
    if (saysUser(block) && (!saysUser(before) || (before && dividesFiles(before)))) break;
    if (before === undefined || before.kind !== 'message' || dividesFiles(before)) return undefined;
    if (place.index - index >= MAX_MESSAGES) return undefined;
    block = before;
    index--;
    start -= before.text.length;
  }
  let end = place.start + place.block.end;
  let at = place.start + place.block.text.length;
  for (let last = place.block, next = place.index + 1; ; next++) {
    const block = blocks.at(next);
    if (block === undefined || dividesFiles(last) || (saysUser(block) && !saysUser(last))) break;
    if (next - place.index >= MAX_MESSAGES) return undefined;
    end = at + block.end;
    at += block.text.length;
    last = block;
  }
  return { start, end };
}
