import { modelRole } from '../grammar/index.ts';
import { taggedParts } from '../model/calls/tagged-parts.ts';
import { thoughtsOf } from '../model/thoughts.ts';
import { has, Trait } from '../syntax/block.ts';
import { misspelledIn } from './support/misspelled-end.ts';
import { Aspect, type Rule } from './support/rule.ts';

/**
 * Reports a thought block (0.1 §2, §4) or a `<think>` without its end. If the message is cut off, the end may not have been written
 * yet.
 */
export const rule: Rule = {
  code: 'thought-unclosed',
  title: 'Thought block without an end',
  section: '0.1 §2, §4',
  level: 'error',
  needs: ['thoughtBlocks'],
  chats: 'tagged',
  silentOnPlainValues: true,
  message: {
    when: Aspect.Odd | Aspect.Tagged,
    check({ block, role }, _context, report) {
      if (role !== modelRole || has(block, Trait.Open)) return;
      const misspelled = misspelledIn(block);
      for (const { name, start, end } of thoughtsOf(block).blocks) {
        // A misspelled end is reported where it is.
        if (end === undefined && !misspelled(start.end, block.bodyEnd, `end_${name}`)) {
          report(
            start,
            `This thought block is never closed, so the answer counts as thought and is hidden from users. Add \`<|end_${name}|>\`.`,
            {
              data: { suggestion: `<|end_${name}|>` },
            },
          );
        }
      }
      for (const { name, open, close } of taggedParts(block, role)) {
        if (name !== 'think' || open === undefined || close !== undefined) continue;
        const text =
          'This thought is never closed, so everything after it counts as thought and is hidden from users. Add `</think>` where the answer begins.';
        report(open, text, { milder: 'warning', data: { suggestion: '</think>' } });
      }
    },
  },
};
