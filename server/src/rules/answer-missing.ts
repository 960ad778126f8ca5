import { modelRole } from '../grammar/index.ts';
import { headerInfo } from '../model/message.ts';
import { has, Trait } from '../syntax/block.ts';
import { quote } from '../syntax/wording.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

const unanswered = (role: string) =>
  `The answer is missing: this row ends with a message with role ${quote(role)}. Trainers reject such rows, or the model learns nothing from the message. Add the answer, or remove the message.`;
const noAnswer =
  'The answer is missing: this row ends where the answer should begin, so a model learns nothing from it. Write the answer, or remove the row.';
const noMessages =
  'This list of messages is empty, so a model learns nothing from it. Add the messages, or remove the row.';

/** Reports a training row that does not end with an assistant message. */
export const rule: Rule = {
  code: 'answer-missing',
  title: 'Training row that does not end with an answer',
  section: 'Language notes, A-145',
  level: 'off',
  levels: { training: 'warning' },
  needs: [],
  chats: 'row-ends',
  silentOnPlainValues: 'rows',
  edges(_first, last, _context, report) {
    if (last.kind !== 'message') return;
    const { role, header, kind, placed } = headerInfo(last);
    if (placed && role === undefined) report(last, { start: 0, end: 0 }, noMessages);
    // Other rules report messages with an unclear role or a broken header.
    if (role === undefined || header.faults.length > 0) return;
    if (role !== modelRole) report(last, roleSpan({ header, block: last }), unanswered(role));
    else if (kind === 'plain' && has(last, Trait.Open) && !/\S/.test(last.text.slice(last.bodyStart)))
      report(last, roleSpan({ header, block: last }), noAnswer);
  },
};
