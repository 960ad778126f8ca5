/**
 * Reads only the part of a document that end users see, without other messages, headers, ids or tools. The same code as in the preview
 * determines that part (`model/visibility/verdict.ts`).
 */
import { answerChannel, callChannel, type JsonDialectId, modelRole } from '../../grammar/index.ts';
import { asMessage, verdictOf as verdictOnJson } from '../../model/json/as-message.ts';
import { messagesOf } from '../../model/json/message.ts';
import { message } from '../../model/message.ts';
import { cutOut } from '../../model/visibility/spoken.ts';
import { type Verdict, verdictOf } from '../../model/visibility/verdict.ts';
import { textSeen } from '../../model/visibility/visible-text.ts';
import type { Block } from '../../syntax/block.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { type Conversation, type ConversationMessage, plain } from '../conversation.ts';

/** The part of a transcript that users see. `originOf`: maps a stretch to the source if the transcript is part of something else. */
export function publicTranscript(transcript: Transcript, originOf = (span: Span): Span => span): Conversation {
  const blocks = [...transcript.blocks];
  let base = 0;
  const messages = blocks.flatMap((block, i): ConversationMessage[] => {
    const from = base;
    base += block.text.length;
    if (block.kind !== 'message') return [];
    const verdict = verdictOf(block, { before: blocks[i - 1], after: blocks[i + 1] });
    const { role, name } = message(block);
    return readVisibleMessage(verdict, role, name, originOf({ start: from, end: from + block.end }), isPlain(block));
  });
  return { messages, withoutIds: 'order', idPrefix: 'c', lineBreak: '\n' };
}

const isPlain = ({ family }: Block) => !family.has.channels;

/** The part of a conversation in JSON that users see. `unit`: the whole value. */
export function publicJson(unit: JsonUnit, dialect: JsonDialectId): Conversation {
  const messages = messagesOf(unit, dialect).flatMap((message) => {
    const { role, name, start, end } = message;
    return readVisibleMessage(verdictOnJson(message), asMessage(message).role ?? role, name, { start, end }, true);
  });
  return { messages, withoutIds: 'order', idPrefix: 'c', lineBreak: '\n' };
}

function readVisibleMessage(
  verdict: Verdict,
  role: string | undefined,
  name: string | undefined,
  span: Span,
  trimmed: boolean,
): ConversationMessage[] {
  const { shown, parts } = verdict;
  if (role === undefined || textSeen(verdict) === '') return [];
  // If `trimmed`, hidden parts are cut out together with the line breaks that templates write around them.
  const text = (trimmed ? cutOut(parts, ({ hidden }) => hidden) : parts.filter(({ hidden }) => !hidden))
    .map((part) => part.text)
    .join('');
  const preamble = shown === 'preamble';
  const attributes = new Map([
    ...(name ? [['name', name] as const] : []),
    ...(preamble ? [['intent', shown] as const] : []),
  ]);
  return [
    {
      role,
      attributes,
      constraint: undefined,
      pieces: plain(text),
      terminator: 'end',
      slot: false,
      channel: role !== modelRole ? undefined : preamble ? callChannel : answerChannel,
      places: { whole: span, of: () => span, body: () => span },
    },
  ];
}
