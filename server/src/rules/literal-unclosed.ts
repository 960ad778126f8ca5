import { innerLiteral } from '../model/visibility/hidden.ts';
import { segments } from '../syntax/body.ts';
import { LITERAL } from '../syntax/tokens/tokens.ts';
import { Aspect, type Rule } from './support/rule.ts';

/**
 * Reports a literal block without an end marker. It extends to the end of the document (2.2 §3, A-021), or to the end marker of a later
 * block.
 */
export const rule: Rule = {
  code: 'literal-unclosed',
  title: 'Literal block without an end marker',
  section: '2.2 §3',
  level: 'error',
  needs: ['escapes'],
  message: {
    when: Aspect.Odd,
    check({ block }, _context, report) {
      for (const segment of segments(block)) {
        const { kind, closed, start } = segment;
        if (kind === 'literal' && !closed) {
          report(
            { start, end: start + LITERAL.text.length },
            'This literal block is never closed, so everything after this marker is read as text. Add `<|endliteral|>` where it should end.',
          );
        }
        const inner = innerLiteral(block.text, segment);
        if (inner < 0) continue;
        report(
          { start: inner, end: inner + LITERAL.text.length },
          'This marker is inside an earlier literal block, which also contains the end of a message. The `<|endliteral|>` of that block is probably missing, so the messages after it are read as text. Add `<|endliteral|>` where that block should end.',
          { milder: 'warning', data: { rule: 'inner' } },
        );
      }
    },
  },
};
