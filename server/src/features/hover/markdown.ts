/** Helpers for the Markdown of hovers. Text from the document is quoted so that it has no effect as Markdown. */
import { maximum } from '../../syntax/lists.ts';
import { legible, printable } from '../../syntax/printable.ts';

/** Text as an inline code span, shortened. */
export function code(text: string): string {
  const line = printable(shorten(text.replace(/\s+/g, ' '), 80));
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text as a fenced block, shortened. */
export function fenced(language: string, text: string, limit = 2000): string {
  const content = legible(shorten(text, limit));
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

/** Prose from a document, with its line breaks. Links, images, HTML and emphasis in it have no effect. */
export function asText(text: string, limit = 2000): string {
  return legible(shorten(text, limit).trim())
    .replace(/[!-/:-@[-`{-~]/g, (sign) => (sign === '<' ? '&lt;' : sign === '&' ? '&amp;' : `\\${sign}`))
    .replace(/^[ \t]+/gm, '')
    .replace(/\n+/g, (breaks) => (breaks.length > 1 ? '\n\n' : '  \n'));
}

/** A line in italics that names the source, such as `2.2 §4`. */
export function source(section: string): string {
  return `*${/^\d/.test(section) ? 'OpenChatML ' : ''}${section}*`;
}

/** Joins texts as paragraphs, without the empty ones. */
export function paragraphs(...all: readonly (string | undefined | false)[]): string {
  return all.filter(Boolean).join('\n\n');
}

function longestRun(text: string): number {
  return maximum([0, ...(text.match(/`+/g) ?? []).map((run) => run.length)]);
}

/** The first `limit` UTF-16 units of a text at most. A surrogate pair is never split. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\uD800-\uDBFF]/.test(text[limit - 1] as string) ? limit - 1 : limit;
  return `${text.slice(0, end)}…`;
}
