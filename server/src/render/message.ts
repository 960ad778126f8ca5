/** Renders the content of a message as text and as HTML: only the part that users may see or, for debugging, all of it. */
import { userRole } from '../grammar/index.ts';
import type { Message } from '../model/message.ts';
import type { ContentPart } from '../model/visibility/content-parts.ts';
import { cutOut } from '../model/visibility/spoken.ts';
import type { Verdict } from '../model/visibility/verdict.ts';
import { getOwn } from '../syntax/get-own.ts';
import { parseJson } from '../syntax/json/values.ts';
import { renderJson } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPlain } from './plain.ts';
import { type SafeHtml, safeHtml } from './safe-html.ts';
import { renderSource, renderWithFences, type SourceKind } from './source-text.ts';

export interface Rendered {
  readonly text: string;
  readonly html: SafeHtml;
}

/**
 * Renders the part of a message that is visible according to the verdict. `all`: whether the other parts, which users do not see, are
 * rendered as well.
 */
export function renderMessage(message: Message, { shown, parts }: Verdict, all: boolean): Rendered {
  if (shown === 'hidden' || shown === 'none')
    return all ? renderHidden(parts.map((part) => part.text).join(''), sourceKindOf(message)) : nothing;
  const chosen = chosenOf(message, parts, all);
  const text = chosen.map((part) => part.text).join('');
  const render = getOwn(renderers, typeOf(message)) ?? renderMarkdown;
  // The remaining text is rendered as a whole, so that a list does not fall apart where a section was removed.
  if (!chosen.some((part) => part.hidden)) return { text, html: safeHtml(render(text)) };
  const html = chosen.map((part) =>
    part.hidden ? `<div class="thought">${renderPlain(part.text)}</div>` : render(part.text),
  );
  return { text, html: safeHtml(html.join('')) };
}

/** Returns only the text of `renderMessage`, since creating the HTML of ten thousand messages would take too long. */
export function textShown(message: Message, { shown, parts }: Verdict, all: boolean): string {
  const isUnseen = shown === 'hidden' || shown === 'none';
  if (isUnseen && !all) return '';
  return (isUnseen ? parts : chosenOf(message, parts, all)).map((part) => part.text).join('');
}

function chosenOf(message: Message, parts: readonly ContentPart[], all: boolean): readonly ContentPart[] {
  const isCut = ({ hidden, text }: ContentPart) => (all ? text === '' : hidden);
  return message.body.family.has.tags ? cutOut(parts, isCut) : parts.filter((part) => !isCut(part));
}

const nothing: Rendered = { text: '', html: safeHtml('') };

/** Renders content that users do not see. It is unchanged, except that JSON is laid out and program output is shown as code. */
export function renderHidden(text: string, kind?: SourceKind): Rendered {
  return { text, html: safeHtml(renderSource(text, kind)) };
}

const sourceKindOf = ({ kind }: Message): SourceKind => (kind === 'plain' ? undefined : kind);

/**
 * Returns the type of a message's content. Users write plain text with meaningful line breaks, and models write Markdown, but the header
 * may specify a different type.
 */
function typeOf({ role, constraint, hint }: Message): string {
  return constraint ?? hint ?? (role === userRole ? 'text' : 'markdown');
}

const renderers: Record<string, (text: string) => string> = {
  text: renderWithFences,
  json: renderIfJson,
  markdown: renderMarkdown,
};

function renderIfJson(text: string): string {
  return parseJson(text).error ? renderPlain(text) : renderJson(text);
}
