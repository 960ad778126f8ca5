/** The budget for reading a text as Markdown: looks are counted, not time, so that a text is always shown the same way. */
import type { MarkdownIt } from 'markdown-it';

/**
 * Renders with `markdown` within a budget of looks: at a line, at a place in it, at the other end of a bracket, at a
 * rendered part. Returns undefined for a text that exceeds it, or on which Markdown fails, which is then shown plain. A long
 * answer takes less than one look per character, nasty texts take hundreds.
 */
export function withBudget(markdown: MarkdownIt, looks: number): (text: string) => string | undefined {
  let left = 0;
  const spend = (count: number) => {
    left -= count;
    if (left < 0) throw new Error('The text takes too many looks.');
  };
  // Rules that never apply, and are asked before all others.
  const look = () => {
    spend(1);
    return false;
  };
  const { block, inline, core } = markdown;
  block.ruler.before('table', 'budget', look, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  inline.ruler.before('text', 'budget', look);
  // Where a bracket ends is looked up again for every bracket before it, and what was found there kept: no rule is asked.
  const skipToken = inline.skipToken.bind(inline);
  inline.skipToken = (state) => {
    spend(1);
    skipToken(state);
  };
  // Cells that a row of a table lacks are made, not read.
  core.ruler.after('block', 'budget', ({ tokens }) => spend(tokens.length));
  return (text) => {
    left = looks;
    try {
      return markdown.render(text);
    } catch {
      return undefined;
    }
  };
}
