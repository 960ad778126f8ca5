/** A budget for rendering Markdown. It counts parser steps instead of time, so that a text is always shown in the same way. */
import type { MarkdownIt } from 'markdown-it';

/**
 * Returns a function that renders text with `markdown` within a budget of steps (`looks`). A step is one token of the result. An attempt to
 * parse a line, a position in a line or the text inside a bracket is also a step. If a text exceeds the budget, or if Markdown fails, the
 * function returns undefined, and the text is shown plain. A long answer takes less than one step per character. Malicious texts take
 * hundreds.
 */
export function withBudget(markdown: MarkdownIt, looks: number): (text: string) => string | undefined {
  let remainingSteps = 0;
  const spend = (count: number) => {
    remainingSteps -= count;
    if (remainingSteps < 0) throw new Error('The text takes too many steps to render.');
  };
  // This rule never applies. It is called before all other rules, and only counts the step.
  const look = () => {
    spend(1);
    return false;
  };
  const { block, inline, core } = markdown;
  block.ruler.before('table', 'budget', look, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  inline.ruler.before('text', 'budget', look);
  // From every opening bracket, the parser searches again for the closing one. These searches use cached results, so they do not call the
  // rule that counts steps.
  const skipToken = inline.skipToken.bind(inline);
  inline.skipToken = (state) => {
    spend(1);
    skipToken(state);
  };
  // Missing cells in a table row are created without being parsed, so all tokens are counted.
  core.ruler.after('block', 'budget', ({ tokens }) => spend(tokens.length));
  return (text) => {
    remainingSteps = looks;
    try {
      return markdown.render(text);
    } catch {
      return undefined;
    }
  };
}
