/**
 * Markdown → HTML that is safe to show: HTML in the source becomes text, links lead only to the web or to mail addresses, and
 * images are named, not loaded (`image.ts`). The result has no `style`, `src`, or event attributes, and works under a strict CSP.
 */
import type { MarkdownIt, Token } from 'markdown-it';
import { withBudget } from './budget.ts';
import { highlighter } from './highlight.ts';
import { imageHtml, shortened } from './image.ts';
import { addMath } from './math.ts';
import { renderPlain } from './plain.ts';

/** Allowed link targets. An address such as `https:page`, without `//`, would be relative to the page that shows it. */
const safeAddress = /^(?:https?:\/\/|mailto:)/i;

/** Longer texts (in UTF-16 units) are shown plain, since rendering Markdown would take too long. */
export const markdownLimit = 50_000;

/** The limits on the steps (see `withBudget`) and the nesting depth of a text; a text beyond them is probably data, and is shown plain. */
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
  // Loaded from a separate file next to the server when the first text is rendered.
  const module = require('markdown-it') as { default?: typeof MarkdownIt } & typeof MarkdownIt;
  const markdown = new (module.default ?? module)({
    html: false,
    linkify: true,
    highlight: (code, language) => colour(code, language) ?? '',
  });
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // Links of these kinds are not allowed, and searching for them takes long.
  markdown.linkify.add('//', null).add('ftp:', null);
  addMath(markdown);
  keepBackslashes(markdown);
  // Every address is accepted here, so that an unsafe link is shown as its text (see below) instead of its source.
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
    // The name is shown as its source if it contains escapes or formulas.
    const isText = !/[\\$]/.test(image.content);
    const name = isText ? self.renderInlineAsText(image.children ?? [], options, env) : image.content;
    return imageHtml(name, attribute(image, 'src'));
  };
  return markdown;
}

/** Escapes of characters that have no meaning in Markdown at this position, or keep their backslash. */
const keptEscapes = /^\\[\\()[\]{}$%,;:/=?@^]/;

/** Escapes of characters that would otherwise be Markdown syntax. */
const otherEscapes = /^\\[!"#&'*+.<>_`|~\n-]/;

/**
 * Shows the backslash of every escape. In formulas such as `\(x\)` or `a \\ b`, and in paths, models mean a literal backslash;
 * before marks of emphasis, code, headings or tables, it usually is a mere escape, so it is shown less prominently.
 */
function keepBackslashes(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'backslash', (state, silent) => {
    const written = state.src.slice(state.pos, state.pos + 2);
    const isOther = otherEscapes.test(written);
    if (!isOther && !keptEscapes.test(written)) return false;
    if (!silent) {
      if (isOther) {
        state.push('backslash', '', 0);
        if (written[1] === '\n') state.push('hardbreak', 'br', 0);
        else state.pending += written[1];
      } else state.pending += written;
    }
    state.pos += written.length;
    return true;
  });
  markdown.renderer.rules.backslash = () => '<span class="escape">\\</span>';
}

/** Turns links with unsafe targets into plain text that shows the address on hover. */
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

/** Elements that take the direction of their first word, so that an English table in an Arabic answer is not mirrored. */
const ownDirection = new Set(['table_open', 'bullet_list_open', 'ordered_list_open', 'blockquote_open']);

/** Replaces the `style` that aligns table cells with a class, since a strict CSP forbids it. */
function alignByClass(token: Token): void {
  const style = attribute(token, 'style');
  if (style !== '') token.attrs = [['class', style.replace(/^text-align:/, 'align-')]];
}

/** Removes the first word after a code fence, which becomes a class, unless it looks like the name of a language. */
function nameLanguage(token: Token): void {
  if (token.type === 'fence' && !/^\s*[\w.+#-]{1,40}(?:\s|$)/.test(token.info)) token.info = '';
}

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? '');
