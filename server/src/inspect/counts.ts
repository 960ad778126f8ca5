/** Counts the tokens in a document, message by message. */

import { textOfPieces } from '../convert/conversation.ts';
import { answerChannel, modelRole } from '../grammar/index.ts';
import { byKind } from '../syntax/any-document.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { conversationsIn } from './conversations.ts';
import { type Speaker, speakerOf } from './speaker.ts';

interface Counted extends Speaker {
  /** The start of the message in the document (UTF-16 offset). */
  readonly start: number;
  readonly tokens: number;
}

export interface Counts {
  readonly messages: readonly Counted[];
  /** The number of tokens outside messages. In JSON, it is 0: only the content of messages is counted, since a template adds the frames. */
  readonly outside: number;
}

export const countsOf = byKind<[count: (text: string) => number], Counts>({
  text: inText,
  json: inJson,
});

/** Counts the tokens of messages as they are written, with their frames. */
function inText({ blocks }: Transcript, count: (text: string) => number): Counts {
  const messages: Counted[] = [];
  let [start, outside] = [0, 0];
  for (const block of blocks) {
    const { text, end } = block;
    if (block.kind === 'message') {
      messages.push({ ...speakerOf(block), start, tokens: count(text.slice(0, end)) });
    }
    const rest = block.kind === 'message' ? text.slice(end) : text;
    if (rest !== '') outside += count(rest);
    start += text.length;
  }
  return { messages, outside };
}

function inJson(document: JsonDocument, count: (text: string) => number): Counts {
  const messages: Counted[] = [];
  for (const { items } of conversationsIn(document))
    for (const { start, said } of items)
      for (const one of said)
        messages.push({
          role: one.role,
          channel: channelOf(one),
          start,
          tokens: count(textOfPieces(one.pieces)),
        });
  return { messages, outside: 0 };
}

/** Returns the channel of a JSON message. A message from the model without a channel is an answer. */
export const channelOf = ({ role, channel }: Speaker): string | undefined =>
  role === modelRole ? (channel ?? answerChannel) : channel;
