/** Whether the model of the reference parser answers as the reference did. */
import { ordinaryToken } from '../../../server/src/model/reference/errors.ts';
import { parseReference, type ReferenceReading } from '../../../server/src/model/reference/parse.ts';
import type { Recorded, RecordedAnswer } from './records.ts';

export const modes = ['strict', 'lenient'] as const;
export type Mode = (typeof modes)[number];

/** What the model makes of a recorded text. */
export function modelled({ text, start }: Pick<Recorded, 'text' | 'start'>, mode: Mode): ReferenceReading {
  return parseReference(text, { strict: mode === 'strict', role: start });
}

/** A reading in the form of a recorded answer. */
export function asAnswer({ messages, error }: ReferenceReading): RecordedAnswer {
  return {
    messages: messages.map(({ role, name, recipient = null, channel = null, contentType = null, text }) => ({
      role,
      ...(name !== undefined && { name }),
      recipient,
      channel,
      content_type: contentType,
      text,
    })),
    ...(error && { error: error.text, from: error.from, offset: error.at }),
  };
}

/** The smallest number of a special token: what is below is ordinary, and takes a tokenizer to know. */
const firstSpecial = 199_998;

/** An answer without what only a tokenizer knows: the numbers of ordinary tokens, and how many there are. */
export function withoutOrdinary({ messages, error, from, offset }: RecordedAnswer): RecordedAnswer {
  if (error === undefined) return { messages };
  const text = error.replace(/^Unexpected token (\d+)/, (all, id) =>
    Number(id) < firstSpecial ? `Unexpected token ${ordinaryToken}` : all,
  );
  return { messages, error: text, ...(from !== undefined && { from }), ...(offset !== undefined && { offset }) };
}
