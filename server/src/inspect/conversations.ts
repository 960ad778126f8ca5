/** A document of any kind as conversations: one, or one a row of a data set. */
import type { Conversation } from '../convert/conversation.ts';
import { Notes } from '../convert/notes.ts';
import { readTranscript } from '../convert/read/text.ts';
import { readValue } from '../convert/read/value.ts';
import { type JsonDocument, readUnit } from '../syntax/json/document.ts';
import { Transcript } from '../syntax/transcript.ts';

export interface Read {
  readonly conversation: Conversation;
  /** Places in the conversation count from this offset of the document (UTF-16 units). */
  readonly base: number;
}

/** What cannot be read as a conversation is passed over. */
export function* conversationsIn(document: Transcript | JsonDocument): Generator<Read> {
  if (document instanceof Transcript) {
    yield { conversation: readTranscript(document, new Notes()), base: 0 };
    return;
  }
  const { dialect } = document;
  const from = dialect === 'json' || dialect === 'stream-event' ? undefined : dialect;
  for (const [i, unit] of document.units.entries()) {
    const reading = readUnit(unit);
    if (reading.faults.length > 0 || reading.root === undefined) continue;
    const base = document.startOf(i);
    for (const conversation of readValue(reading, { from }, true, new Notes()).conversations)
      yield { conversation, base };
  }
}
