import { segments } from '../syntax/body.ts';
import { LITERAL } from '../syntax/tokens.ts';
import { Aspect, type Rule } from './rule.ts';

/** A literal block without end: it takes in everything up to the end of the document (2.2 §3, A-021). */
export const rule: Rule = {
  code: 'literal-unclosed',
  title: 'Literal block without end marker',
  section: '2.2 §3',
  level: 'error',
  harmonyDialect: 'off',
  message: {
    when: Aspect.Odd,
    check({ block }, { escapes }, report) {
      for (const { kind, closed, start } of segments(block, escapes)) {
        if (kind !== 'literal' || closed) continue;
        report(
          { start, end: start + LITERAL.text.length },
          'This literal block is never closed, so everything behind it is text. Add `<|endliteral|>` where it should end.',
        );
      }
    },
  },
};
