import { modelRole } from '../grammar/index.ts';
import { thoughtsOf } from '../model/thoughts.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a thought block that begins inside another one (0.1 §4). */
export const rule: Rule = {
  code: 'thought-nesting',
  title: 'Thought block inside another',
  section: '0.1 §4',
  level: 'warning',
  needs: ['thoughtBlocks'],
  message: {
    when: Aspect.Odd,
    check({ block, role }, _context, report) {
      if (role !== modelRole) return;
      for (const { start, nested } of thoughtsOf(block).blocks) {
        if (nested)
          report(
            start,
            'This thought block begins before another one has ended. Write the blocks one after the other.',
          );
      }
    },
  },
};
