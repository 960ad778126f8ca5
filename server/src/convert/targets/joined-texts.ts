/** Several messages of one speaker as one text, whose stretches keep their places. */
import { type ConversationMessage, plain, textOfPieces } from '../conversation.ts';

const between = '\n\n';

/** The messages as the first of them, with an empty line between their texts; undefined if there are none. */
export function joinedMessages(messages: readonly ConversationMessage[]): ConversationMessage | undefined {
  const [first, ...more] = messages;
  if (first === undefined || more.length === 0) return first;
  const texts = messages.map(({ pieces }) => textOfPieces(pieces));
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + between.length;
  }
  const within = (i: number, offset: number) => Math.min(offset - (starts[i] as number), (texts[i] as string).length);
  return {
    ...first,
    source: undefined,
    pieces: plain(texts.join(between)),
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

/** The index of the last number that is not greater than another one; the first is. */
function lastAtMost(sorted: readonly number[], most: number): number {
  let [low, high] = [0, sorted.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= most) low = middle;
    else high = middle;
  }
  return low;
}
