/** Renders content that is a list of parts, for a view that shows all of them in order: texts, images, and placeholders for other parts. */
import { partType } from '../grammar/content-parts.ts';
import { imageAddress } from '../model/json/message-images.ts';
import { type ImageBudget, imageWithin } from '../render/image.ts';
import type { Rendered } from '../render/message.ts';
import { escapeHtml } from '../render/plain.ts';
import { safeHtml } from '../render/safe-html.ts';
import { type JsonNode, textOf } from '../syntax/json/nodes.ts';

/** Renders the text of one part. */
type RenderText = (text: string) => string;

/**
 * Returns the text and HTML of parts. Undefined if all of them are text, or if their texts together differ from `texts`, the text of the
 * message.
 */
export function renderParts(
  parts: readonly JsonNode[],
  texts: string,
  render: RenderText,
  budget: ImageBudget,
): Rendered | undefined {
  const contents = parts.map((part) => ({ part, text: textIn(part), place: partType(textOf(part, 'type'))?.place }));
  if (!contents.some(({ place }) => place) || contents.map(({ text }) => text).join('') !== texts) return undefined;
  const visibleContents = contents.filter(({ text, place }) => place || text !== '');
  return {
    text: visibleContents.map(({ text, place }) => (place ? `[${place}]` : text)).join('\n\n'),
    html: safeHtml(
      visibleContents.map(({ part, text, place }) => (place ? placeHtml(part, place, budget) : render(text))).join(''),
    ),
  };
}

const textIn = (part: JsonNode) => (part.kind === 'string' ? part.value : (textOf(part, 'text') ?? ''));

function placeHtml(part: JsonNode, placeholder: string, budget: ImageBudget): string {
  const address = placeholder === 'image' ? imageAddress(part) : undefined;
  return `<p>${address ? imageWithin(budget, address) : escapeHtml(`[${placeholder}]`)}</p>`;
}
