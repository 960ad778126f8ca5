/** The messages of a transcript, in the terms of OpenChatML 2.2. */
import { message } from '../model/message.ts';
import { verdictOf } from '../model/visibility/verdict.ts';
import { has, Trait } from '../syntax/block.ts';
import type { Transcript } from '../syntax/transcript.ts';
import type { Message } from './types.ts';

export function messagesOfTranscript(transcript: Transcript): Message[] {
  const { blocks } = transcript;
  const messages: Message[] = [];
  let [start, index] = [0, 0];
  for (const block of blocks) {
    if (block.kind === 'message') {
      const blockMessage = message(block);
      const { role, channel, kind, tool, callId, name, content } = blockMessage;
      const { shown } = verdictOf(block, blocks.beside(index));
      const end = start + block.end;
      messages.push({
        start,
        end,
        range: { start: transcript.positionAt(start), end: transcript.positionAt(end) },
        role,
        channel,
        kind,
        tool,
        callId,
        name,
        content: content.text,
        visible: shown === 'visible' || shown === 'preamble',
        complete: !has(block, Trait.Open),
      });
    }
    start += block.text.length;
    index++;
  }
  return messages;
}
