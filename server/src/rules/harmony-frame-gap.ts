import type { Rule } from './support/rule.ts';

/** Reports white space between Harmony messages, on which Harmony's own parser fails (HARM-06, A-134). */
export const rule: Rule = {
  code: 'harmony-frame-gap',
  title: 'White space between Harmony messages',
  section: 'Harmony',
  level: 'off',
  levels: { harmony: 'hint' },
  needs: ['channels'],
  gap: {
    blank: true,
    check({ text, kind }, from, _context, report, isLast) {
      if (isLast || kind !== 'message') return;
      const start = from;
      if (text.slice(start).trim() !== '') return;
      report(
        { start, end: text.length },
        "Harmony's parser accepts nothing between two messages. Remove this white space before you pass the text to that parser.",
      );
    },
  },
};
