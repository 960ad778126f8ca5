import { modelRole } from '../grammar/index.ts';
import { thoughtName, thoughtsOf } from '../model/thoughts.ts';
import { misspelledIn } from './support/misspelled-end.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports the end of a thought block without its beginning (0.1 §2, §4). */
export const rule: Rule = {
  code: 'thought-unmatched',
  title: 'Thought block without a beginning',
  section: '0.1 §2, §4',
  level: 'error',
  needs: ['thoughtBlocks'],
  message: {
    when: Aspect.Odd,
    check({ block, role }, _context, report) {
      if (role !== modelRole) return;
      const misspelled = misspelledIn(block);
      for (const mark of thoughtsOf(block).unmatched) {
        if (misspelled(block.bodyStart, mark.start, `start_${thoughtName(mark)}`)) continue;
        const start = `<|start_${thoughtName(mark)}|>`;
        report(
          mark,
          `No thought block is open here. Put \`${start}\` where the thought begins, or remove this token.`,
          {
            data: { suggestion: start },
          },
        );
      }
    },
  },
};
