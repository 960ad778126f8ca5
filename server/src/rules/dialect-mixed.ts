import { firstForeign } from '../model/foreign.ts';
import { everywhere, type Rule } from './rule.ts';

/** A token of OpenChatML 0.1 in a 2.x document (2.2 §13, A-086). The first one stands for all. */
export const rule: Rule = {
  code: 'dialect-mixed',
  title: 'A token of another dialect',
  section: '2.2 §13',
  level: 'error',
  dialects: everywhere,
  group: {
    by: 'foreign-token',
    check([first], { escapes, dialect }, report) {
      const found = first && firstForeign(first.block, escapes);
      if (!found) return;
      if (dialect === 'openchatml-0.1') {
        report(
          first.block,
          found,
          `\`${found.token.text}\` belongs to OpenChatML 2.x, but this document is written in 0.1 (ChatML). Use one dialect; in quotes or backticks it is text.`,
        );
        return;
      }
      report(
        first.block,
        found,
        `\`${found.token.text}\` belongs to OpenChatML 0.1 (ChatML), but this document is written in 2.x. Use one dialect${escapes ? '; put it into a literal block if it is meant as text' : ''}.`,
      );
    },
  },
};
