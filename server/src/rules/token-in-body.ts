import { segments } from '../syntax/body.ts';
import { ENDLITERAL } from '../syntax/tokens/tokens.ts';
import { Aspect, type Rule } from './support/rule.ts';
import { inSeams } from './support/seam.ts';

/** Reports an unescaped control token in a body that does not end there (2.2 §3, A-018). */
export const rule: Rule = {
  code: 'token-in-body',
  title: 'Unescaped control token in a body',
  section: '2.2 §3',
  level: 'warning',
  needs: ['channels'],
  levels: { 'openchatml-0.1': 'information' },
  message: {
    when: Aspect.Odd,
    check({ block }, _context, report) {
      const isInSeam = inSeams(block);
      for (const { kind, token, start, end } of segments(block)) {
        if (kind !== 'token' || token === undefined || token === ENDLITERAL) continue;
        if (token.kind === 'thought' || token.kind === 'foreign' || isInSeam(start)) continue;
        const remedy = block.family.has.escapes
          ? `Write \`<${token.text}\` if it is meant as text.`
          : 'Remove it, or close the message before it.';
        report(
          { start, end },
          `\`${token.text}\` has no meaning in a body, and other parsers may end the message here. ${remedy}`,
        );
      }
    },
  },
  forms: [
    {
      // Reports a token of files or of fill-in-the-middle inside a message, which is allowed, but rarely intended (0.1 §8; ).
      needs: ['files'],
      message: {
        when: Aspect.Odd,
        check({ block }, _context, report) {
          for (const { token, start, end } of segments(block)) {
            if (token?.kind !== 'fim' && token?.kind !== 'separator') continue;
            report(
              { start, end },
              `\`${token.text}\` is a control token, even inside a message. If it is meant as text, put it in backticks.`,
            );
          }
        },
      },
    },
  ],
};
