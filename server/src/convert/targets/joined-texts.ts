/** Joins several messages of one speaker into one text, in which each stretch keeps its position in the source. */
import { lastAtMost } from '../../syntax/last-at-most.ts';
import { type ConversationMessage, plain, textOfPieces } from '../conversation.ts';

const SEPARATOR = '\n\n';

/** Returns the first message, with the texts of all messages, separated by blank lines; undefined if there are no messages. */
export function joinedMessages(messages: readonly ConversationMessage[]): ConversationMessage | undefined {
  const [first, ...more] = messages;
  if (first === undefined || more.length === 0) return first;
  const texts = messages.map(({ pieces }) => textOfPieces(pieces));
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + SEPARATOR.length;
  }
  const within = (i: number, offset: number) => Math.min(offset - (starts[i] as number), (texts[i] as string).length);
  return {
    ...first,
    source: undefined,
    pieces: plain(texts.join(SEPARATOR)),
    places: {
      ...first.places,
      body(start, end) {
        const i = lastAtMost(starts, start);
        const { places } = messages[i] as ConversationMessage;
        return places.body(within(i, start), within(i, Math.max(start, end)));
      },
    },
  };
}
