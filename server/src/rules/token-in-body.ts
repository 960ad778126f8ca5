import { segments } from '../syntax/body.ts';
import { ENDLITERAL } from '../syntax/tokens.ts';
import { Aspect, type Rule } from './rule.ts';

/** An unescaped control token in a body that does not end it (2.2 §3, A-018). */
export const rule: Rule = {
  code: 'token-in-body',
  title: 'Unescaped control token in a body',
  section: '2.2 §3',
  level: 'warning',
  message: {
    when: Aspect.Odd,
    check({ block }, { escapes }, report) {
      for (const { kind, token, start, end } of segments(block, escapes)) {
        if (kind !== 'token' || token === undefined || token === ENDLITERAL) continue;
        if (token.kind === 'thought' || token.kind === 'foreign') continue;
        const remedy = escapes
          ? `Write \`<${token.text}\` if it is meant as text.`
          : 'Remove it, or close the message before it.';
        report(
          { start, end },
          `\`${token.text}\` has no meaning inside a body; other readers may break the message here. ${remedy}`,
        );
      }
    },
  },
};
