import { answerChannel } from '../grammar/index.ts';
import { has, Trait } from '../syntax/block.ts';
import { terminator } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/**
 * Reports a training row whose last answer ends with `<|end|>`, as in stored history. A model trained on this row does not learn where to
 * stop (2.2 §3, §12).
 */
export const rule: Rule = {
  code: 'return-missing',
  title: 'The last answer does not end with `<|return|>`',
  section: '2.2 §3, §12',
  level: 'off',
  levels: { training: 'warning' },
  needs: ['channels'],
  message: {
    when: Aspect.Assistant,
    check({ block, kind, effectiveChannel }, _context, report, isLast) {
      if (!isLast || kind !== 'plain' || effectiveChannel !== answerChannel) return;
      if (block.terminator === undefined || block.terminator === 'return' || has(block, Trait.Open)) return;
      report(
        terminator(block),
        `In a training row, the last answer must end with \`<|return|>\`, where sampling stops: a model learns to stop only there. Write \`<|return|>\` instead of \`<|${block.terminator}|>\`.`,
        { data: { suggestion: '<|return|>' } },
      );
    },
  },
};
