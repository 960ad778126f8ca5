import { functionParts } from '../model/calls/functions.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a function token in a message with the wrong role (0.1 §8). In system messages, calls and outputs are prose. */
export const rule: Rule = {
  code: 'function-role',
  title: 'Function token in the wrong role',
  section: '0.1 §8',
  level: 'warning',
  needs: ['functions'],
  message: {
    when: Aspect.Odd,
    check({ block, role }, _context, report) {
      if (role === undefined) return;
      for (const { token, start, end } of functionParts(block, role)) {
        const proper = token.of;
        if (proper === role) continue;
        report(
          { start, end },
          `\`${token.text}\` belongs in messages with the role \`${proper}\`, but this one has the role \`${role}\`. Change the role, or put the token in backticks if it is meant as text.`,
        );
      }
    },
  },
};
