/**
 * Markdown → HTML that is safe to show: HTML in the source is text, links lead to the web or to a mailbox only, and
 * images are named, not loaded (`image.ts`). The result has no `style`, `src`, or event attribute, and works under a strict CSP.
 */
import type { MarkdownIt, Token } from 'markdown-it';
import { withBudget } from './budget.ts';
import { highlighter } from './highlight.ts';
import { imageHtml, shortened } from './image.ts';
import { addMath } from './math.ts';
import { renderPlain } from './plain.ts';

/** Where a link may lead. A place without `//` would be looked for next to the page that shows it. */
const safeAddress = /^(?:https?:\/\/|mailto:)/i;

/** Longer texts, in UTF-16 units, are not worth the time that Markdown takes, and are shown as they are. */
export const markdownLimit = 50_000;

/** The limits of a text: its cost, and the depth of its nesting; beyond, it is data, and shown as it is. */
const MAX_LOOKS = 100_000;
const MAX_NESTING_DEPTH = 100;

let colour = highlighter();
let render: ((text: string) => string | undefined) | undefined;

/** CommonMark with tables and strikethrough, as chat interfaces show it. */
export function renderMarkdown(text: string): string {
  if (text.length > markdownLimit) return renderPlain(text);
  render ??= withBudget(createMarkdown(), MAX_LOOKS);
  colour = highlighter();
  return render(text) ?? renderPlain(text);
}

function createMarkdown(): MarkdownIt {
  // A separate file next to the server, loaded when the first text is rendered.
  const module = require('markdown-it') as { default?: typeof MarkdownIt } & typeof MarkdownIt;
  const markdown = new (module.default ?? module)({
    html: false,
    linkify: true,
    highlight: (code, language) => colour(code, language) ?? '',
  });
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // No link leads there, and looking for them takes long.
  markdown.linkify.add('//', null).add('ftp:', null);
  addMath(markdown);
  keepBackslashes(markdown);
  // Every address is taken here, so that what is not a safe link becomes its text below, and not its source.
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
    // As it is written, if it holds what is not text.
    const isText = !/[\\$]/.test(image.content);
    const name = isText ? self.renderInlineAsText(image.children ?? [], options, env) : image.content;
    return imageHtml(name, attribute(image, 'src'));
  };
  return markdown;
}

/** Characters that Markdown lets a backslash escape, and that mean nothing to it at this place or stay with their backslash. */
const keptEscapes = /^\\[\\()[\]{}$%,;:/=?@^]/;

/** The other characters that a backslash escapes, which would mean something to Markdown. */
const otherEscapes = /^\\[!"#&'*+.<>_`|~\n-]/;

/**
 * Shows the backslash of every escape. Models mean one in formulas such as `\(x\)` or `a \\ b`, and in paths; before a mark of
 * emphasis, code, headings or tables it mostly says no more than that this is none, and stays in the background.
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

/** Makes links to unsafe places plain text that names its address when pointed at. */
function makeSafe(tokens: Token[], level: number): void {
  let blocked = false;
  for (const token of tokens) {
    if (level + token.level > MAX_NESTING_DEPTH) throw new Error('The text is nested too deep.');
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

/** Elements with the direction of their first word: an English table in an Arabic answer is not mirrored. */
const ownDirection = new Set(['table_open', 'bullet_list_open', 'ordered_list_open', 'blockquote_open']);

/** Table cells are aligned by `style`, which a strict CSP forbids. */
function alignByClass(token: Token): void {
  const style = attribute(token, 'style');
  if (style !== '') token.attrs = [['class', style.replace(/^text-align:/, 'align-')]];
}

/** The first word after a code fence becomes a class: none is made of what is not a name of a language. */
function nameLanguage(token: Token): void {
  if (token.type === 'fence' && !/^\s*[\w.+#-]{1,40}(?:\s|$)/.test(token.info)) token.info = '';
}

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? '');
