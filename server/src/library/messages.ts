/** The messages of a document of either kind, in the terms of OpenChatML 2.2. */
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
      return messagesOf(unit, document.dialect).map((said): Message => {
        const { role, channel, kind, tool, callId, name } = asMessage(said);
        const { shown } = jsonVerdictOf(said);
        const [start, end] = [base + said.start, base + said.end];
        return {
          ...{ start, end, range: { start: document.positionAt(start), end: document.positionAt(end) } },
          ...{ role, channel, kind, tool, callId, name, content: said.content },
          ...{ visible: shown === 'visible' || shown === 'preamble', complete: !said.open },
        };
      });
    }),
});
