/** The thoughts, calls and replies in a ChatML message, for a view that also shows hidden text. Each of them is called an entry. */
import { callChannel, modelRole, thoughtChannel, toolRole } from '../../grammar/index.ts';
import { functionName, functionParts } from '../../model/calls/functions.ts';
import { taggedCalls } from '../../model/calls/tagged-calls.ts';
import { message } from '../../model/message.ts';
import type { Entry } from '../../model/visibility/entries.ts';
import { entriesOf } from '../../model/visibility/entries.ts';
import type { Block } from '../../syntax/block.ts';
import type { BlockSequence } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import type { ViewMessage } from '../user-view.ts';

/**
 * The role, the channel and the tool of an entry, as if it were a separate message of 2.2. `called`: the tool of the call that a reply
 * answers, if the reply itself names none.
 */
export function entryFacts({ kind, name }: Entry, called: string | undefined): Partial<ViewMessage> {
  if (kind === 'thought') return { role: modelRole, effectiveChannel: thoughtChannel };
  const tool = name ?? called;
  if (kind === 'reply') return { role: toolRole, effectiveChannel: callChannel, name: tool };
  const to = tool && (tool.startsWith('functions.') ? tool : `functions.${tool}`);
  return { role: modelRole, effectiveChannel: callChannel, to: to || undefined };
}

/** The maximum distance between a call and its reply, in messages. */
const farthest = 50;

/**
 * The functions that the model's last message before a block calls, except those that are already answered. They are needed for replies
 * that name no function.
 */
export function callsBefore(blocks: BlockSequence, index: number): readonly (string | undefined)[] {
  let answered = 0;
  for (let at = index - 1; at >= 0 && index - at <= farthest; at--) {
    const block = blocks.at(at) as Block;
    if (block.kind !== 'message') return [];
    const blockMessage = message(block);
    if (blockMessage.role === modelRole) return namesOf(block).slice(answered);
    const replies = entriesOf(blockMessage).filter(({ kind }) => kind === 'reply').length;
    if (replies === 0 && blockMessage.kind !== 'reply') return [];
    answered += Math.max(1, replies);
  }
  return [];
}

function namesOf(block: Block): (string | undefined)[] {
  const inTokens = functionParts(block, modelRole).flatMap(({ values }) =>
    values.map(({ value }) => functionName(value)),
  );
  return [...inTokens, ...taggedCalls(block, modelRole).map(({ name }) => name?.value)];
}

/** The start of the first text in a body that is outside all entries, or the end of the body if there is none. */
export function spokenFrom({ text, bodyStart, bodyEnd }: Block, entries: readonly Span[]): number {
  let at = bodyStart;
  for (const { start, end } of [...entries, { start: bodyEnd, end: bodyEnd }]) {
    if (/\S/.test(text.slice(at, start))) return at;
    at = end;
  }
  return at;
}
