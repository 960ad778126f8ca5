/** Compares our model of the reference parser with recorded results of that parser. */
import { parseReference, type ReferenceReading } from '../../../server/src/model/reference/parse.ts';
import { firstTokenOf } from '../../../server/src/tokens/harmony.ts';
import type { Recorded, RecordedAnswer } from './records.ts';

export const modes = ['strict', 'lenient'] as const;
export type Mode = (typeof modes)[number];

/** Returns the model's reading of a recorded text. */
export function modelled({ text, start }: Pick<Recorded, 'text' | 'start'>, mode: Mode): ReferenceReading {
  return parseReference(text, { strict: mode === 'strict', role: start, firstToken: firstTokenOf });
}

/** Returns a reading in the form of a recorded answer. */
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

/** Returns a recorded answer without the number of tokens, which is not compared. */
export function withoutCount({ messages, error, from, offset }: RecordedAnswer): RecordedAnswer {
  return {
    messages,
    ...(error !== undefined && { error }),
    ...(from !== undefined && { from }),
    ...(offset !== undefined && { offset }),
  };
}
