import { stripped } from '../model/stripped.ts';
import { firstLine } from './support/places.ts';
import type { Rule } from './support/rule.ts';

const other =
  'This text has neither a control token nor a document header with `version`, so it is not read as a transcript and stays unchanged. If it is a transcript, add the missing tokens, as in `<|start|>user<|message|>`, or choose its dialect.';
const stream =
  'These are events or chunks streamed by a chat API, not a transcript, so they stay unchanged. Use `ocml check` to check the messages assembled from them, `ocml convert` to write those messages, `ocml stream` to see the part that users see, and `ocml explain` to find what went wrong.';

/** Reports a text that is not a transcript. Other rules do not check it. */
export const rule: Rule = {
  code: 'not-a-transcript',
  title: 'Not a transcript',
  section: 'Language notes, A-148',
  level: 'warning',
  needs: [],
  ofAnyText: true,
  document(opening, { kind }, report) {
    if (kind === 'transcript' || opening === undefined) return;
    const { text } = opening;
    // `tokens-stripped` reports this text more precisely.
    if (kind === 'other' && stripped(text)) return;
    const start = Math.max(0, text.search(/[^\s\uFEFF]/));
    const line = firstLine(text, { start, end: text.length });
    if (kind === 'stream') report(line, stream, { milder: 'information' });
    else report(line, other);
  },
};
