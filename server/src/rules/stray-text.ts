import { outerTokens, partsOf } from '../model/sequence.ts';
import { stripped } from '../model/stripped.ts';
import type { Block } from '../syntax/block.ts';
import { families } from '../syntax/families/index.ts';
import { foreignHeader } from '../syntax/header-values.ts';
import type { Span } from '../syntax/message-header.ts';
import { misspelledAt, tokenBegins } from '../syntax/misspelled.ts';
import { IM_END, tokenAt } from '../syntax/tokens.ts';
import { redundantEnd } from './end-redundant.ts';
import { firstLine, in01, quote, type Report, type Rule } from './rule.ts';
import { tellsNoDialect } from './token-misspelled.ts';

/** Text or tokens between messages (2.2 §12, A-016, A-023). The first of them stands for all up to the next message. */
export const rule: Rule = {
  code: 'stray-text',
  title: 'Text between messages',
  section: '2.2 §12, §15',
  level: 'warning',
  gap: {
    check(block, from, { escapes }, report, isLast) {
      const { text } = block;
      const redundant = redundantEnd(block, from);
      let start = redundant?.end ?? from;
      while (start < text.length && /[\s\uFEFF]/.test(text[start] as string)) start++;
      if (start >= text.length || misspelledAt(text, start)) return;
      if (tellsNoDialect(block, isLast) && misspelledAt(text, start, families['openchatml-0.1'].spellings)) return;
      // At the end of a document, the beginning of a token is being typed.
      if (isLast && tokenBegins(text.slice(start))) return;
      const token = tokenAt(text, start);
      if (token?.kind === 'foreign') return;
      const rest = firstLine(text, { start, end: text.length });
      const next = text.slice(start + 1, rest.end).search(/<\|\w+\|>/);
      const line = token
        ? { start, end: start + token.text.length }
        : next < 0
          ? rest
          : { start, end: start + 1 + next };
      const span = { start, end: start + text.slice(start, line.end).trimEnd().length };
      const what = quote(text.slice(span.start, span.end));
      const advice = stripped(text.slice(from))
        ? 'Decode it again with special tokens kept: these seem to be messages without theirs.'
        : block.kind === 'prelude' || !escapes
          ? 'Remove it, or put it into a message.'
          : 'Remove it, or escape the terminator before it if the message goes on here.';
      report(span, `${what} stands outside of any message, so no reader sees it. ${advice}`);
    },
  },
};

/**
 * In 0.1: the marks of the sequence at the edges of the document, separators, and files between separators
 * are no stray text, and a document without messages is all content.
 */
export const chatml: Rule = {
  ...rule,
  section: '0.1 §4',
  dialects: in01,
  gap: {
    check(block, _from, context, report) {
      const { blocks } = context;
      const isLast = blocks.at(blocks.length - 1) === block;
      // A header of another version is `document-version-unsupported`.
      if (block.kind === 'prelude' && (isLast || foreignHeader(block))) return;
      const parts = partsOf(block, isLast, context);
      parts.forEach((part, i) => {
        const behindMessage = i === 0 && block.kind === 'message';
        const beforeMessage = i === parts.length - 1 && !isLast;
        if (behindMessage || beforeMessage) strayIn(block, part, report);
      });
    },
  },
};

function strayIn(block: Block, { start: from, end: to }: Span, report: Report): void {
  const { text } = block;
  const tokens = outerTokens(block).filter((token) => token.start >= from && token.end <= to);
  // What an end token follows lacks its beginning: `start-missing`.
  let start = tokens.findLast(({ token }) => token === IM_END)?.end ?? from;
  while (start < to && /[\s\uFEFF]/.test(text[start] as string)) start++;
  const token = tokens.find((one) => one.start >= start);
  if (
    start >= to ||
    misspelledAt(text, start, block.family.spellings) ||
    (token?.start === start && token.token.kind === 'foreign')
  )
    return;
  const line = firstLine(text, {
    start,
    end: token === undefined ? to : token.start === start ? token.end : token.start,
  });
  const span = { start, end: start + text.slice(start, line.end).trimEnd().length };
  report(
    span,
    `${quote(text.slice(span.start, span.end))} stands outside of any message, so no reader sees it. Remove it, or put it into a message.`,
  );
}
