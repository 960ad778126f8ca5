import type { Block } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';
import type { Rule } from './support/rule.ts';

const END = '<|end|>';

/** The `<|end|>` directly after `<|call|>` or `<|return|>`, if there is one. */
export function redundantEnd({ text, terminator }: Block, from: number): Span | undefined {
  if ((terminator !== 'call' && terminator !== 'return') || !text.startsWith(END, from)) return undefined;
  return { start: from, end: from + END.length };
}

/** Reports an `<|end|>` after another terminator, which has already closed the message. */
export const rule: Rule = {
  code: 'end-redundant',
  title: '`<|end|>` after another terminator',
  section: '2.2 §3, §6',
  level: 'hint',
  needs: ['channels'],
  gap: {
    check(block, from, _context, report) {
      const span = redundantEnd(block, from);
      if (span) report(span, `\`<|${block.terminator}|>\` already closed the message. Remove this \`<|end|>\`.`);
    },
  },
};
