/**
 * Writes pairs of answers in TRL's format for DPO: the messages with which both conversations begin, and the remaining messages of each
 * conversation.
 */
import type { Conversation, ConversationMessage, Places } from '../conversation.ts';
import { Notes, usualCodes } from '../notes.ts';
import { jsonOf } from '../spelled.ts';
import { noPair } from '../unpaired.ts';
import { type ChatMessage, chatRequest, saidIn } from './messages.ts';
import type { Target } from './target.ts';

export const preference: Target = {
  name: 'a pair of answers',
  codes: usualCodes,
  form: 'json',
  pairs: true,
  write({ rejected, ...conversation }, notes) {
    if (rejected === undefined) return refused(conversation, notes);
    const { messages: chosen, ...declared } = chatRequest(conversation, notes);
    const more = new Notes();
    const { messages: others, ...declaredByOther } = chatRequest({ ...conversation, messages: rejected }, more);
    notes.addNew(more);
    if (jsonOf(declared) !== jsonOf(declaredByOther))
      notes.refuse(
        placeOf(rejected),
        'The two conversations of this pair declare different tools, but a row has only one list of tools.',
      );
    const length = promptLength(chosen, others, sharedPlaces(conversation.messages, rejected));
    const answers = { chosen: chosen.slice(length), rejected: others.slice(length) };
    if (answers.chosen.length === 0 || answers.rejected.length === 0) return refused(conversation, notes);
    return { value: { prompt: chosen.slice(0, length), ...answers, ...declared } };
  },
};

function refused({ messages }: Conversation, notes: Notes) {
  notes.refuse(placeOf(messages), noPair);
  return { value: {} };
}

const placeOf = (messages: readonly ConversationMessage[]) => messages[0]?.places.whole ?? { start: 0, end: 0 };

/** The positions of messages that both conversations contain because they come from a separate prompt in the row. */
function sharedPlaces(
  messages: readonly ConversationMessage[],
  others: readonly ConversationMessage[],
): ReadonlySet<Places> {
  const all = new Set(messages.map(({ places }) => places));
  return new Set(others.flatMap(({ places }) => (all.has(places) ? places : [])));
}

/**
 * The number of messages in the prompt: the messages of the row's separate prompt or, as in TRL, those with which both
 * conversations begin.
 */
function promptLength(
  chosen: readonly ChatMessage[],
  rejected: readonly ChatMessage[],
  shared: ReadonlySet<Places>,
): number {
  const isShared = (message: ChatMessage) => saidIn(message).every(([, { places }]) => shared.has(places));
  const least = Math.min(chosen.length, rejected.length);
  if (shared.size > 0) return Math.min(leading(chosen, chosen.length, isShared), leading(rejected, least, isShared));
  // Even if the conversations are equal, at least one message remains as the answer.
  return leading(chosen, least - 1, (message, i) => jsonOf(message) === jsonOf(rejected[i]));
}

/** The number of leading messages, at most `most`, that satisfy a condition. */
function leading(
  messages: readonly ChatMessage[],
  most: number,
  isSo: (message: ChatMessage, index: number) => boolean,
): number {
  let length = 0;
  while (length < most && isSo(messages[length] as ChatMessage, length)) length++;
  return length;
}
