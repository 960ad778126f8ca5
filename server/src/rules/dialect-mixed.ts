import { firstForeign } from '../model/foreign.ts';
import type { Rule } from './rule.ts';

/** A token of OpenChatML 0.1 in a 2.x document (2.2 §13, A-086). The first one stands for all. */
export const rule: Rule = {
  code: 'dialect-mixed',
  title: 'A token of another dialect',
  section: '2.2 §13',
  level: 'error',
  group: {
    by: 'foreign-token',
    check([first], { escapes }, report) {
      const found = first && firstForeign(first.block, escapes);
      if (!found) return;
      report(
        first.block,
        found,
        `\`${found.token.text}\` belongs to OpenChatML 0.1 (ChatML), but this document is written in 2.x. Use one dialect${escapes ? '; put it into a literal block if it is meant as text' : ''}.`,
      );
    },
  },
};
