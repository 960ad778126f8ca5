/** The messages from which a model continues, as kept by `ocml convert --for-sampling`, with their positions in the source. */
import { rowsOf } from '../syntax/families/index.ts';
import type { JsonReading } from '../syntax/json/nodes.ts';
import type { Transcript } from '../syntax/transcript.ts';
import type { ConversationMessage } from './conversation.ts';
import type { From } from './forms.ts';
import { Notes, usualCodes } from './notes.ts';
import { readingTranscript } from './read/text.ts';
import { readValue } from './read/value.ts';
import { forSampling, type Sampling } from './sampling.ts';

/** The rule for dropping reasoning, by family (2.2 §7). The rule for Harmony is that of openai/harmony. */
const rules = rowsOf<Sampling>(
  () => 'ocm',
  () => 'ocm',
  { harmony: 'harmony' },
);

/**
 * Returns the messages from which a model continues a transcript, with UTF-16 offsets in the text as positions. Each step of the generator
 * reads one block.
 */
export function* nextTurn(transcript: Transcript): Generator<undefined, readonly ConversationMessage[]> {
  const conversation = yield* readingTranscript(transcript, new Notes(usualCodes));
  return forSampling(conversation, rules(transcript.family)).messages;
}

/** Returns the messages from which a model continues each conversation in a JSON text; positions are UTF-16 offsets in the text. */
export function nextTurns(reading: JsonReading, from: From): readonly (readonly ConversationMessage[])[] {
  const { conversations } = readValue(reading, { from, sampling: 'ocm' }, true, new Notes(usualCodes));
  return conversations.map((one) => forSampling(one, 'ocm').messages);
}
