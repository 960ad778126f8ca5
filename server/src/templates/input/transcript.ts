/**
 * A transcript of any family as a template takes it (language §4): what is public, which is instructions, and what the user
 * and the assistant say for the user to see. What is hidden goes into a prompt only where somebody debugs.
 */
import { convertTranscript } from '../../convert/index.ts';
import { developerRole, modelRole, systemRole, userRole } from '../../grammar/index.ts';
import { meaning, message } from '../../model/message.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import type { Transcript } from '../../syntax/transcript.ts';

export interface ShownMessage {
  readonly role: string;
  readonly content: string;
  /** Where it is in the document: UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

const speakers = new Set([userRole, modelRole]);
const instructing = new Set([systemRole, developerRole]);

/** The public layer of a transcript. */
export function shownMessages({ blocks }: Transcript): ShownMessage[] {
  const all = blocks.leaves().flatMap((leaf) => leaf.blocks);
  const found: ShownMessage[] = [];
  let start = 0;
  all.forEach((block, i) => {
    const one = block.kind === 'message' ? shownMessage(block, all[i - 1], all[i + 1]) : undefined;
    if (one) found.push({ ...one, start, end: start + block.text.length });
    start += block.text.length;
  });
  return found;
}

function shownMessage(block: Block, before: Block | undefined, after: Block | undefined) {
  const { role, kind, channel } = meaning(block);
  if (role === undefined || kind !== 'plain') return undefined;
  // What still awaits its content is the generation prompt's.
  if (has(block, Trait.Open) && message(block).content.text === '') return undefined;
  if (instructing.has(role))
    return channel === undefined && !has(block, Trait.Implied)
      ? { role: systemRole, content: message(block).content.text }
      : undefined;
  if (!speakers.has(role)) return undefined;
  const { shown, parts } = verdictOf(block, { before, after });
  if (shown !== 'visible' && shown !== 'preamble') return undefined;
  return { role, content: parts.flatMap(({ hidden, text }) => (hidden ? [] : text)).join('') };
}

/** All of a transcript, with calls, replies and reasoning, as a request of a chat API. */
export function wholeRequest(transcript: Transcript): unknown {
  const { output, notes } = convertTranscript(transcript, {
    ...{ to: 'messages', from: undefined, keepNames: true, bos: undefined },
  });
  if (output !== undefined && 'value' in output) return output.value;
  throw new Error(
    notes.find(({ kind }) => kind === 'refused')?.message ?? 'this transcript cannot be said in messages',
  );
}
