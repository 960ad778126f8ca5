/** Converts as much as possible if the target format cannot express everything: omits the messages that the format rejects. */
import type { Conversation, ConversationMessage } from './conversation.ts';
import type { Note } from './notes.ts';

const leftOut = ' The message is dropped.';

/** Returns the conversations without the messages that the notes refuse; undefined if no message is refused. */
export function withoutRefused(
  conversations: readonly Conversation[],
  notes: readonly Note[],
): readonly Conversation[] | undefined {
  const refused = notes.filter(({ kind }) => kind === 'refused');
  const isRefused = ({ places: { whole } }: ConversationMessage) =>
    refused.some(({ start, end, of }) => (of?.whole ?? { start, end }).start >= whole.start && end <= whole.end);
  const keeps = (messages: readonly ConversationMessage[]) => messages.filter((one) => !isRefused(one));
  const remainingConversations = conversations.map((one) => ({
    ...one,
    messages: keeps(one.messages),
    ...(one.rejected && { rejected: keeps(one.rejected) }),
  }));
  const count = (all: readonly Conversation[]) => all.reduce((sum, { messages }) => sum + messages.length, 0);
  return count(remainingConversations) < count(conversations) ? remainingConversations : undefined;
}

/**
 * Combines the notes of a rejected attempt with those of the next attempt, which omits the rejected messages. The notes are in source
 * order, without duplicates.
 */
export function joinedNotes(first: readonly Note[], then: readonly Note[]): readonly Note[] {
  const before = first.map((note) =>
    note.kind === 'refused' ? { ...note, kind: 'warning' as const, message: note.message + leftOut } : note,
  );
  const key = ({ start, end, message }: Note) => `${start} ${end} ${message}`;
  const firstKeys = new Set(before.map(key));
  return [...before, ...then.filter((note) => !firstKeys.has(key(note)))].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
}
