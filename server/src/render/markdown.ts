/**
 * Markdown → HTML that is safe to show: HTML in the source is text, links lead to the web or to a mailbox only, and
 * images are named, not loaded. The result has no `style`, `src`, or event attribute, and works under a strict CSP.
 */
import type MarkdownIt from 'markdown-it';
import { type Piece, textOf } from '../model/fill.ts';
import { own } from '../syntax/own.ts';

/** Where a link may lead. */
const safeAddress = /^(?:https?:|mailto:)/i;

/** Longer texts are not worth the time that Markdown takes, and are shown as they are. */
export const markdownLimit = 50_000;

/** Of a longer text only the beginning is shown: nobody reads it here. */
export const textLimit = 200_000;

/** More brackets than this, or more cells in its tables, and a text is data, over which Markdown would ponder. */
const mostBrackets = 2_000;
const mostCells = 20_000;

let renderer: MarkdownIt | undefined;

/** CommonMark with tables and strikethrough, as chat interfaces show it. */
export function renderMarkdown(text: string): string {
  if (text.length > markdownLimit || isCrowded(text)) return renderPlain(text);
  renderer ??= createRenderer();
  return renderer.render(text);
}

/** Every row of a table is filled up to the width of its first; the widest line stands for that. */
function isCrowded(text: string): boolean {
  if (text.length <= mostBrackets) return false;
  if (count(text, '[') > mostBrackets) return true;
  if (!text.includes('|')) return false;
  const lines = text.split(/\r\n?|\n/);
  const widest = lines.reduce((most, line) => Math.max(most, count(line, '|')), 0);
  return widest * lines.length > mostCells;
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++;
  return found;
}

/** Text as it is, with its line breaks and blanks. */
export function renderPlain(text: string): string {
  const rest = text.length - textLimit;
  const clipped = rest > 0 ? `<p class="clipped">… and ${rest} more characters.</p>` : '';
  return `<p class="plain">${escapeHtml(text.slice(0, textLimit))}</p>${clipped}`;
}

/** Plain text with what the model filled in marked. */
export function renderFilled(pieces: readonly Piece[]): string {
  const text = textOf(pieces);
  if (text.length > textLimit || !pieces.some(({ fill }) => fill)) return renderPlain(text);
  const html = pieces.map((piece) => (piece.fill ? `<mark>${escapeHtml(piece.text)}</mark>` : escapeHtml(piece.text)));
  return `<p class="plain">${html.join('')}</p>`;
}

/** JSON as a block of code, one member a line. Numbers and strings stay as they are written. */
export function renderJson(text: string): string {
  if (text.length > textLimit) return renderPlain(text);
  return `<pre><code class="language-json">${escapeHtml(prettyJson(text))}</code></pre>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => own(escapes, char) as string);
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const;

function createRenderer(): MarkdownIt {
  // A file of its own beside the server, loaded when the first text is rendered.
  const module = require('markdown-it') as { default?: typeof MarkdownIt } & typeof MarkdownIt;
  const markdown = new (module.default ?? module)({ html: false, linkify: true });
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // Every address is taken here, so that what is no safe link becomes its text below, and not its source.
  markdown.validateLink = () => true;
  markdown.core.ruler.push('safe', ({ tokens }) => {
    for (const token of tokens) {
      alignByClass(token);
      makeSafe(token.children ?? []);
    }
  });
  markdown.renderer.rules.image = (tokens, index, options, env, self) => {
    const image = tokens[index] as Token;
    const name = self.renderInlineAsText(image.children ?? [], options, env);
    const address = escapeHtml(shortened(image.attrGet('src') ?? ''));
    return `<span class="image">${escapeHtml(name || 'Image')} <span class="address">${address}</span></span>`;
  };
  return markdown;
}

type Token = ReturnType<MarkdownIt['parse']>[number];

/** Makes links to unsafe places plain text that names its address when pointed at. */
function makeSafe(tokens: Token[]): void {
  let blocked = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const address = token.attrGet('href') ?? '';
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
          ['title', address],
          ['rel', 'noreferrer'],
        ];
      }
    } else if (token.type === 'link_close' && blocked) {
      token.tag = 'span';
      blocked = false;
    }
  }
}

/** Table cells are aligned by `style`, which a strict CSP forbids. */
function alignByClass(token: Token): void {
  const style = token.attrGet('style');
  if (style === null) return;
  token.attrs = [['class', style.replace(/^text-align:/, 'align-')]];
}

function shortened(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}…` : address;
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const deepest = 50;

/** Valid JSON with one member a line, by its tokens alone. */
function prettyJson(text: string): string {
  let result = '';
  let depth = 0;
  let opened = false;
  const line = () => `\n${'  '.repeat(Math.min(depth, deepest))}`;
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === '}' || token === ']') {
      depth--;
      result += opened ? token : line() + token;
      opened = false;
      continue;
    }
    if (opened) result += line();
    opened = token === '{' || token === '[';
    if (opened) depth++;
    result += token === ':' ? ': ' : token;
    if (token === ',') result += line();
  }
  return result;
}
