import { terminator } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports `<|return|>` with messages after it. In stored history, `<|end|>` belongs there (2.2 §12, A-064, HARM-24). */
export const rule: Rule = {
  code: 'return-not-last',
  title: '`<|return|>` followed by more messages',
  section: '2.2 §3, §12',
  level: 'hint',
  needs: ['channels'],
  message: {
    when: Aspect.Returned,
    check({ block, kind }, _context, report, isLast) {
      // If this is a call, `call-terminator` reports that it must end with `<|call|>`.
      if (!isLast && kind !== 'call')
        report(
          terminator(block),
          '`<|return|>` stops sampling, but messages follow. Write `<|end|>`, as in stored history.',
          { data: { suggestion: '<|end|>' } },
        );
    },
  },
};
