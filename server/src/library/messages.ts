/** The messages of a document, text or JSON, in the terms of OpenChatML 2.2. */
import { asMessage, verdictOf as jsonVerdictOf } from '../model/json/as-message.ts';
import { messagesOf } from '../model/json/message.ts';
import { byKind } from '../syntax/any-document.ts';
import { messagesOfTranscript } from './transcript-messages.ts';
import type { Message } from './types.ts';

export const messagesIn = byKind<[], Message[]>({
  text: messagesOfTranscript,
  json: (document) =>
    document.units.flatMap((unit, i) => {
      const base = document.startOf(i);
      return messagesOf(unit, document.dialect).map((message): Message => {
        const { role, channel, kind, tool, callId, name } = asMessage(message);
        const { shown } = jsonVerdictOf(message);
        const [start, end] = [base + message.start, base + message.end];
        return {
          start,
          end,
          range: { start: document.positionAt(start), end: document.positionAt(end) },
          role,
          channel,
          kind,
          tool,
          callId,
          name,
          content: message.content,
          visible: shown === 'visible' || shown === 'preamble',
          complete: !message.open,
        };
      });
    }),
});
