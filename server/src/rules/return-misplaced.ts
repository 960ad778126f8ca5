import { answerChannel, modelRole } from '../grammar/index.ts';
import { terminator } from './support/places.ts';
import { Aspect, inHarmonyMode, type Rule } from './support/rule.ts';
import { holdsSeam } from './support/seam.ts';

/** Reports `<|return|>` after anything but a final answer (2.2 §3, A-064). */
export const rule: Rule = {
  code: 'return-misplaced',
  title: '`<|return|>` not on a final answer',
  section: '2.2 §3',
  level: 'warning',
  levels: inHarmonyMode('hint'),
  needs: ['channels'],
  message: {
    when: Aspect.Returned,
    check({ block, role, kind, effectiveChannel }, _context, report) {
      if (role === undefined || effectiveChannel === undefined || kind === 'call' || holdsSeam(block)) return;
      if (role === modelRole && effectiveChannel === answerChannel) return;
      const what = role === modelRole ? `is on \`${effectiveChannel}\`` : `has the role \`${role}\``;
      report(
        terminator(block),
        `\`<|return|>\` ends the assistant's final answer, but this message ${what}. Use \`<|end|>\`.`,
        { data: { suggestion: '<|end|>' } },
      );
    },
  },
};
