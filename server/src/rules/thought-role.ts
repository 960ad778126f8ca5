import { modelRole } from '../grammar/index.ts';
import { thoughtsOf } from '../model/thoughts.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a thought block outside assistant messages (0.1 §4). In quotes or backticks, it is prose. */
export const rule: Rule = {
  code: 'thought-role',
  title: 'Thought block outside an assistant message',
  section: '0.1 §4',
  level: 'warning',
  needs: ['thoughtBlocks'],
  message: {
    when: Aspect.Odd,
    check({ block, role }, _context, report) {
      if (role === undefined || role === modelRole) return;
      const { blocks, unmatched } = thoughtsOf(block);
      for (const span of [...blocks.map(({ start }) => start), ...unmatched]) {
        report(
          span,
          `Only the assistant has thought blocks, but this message has the role \`${role}\`. Put the token in backticks if it is a quotation.`,
        );
      }
    },
  },
};
