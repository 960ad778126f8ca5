/** Edits that several fixes of OpenChatML 0.1 use. */

import type { Context } from '../../rules/support/rule.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import type { Span } from '../../syntax/span.ts';
import { IM_END } from '../../syntax/tokens/tokens.ts';
import { closer } from '../../write/index.ts';
import { type Fix, type FixEdit, insert, remove, titleText } from '../fix.ts';
import { closeText } from '../support/text-end.ts';

export const endToken = IM_END.text;

const isBreak = /^[\r\n]+$/;

/**
 * The line break that a message uses after its header. If there is none, the first line break in the message or at the beginning of the
 * document.
 */
export function lineBreakAt(block: Block, context: Context): string {
  const headerEndText = block.text.slice(block.headerEnd, block.bodyStart);
  // A header can also end with a token instead of a line break.
  return (
    (isBreak.test(headerEndText) ? headerEndText : '') ||
    (/\r\n|\r|\n/.exec(block.text + (context.blocks.at(0)?.text.slice(0, 1000) ?? ''))?.[0] ?? '\n')
  );
}

/** Closes an open message after its text. */
export function close(block: Block, context: Context): FixEdit {
  return closeText(block, closer(block.family, false).text, has(block, Trait.Open) ? '' : lineBreakAt(block, context));
}

/** Puts tokens in backticks, which turns them into text. */
export function quoteTokens(block: Block, spans: readonly Span[]): FixEdit[] {
  return spans.flatMap(({ start, end }) => [insert(start, '`', block), insert(end, '`', block)]);
}

/** Removes a word from a header, with the spaces before it. The line break after the header stays. */
export function dropWord({ text }: Block, { start: from, end: to }: Span, more: Partial<Fix> = {}): Fix {
  let [start, end] = [from, to];
  const isSpace = (at: number) => text[at] === ' ' || text[at] === '\t';
  while (isSpace(start - 1)) start--;
  if (text[start - 1] === '>') while (isSpace(end)) end++;
  return { title: `Remove ${titleText(text, { start: from, end: to })}`, edits: [remove({ start, end })], ...more };
}

/** A fix that puts tokens in backticks. `what`: the words for the tokens in the title. */
export function inBackticks(block: Block, spans: readonly Span[], what: string) {
  const edits = quoteTokens(block, spans);
  return { title: `Wrap ${what} in the body in backticks, to make it text`, edits, changesBody: true };
}
