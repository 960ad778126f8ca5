import { systemRole } from '../grammar/index.ts';
import { thoughtsOf } from '../model/thoughts.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports the flag of a thought outside system messages (0.1 §4, A-108). */
export const rule: Rule = {
  code: 'thought-flag-role',
  title: 'Thought flag outside a system message',
  section: '0.1 §4',
  level: 'warning',
  needs: ['thoughtBlocks'],
  message: {
    when: Aspect.Odd,
    check({ block, role }, _context, report) {
      if (role === undefined || role === systemRole) return;
      for (const { token, start, end } of thoughtsOf(block).flags) {
        report(
          { start, end },
          `\`${token?.text}\` requests thoughts only in a system message, but this message has the role \`${role}\`. Move the flag to a system message.`,
        );
      }
    },
  },
};
