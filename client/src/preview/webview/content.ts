/**
 * Creates the elements for the HTML of a message one by one. Only the elements and attributes of a short list are created, which the server
 * also uses. Anything else is shown as plain text. The browser never parses text as markup.
 */
import { allowedElements, mathElements } from '../../../../protocol/allowed-elements.ts';

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);
const entity = /&(?:amp|lt|gt|quot|#39);/g;
const tagged = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/g;
const attribute = / ([a-z]+)="([^"]*)"/g;

const mathml = 'http://www.w3.org/1998/Math/MathML';
const empty = new Set(['br', 'hr']);
const MAX_ELEMENT_DEPTH = 250;

export function contentOf(html: string): DocumentFragment {
  const content = document.createDocumentFragment();
  const open: (DocumentFragment | Element)[] = [content];
  const append = (node: Node | string) => open.at(-1)?.append(node);
  let end = 0;
  for (const { 0: tagText, 1: slash, 2: tag = '', 3: attributes = '', index } of html.matchAll(tagged)) {
    append(decoded(html.slice(end, index)));
    end = index + tagText.length;
    const child = slash === '/' || open.length > MAX_ELEMENT_DEPTH ? undefined : elementOf(tag, attributes);
    if (child !== undefined) {
      append(child);
      if (!empty.has(tag)) open.push(child);
    } else if (slash === '/' && attributes === '' && open.at(-1)?.nodeName.toLowerCase() === tag) open.pop();
    else append(tagText);
  }
  append(decoded(html.slice(end)));
  return content;
}

function elementOf(tag: string, attributes: string): Element | undefined {
  const values = allowedElements.get(tag);
  if (values === undefined) return undefined;
  const element = mathElements.has(tag) ? document.createElementNS(mathml, tag) : document.createElement(tag);
  for (const [, name = '', value = ''] of attributes.matchAll(attribute)) {
    const text = decoded(value);
    if (!values.get(name)?.test(text)) return undefined;
    element.setAttribute(name, text);
  }
  return element;
}

function decoded(text: string): string {
  return text.replace(entity, (reference) => entities.get(reference) as string);
}
