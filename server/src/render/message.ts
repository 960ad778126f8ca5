/** The content of a message as text and as HTML, as a user may see it or, for debugging, all of it. */
import type { Message, Reading } from '../model/message.ts';
import { contentParts } from '../model/visibility.ts';
import { parseJson } from '../syntax/json.ts';
import { renderJson } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPlain } from './plain.ts';
import { type SafeHtml, safeHtml } from './safe-html.ts';

export interface Rendered {
  readonly text: string;
  readonly html: SafeHtml;
}

/** `all`: with thought sections, which users do not see. */
export function renderMessage(message: Message, reading: Reading, all: boolean): Rendered {
  const parts = contentParts(message, reading).filter((part) => all || !part.hidden);
  const text = parts.map((part) => part.text).join('');
  const render = renderers[typeOf(message)] ?? renderMarkdown;
  // What is left is rendered in one: a list must not fall apart where a section was taken out.
  if (!parts.some((part) => part.hidden)) return { text, html: safeHtml(render(text)) };
  const html = parts.map((part) =>
    part.hidden ? `<div class="thought">${renderPlain(part.text)}</div>` : render(part.text),
  );
  return { text, html: safeHtml(html.join('')) };
}

/** The content of a message that users do not see: as it is written, but JSON in lines. */
export function renderHidden(message: Message, reading: Reading): Rendered {
  const text = contentParts(message, reading)
    .map((part) => part.text)
    .join('');
  return { text, html: safeHtml(/^\s*[{[]/.test(text) ? renderIfJson(text) : renderPlain(text)) };
}

/** Users write plain text, and their line breaks count; models write Markdown. The header may say otherwise. */
function typeOf({ role, constraint, hint }: Message): string {
  return constraint ?? hint ?? (role === 'user' ? 'text' : 'markdown');
}

const renderers: Record<string, (text: string) => string> = {
  text: renderPlain,
  json: renderIfJson,
  markdown: renderMarkdown,
};

function renderIfJson(text: string): string {
  return parseJson(text).error ? renderPlain(text) : renderJson(text);
}
