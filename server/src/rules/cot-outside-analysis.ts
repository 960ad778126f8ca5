import { callChannel, modelRole } from '../grammar/index.ts';
import { segments } from '../syntax/body.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a thought marker on `commentary` (2.2 §7, A-079). */
export const rule: Rule = {
  code: 'cot-outside-analysis',
  title: 'Thought marker outside analysis',
  section: '2.2 §7',
  level: 'warning',
  needs: ['thoughtMarkers'],
  message: {
    when: Aspect.Odd,
    check({ block, role, effectiveChannel }, _context, report) {
      if (role !== modelRole || effectiveChannel !== callChannel) return;
      for (const { kind, token, start, end } of segments(block)) {
        if (kind === 'token' && token?.kind === 'thought')
          report(
            { start, end },
            `\`${token.text}\` is only allowed in \`analysis\`. Move this section there, or escape the marker if it is meant as text.`,
          );
      }
    },
  },
};
