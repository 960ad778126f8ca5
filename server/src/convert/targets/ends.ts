/** Adds notes on the end of a message that the target cannot express. */
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/**
 * Notes losses at the end of a message. Returns true if the message is only an open header, in which case there is nothing left to
 * write.
 */
export function noteEnd(message: ConversationMessage, notes: Notes): boolean {
  if (message.slot) {
    notes.losePart(
      message,
      'message',
      'The open message at the end is dropped: the target format has only complete messages.',
    );
    return true;
  }
  noteReturn([message], notes);
  noteOpen([message], notes);
  return false;
}

/** Notes messages that are open, that is, without an end. */
export function noteOpen(all: readonly ConversationMessage[], notes: Notes): void {
  for (const message of all)
    if (message.terminator === undefined)
      notes.losePart(message, 'terminator', 'This message is open here, but closed in the output.');
}

/** Notes each `<|return|>`, since it means more than the end of a message. */
export function noteReturn(all: readonly ConversationMessage[], notes: Notes): void {
  for (const message of all)
    if (message.terminator === 'return' && !message.endsRow)
      notes.losePart(
        message,
        'terminator',
        '`<|return|>` is dropped: the target format has only one way to end a message.',
      );
}
