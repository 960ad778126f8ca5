import { misspelledAt, tokenBegins } from '../syntax/misspelled.ts';
import { tokenAt } from '../syntax/tokens.ts';
import { redundantEnd } from './end-redundant.ts';
import { firstLine, quote, type Rule } from './rule.ts';

/** Text or tokens between messages (2.2 §12, A-016, A-023). The first of them stands for all up to the next message. */
export const rule: Rule = {
  code: 'stray-text',
  title: 'Text between messages',
  section: '2.2 §12, §15',
  level: 'warning',
  gap: {
    check(block, from, _context, report, isLast) {
      const { text } = block;
      const redundant = redundantEnd(block, from);
      let start = redundant?.end ?? from;
      while (start < text.length && /[\s\uFEFF]/.test(text[start] as string)) start++;
      if (start >= text.length || misspelledAt(text, start)) return;
      // At the end of a document, the beginning of a token is being typed.
      if (isLast && tokenBegins(text.slice(start))) return;
      const token = tokenAt(text, start);
      if (token?.kind === 'foreign') return;
      const next = text.slice(start + 1).search(/<\|\w+\|>/);
      const end = token ? start + token.text.length : next < 0 ? text.length : start + 1 + next;
      const line = firstLine(text, { start, end });
      const span = { start, end: start + text.slice(start, line.end).trimEnd().length };
      const what = quote(text.slice(span.start, span.end));
      const advice =
        block.kind === 'prelude'
          ? 'Remove it, or put it into a message.'
          : 'Remove it, or escape the terminator before it if the message goes on here.';
      report(span, `${what} stands outside of any message, so no reader sees it. ${advice}`);
    },
  },
};
