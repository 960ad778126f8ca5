/** Prepares a conversation as input for a model, which continues it or is trained on it (2.2 §7, §18; A-080). */
import { answerChannel, modelRole, thoughtChannel, toolRole } from '../grammar/index.ts';
import type { WithoutIds } from '../model/calls/pairing.ts';
import { overOf } from '../model/dropped.ts';
import { type Conversation, type ConversationMessage, calledTool } from './conversation.ts';
import { callsOfReplies } from './pairs.ts';

/** The rule that decides which reasoning is dropped: that of 2.2, or that of openai/harmony. */
export type Sampling = 'ocm' | 'harmony';

type Talk = Pick<Conversation, 'messages' | 'withoutIds'>;

const isFinal = (one: ConversationMessage): boolean =>
  one.role === modelRole &&
  !one.slot &&
  calledTool(one) === undefined &&
  (one.channel ?? answerChannel) === answerChannel;
const isThought = ({ channel }: ConversationMessage): boolean => channel === thoughtChannel;

/** Removes the reasoning of completed turns, and adds an open message where the model continues. */
export function forSampling(conversation: Conversation, by: Sampling): Conversation {
  const { messages } = conversation;
  const dropped = rules[by](conversation);
  const remainingMessages = messages.filter((one) => !dropped.has(one)).map(withoutReturn);
  return { ...conversation, messages: withSlot(remainingMessages) };
}

/** Replaces `<|return|>`, with which the model ended its turn, with `<|end|>`, since other messages follow. */
const withoutReturn = (one: ConversationMessage): ConversationMessage =>
  one.terminator === 'return' ? { ...one, terminator: 'end' } : one;

/**
 * The messages on `analysis` in turns that ended in `final`, except those before calls without a reply. `overOf` determines which messages
 * these are.
 */
function droppedBy22({ messages, withoutIds }: Talk): ReadonlySet<ConversationMessage> {
  const openCalls = (turn: readonly ConversationMessage[]) => openCallsIn(turn, withoutIds);
  const dropped = new Set<ConversationMessage>();
  for (let at = 0; at < messages.length; ) {
    let end = at;
    while (end < messages.length && inTurn(messages[end] as ConversationMessage)) end++;
    const isLast = end >= messages.length;
    const over = overOf(messages.slice(at, end), { isLast, isAnswer: isFinal, returns, openCalls });
    for (const one of over.filter(isOwnThought)) dropped.add(one);
    at = Math.max(end, at + 1);
  }
  return dropped;
}

const inTurn = ({ role, slot }: ConversationMessage): boolean => (role === modelRole && !slot) || role === toolRole;
const isOwnThought = (one: ConversationMessage): boolean =>
  one.role === modelRole && isThought(one) && calledTool(one) === undefined;
const returns = ({ terminator }: ConversationMessage): boolean => terminator === 'return';

function openCallsIn(turn: readonly ConversationMessage[], withoutIds: WithoutIds): ReadonlySet<ConversationMessage> {
  const answered = new Set(callsOfReplies(turn, withoutIds).values());
  return new Set(turn.filter((one) => calledTool(one) !== undefined && !answered.has(one)));
}

/**
 * All messages on `analysis` before the first `final`, if the model's last message is on `final`. This is exactly the rule of
 * openai/harmony's library.
 */
function droppedByHarmony({ messages }: Talk): ReadonlySet<ConversationMessage> {
  const messagesWithoutSlot = messages.filter(({ slot }) => !slot);
  const last = messagesWithoutSlot.findLast(({ role }) => role === modelRole);
  if (last === undefined || !isFinal(last)) return new Set();
  const first = messagesWithoutSlot.findIndex(isFinal);
  return new Set(messagesWithoutSlot.slice(0, first).filter(isThought));
}

/** Adds an open header at the end of a prompt, unless the prompt is empty or its last message is open or an answer. */
function withSlot(messages: readonly ConversationMessage[]): readonly ConversationMessage[] {
  const last = messages.at(-1);
  if (last === undefined || last.slot || last.terminator === undefined || isFinal(last)) return messages;
  return [...messages, { ...last, ...slot, source: undefined }];
}

const slot = {
  role: modelRole,
  attributes: new Map(),
  channel: undefined,
  constraint: undefined,
  pieces: [],
  terminator: undefined,
  slot: true,
  parts: undefined,
};

/** The conversation as a training row, in which the model's turn ends with the last answer. */
export function forTraining(conversation: Conversation): Conversation {
  const messages = conversation.messages.filter(({ slot: open }) => !open);
  const last = messages.findLastIndex(isFinal);
  return {
    ...conversation,
    messages: messages.map((one, i) => (i === last ? endOfRow(one) : withoutReturn(one))),
  };
}

/**
 * Marks an answer as the end of its row. If a format cannot express this mark, that is not a loss, since the source does not have
 * it.
 */
const endOfRow = (one: ConversationMessage): ConversationMessage =>
  returns(one) ? one : { ...one, terminator: 'return', endsRow: true };

/**
 * Returns a row for each answer that is not directly followed by another assistant message. A row has the earlier messages as the
 * model would receive them. It also has the turn that ends with the answer, including the thoughts in that turn.
 */
export function forEachAnswer(conversation: Conversation): readonly Conversation[] {
  const { messages } = conversation;
  return messages.flatMap((one, end) => {
    if (!isFinal(one) || messages.slice(end + 1).find(({ slot: open }) => !open)?.role === modelRole) return [];
    const rowMessages = messages.slice(0, end + 1);
    // The model is trained on the row's last answer, so the thoughts in the turn of this answer are kept.
    const dropped = droppedBy22({ ...conversation, messages: [...rowMessages.slice(0, end), withoutReturn(one)] });
    return [forTraining({ ...conversation, messages: rowMessages.filter((earlier) => !dropped.has(earlier)) })];
  });
}

const rules: Readonly<Record<Sampling, (talk: Talk) => ReadonlySet<ConversationMessage>>> = {
  ocm: droppedBy22,
  harmony: droppedByHarmony,
};
