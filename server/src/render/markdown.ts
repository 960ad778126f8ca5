/**
 * Converts Markdown to HTML that is safe to show. HTML in the source becomes text. Links lead only to the web or to mail addresses. Images
 * are not loaded, but shown as their name (`image.ts`). The result has no `style`, `src` or event attributes, and works under a strict CSP.
 */
import type { MarkdownIt, Token } from 'markdown-it';
import { withBudget } from './budget.ts';
import { highlighter } from './highlight.ts';
import { imageHtml, shortened } from './image.ts';
import { addMath } from './math.ts';
import { renderPlain } from './plain.ts';

/** The allowed link targets. An address such as `https:page`, without `//`, would be relative to the page that shows it. */
const safeAddress = /^(?:https?:\/\/|mailto:)/i;

/**
 * The maximum length of a text that is rendered as Markdown (UTF-16 units). Longer texts are shown plain, since rendering would take too
 * long.
 */
export const markdownLimit = 50_000;

/**
 * The maximum number of steps (see `withBudget`), and the maximum nesting depth. A text that exceeds them is probably data, and is shown
 * plain.
 */
const MAX_LOOKS = 100_000;
const MAX_NESTING_DEPTH = 100;

let colour = highlighter();
let render: ((text: string) => string | undefined) | undefined;

/** Renders CommonMark with tables and strikethrough, as chat interfaces do. */
export function renderMarkdown(text: string): string {
  if (text.length > markdownLimit) return renderPlain(text);
  render ??= withBudget(createMarkdown(), MAX_LOOKS);
  colour = highlighter();
  return render(text) ?? renderPlain(text);
}

function createMarkdown(): MarkdownIt {
  // The library is loaded from a separate file next to the server when the first text is rendered.
  const module = require('markdown-it') as { default?: typeof MarkdownIt } & typeof MarkdownIt;
  const markdown = new (module.default ?? module)({
    html: false,
    linkify: true,
    highlight: (code, language) => colour(code, language) ?? '',
  });
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // Links of these kinds are not allowed, and searching for them takes a long time.
  markdown.linkify.add('//', null).add('ftp:', null);
  addMath(markdown);
  keepBackslashes(markdown);
  // Every address is accepted here, so that an unsafe link is shown as its text (see `makeSafe`) and not as its source.
  markdown.validateLink = () => true;
  markdown.core.ruler.push('safe', ({ tokens }) => {
    for (const token of tokens) {
      alignByClass(token);
      if (ownDirection.has(token.type)) token.attrSet('dir', 'auto');
      nameLanguage(token);
      makeSafe(token.children ?? [], token.level);
    }
  });
  markdown.renderer.rules.image = (tokens, index, options, env, self) => {
    const image = tokens[index] as Token;
    // If the name contains escapes or formulas, its source is shown.
    const isText = !/[\\$]/.test(image.content);
    const name = isText ? self.renderInlineAsText(image.children ?? [], options, env) : image.content;
    return imageHtml(name, attribute(image, 'src'));
  };
  return markdown;
}

/** Matches escapes of characters that have no meaning in Markdown at this position, or whose backslash is kept. */
const keptEscapes = /^\\[\\()[\]{}$%,;:/=?@^]/;

/** Matches escapes of characters that would otherwise be Markdown syntax. */
const otherEscapes = /^\\[!"#&'*+.<>_`|~\n-]/;

/**
 * Shows the backslash of every escape. In formulas such as `\(x\)` or `a \\ b`, and in paths, models usually mean a literal backslash.
 * Before characters that mark emphasis, code, headings or tables, the backslash is usually only an escape, so it is shown less prominently.
 */
function keepBackslashes(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'backslash', (state, silent) => {
    const escapeText = state.src.slice(state.pos, state.pos + 2);
    const isOther = otherEscapes.test(escapeText);
    if (!isOther && !keptEscapes.test(escapeText)) return false;
    if (!silent) {
      if (isOther) {
        state.push('backslash', '', 0);
        if (escapeText[1] === '\n') state.push('hardbreak', 'br', 0);
        else state.pending += escapeText[1];
      } else state.pending += escapeText;
    }
    state.pos += escapeText.length;
    return true;
  });
  markdown.renderer.rules.backslash = () => '<span class="escape">\\</span>';
}

/** Turns links with unsafe targets into text whose address is shown on hover. */
function makeSafe(tokens: Token[], level: number): void {
  let blocked = false;
  for (const token of tokens) {
    if (level + token.level > MAX_NESTING_DEPTH) throw new Error('The text is nested too deeply.');
    if (token.type === 'link_open') {
      const address = attribute(token, 'href');
      blocked = !safeAddress.test(address);
      if (blocked) {
        token.tag = 'span';
        token.attrs = [
          ['class', 'blocked-link'],
          ['title', shortened(address)],
        ];
      } else {
        token.attrs = [
          ['href', address],
          ['title', shortened(address)],
          ['rel', 'noreferrer'],
        ];
      }
    } else if (token.type === 'link_close' && blocked) {
      token.tag = 'span';
      blocked = false;
    }
  }
}

/** The elements that take the direction of their first word, so that, for example, an English table in an Arabic answer is not mirrored. */
const ownDirection = new Set(['table_open', 'bullet_list_open', 'ordered_list_open', 'blockquote_open']);

/** Replaces the `style` that aligns the cells of a table with a class, since a strict CSP forbids styles. */
function alignByClass(token: Token): void {
  const style = attribute(token, 'style');
  if (style !== '') token.attrs = [['class', style.replace(/^text-align:/, 'align-')]];
}

/** Removes the text after a code fence unless its first word looks like the name of a language. That word becomes a class. */
function nameLanguage(token: Token): void {
  if (token.type === 'fence' && !/^\s*[\w.+#-]{1,40}(?:\s|$)/.test(token.info)) token.info = '';
}

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? '');
