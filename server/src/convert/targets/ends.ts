/** How a message ends, if the target cannot express that. */
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/** Notes what is lost of a message's end. True: it is only an open header, and nothing of it remains. */
export function noteEnd(said: ConversationMessage, notes: Notes): boolean {
  if (said.slot) {
    notes.losePart(
      said,
      'message',
      'The open message at the end is dropped: the target format has only complete messages.',
    );
    return true;
  }
  noteReturn([said], notes);
  noteOpen([said], notes);
  return false;
}

/** Notes a message that nothing closes. */
export function noteOpen(all: readonly ConversationMessage[], notes: Notes): void {
  for (const said of all)
    if (said.terminator === undefined)
      notes.losePart(said, 'terminator', 'This message is open here, but complete in the output.');
}

/** Notes an end that says more than that the message ends. */
export function noteReturn(all: readonly ConversationMessage[], notes: Notes): void {
  for (const said of all)
    if (said.terminator === 'return' && !said.endsRow)
      notes.losePart(
        said,
        'terminator',
        '`<|return|>` is dropped: the target format has only one way to end a message.',
      );
}
