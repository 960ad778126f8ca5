import { segments } from '../syntax/body.ts';
import { Aspect, type Rule } from './rule.ts';

/** Marked chain of thought on `final` would be shown to the user (2.2 §7, A-079). */
export const rule: Rule = {
  code: 'E-PERM-VISIBILITY',
  title: 'Hidden content would be displayed',
  section: '2.2 §7, §11, §14',
  level: 'warning',
  message: {
    when: Aspect.Odd,
    check({ block, role, effectiveChannel }, { escapes }, report) {
      if (role !== 'assistant' || effectiveChannel !== 'final') return;
      for (const { kind, token, start, end } of segments(block, escapes)) {
        if (kind !== 'token' || token?.kind !== 'thought' || !token.name.startsWith('start_')) continue;
        report(
          { start, end },
          `\`${token.text}\` marks private reasoning, but \`final\` is shown to the user. Move this section to an \`analysis\` message.`,
        );
      }
    },
  },
};
