import { answerChannel, modelRole } from '../grammar/index.ts';
import { OpenMarks } from '../model/visibility/open-marks.ts';
import { segments } from '../syntax/body.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports reasoning with a thought marker on `final`, where the user would see it (2.2 §7, A-079). */
export const rule: Rule = {
  code: 'E-PERM-VISIBILITY',
  title: 'Hidden content would be displayed',
  section: '2.2 §7, §11, §14',
  level: 'warning',
  needs: ['thoughtMarkers'],
  message: {
    when: Aspect.Odd,
    check({ block, role, effectiveChannel }, _context, report) {
      if (role !== modelRole || effectiveChannel !== answerChannel) return;
      const open = new OpenMarks<{ readonly name: string }>();
      for (const { kind, token, start, end } of segments(block)) {
        if (kind !== 'token' || token?.kind !== 'thought') continue;
        const [, edge, name = ''] = /^(start|end)_(.*)$/.exec(token.name) ?? [];
        if (edge === 'start') open.add({ name });
        else if (open.take(name) || open.size > 0) continue;
        report(
          { start, end },
          edge === 'start'
            ? `\`${token.text}\` marks private reasoning, but \`final\` is shown to the user. Move this section to an \`analysis\` message.`
            : `\`${token.text}\` ends private reasoning that has no opening marker, and \`final\` is shown to the user. Move the reasoning to an \`analysis\` message.`,
        );
      }
    },
  },
};
