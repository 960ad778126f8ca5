import { segments } from '../syntax/body.ts';
import { ENDLITERAL } from '../syntax/tokens/tokens.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports an end marker outside literal blocks. */
export const rule: Rule = {
  code: 'literal-unmatched',
  title: 'Literal end marker without a block',
  section: '2.2 §3',
  level: 'warning',
  needs: ['escapes'],
  message: {
    when: Aspect.Odd,
    check({ block }, _context, report) {
      for (const { kind, token, start, end } of segments(block)) {
        if (kind !== 'token' || token !== ENDLITERAL) continue;
        report(
          { start, end },
          'No literal block is open here. Remove the marker, or write `<<|endliteral|>` if it is meant as text.',
        );
      }
    },
  },
};
