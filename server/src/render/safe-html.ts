/**
 * The last check of HTML before it leaves: only elements of a short list, in exactly the form written here, are markup;
 * anything else is text. So a mistake here or in a library is visible but harmless.
 */
import { allowedElements, mathElements, mathTexts } from '../../../protocol/allowed-elements.ts';
import { escapeHtml } from './plain.ts';

declare const safe: unique symbol;

/** HTML that went through `safeHtml`: nothing else can be sent (`Rendered`). */
export type SafeHtml = string & { readonly [safe]: true };

const empty = new Set(['br', 'hr']);
/** Browsers flatten what is nested more than 512 deep. */
const MAX_ELEMENT_DEPTH = 250;

const entity = '&(?:amp|lt|gt|quot|#39);';
const piece = new RegExp(`<(/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>|${entity}|[&<>]`, 'g');
const attribute = / ([a-z]+)="([^"]*)"/g;
const bareAmpersand = new RegExp(`&(?!${entity.slice(1)})`);

/**
 * Tags of the list, each written as `<tag name="value">`, with `&<>"` as entities and closed in order; all else is text. A
 * browser reads the result as it is here: it has no comment, and no element in which other rules hold.
 */
export function safeHtml(html: string): SafeHtml {
  const open: string[] = [];
  const result = html.replace(piece, (found, slash: string | undefined, tag = '', attributes = '') => {
    if (slash === undefined) return found.length > 1 ? found : escapeHtml(found);
    if (slash === '/' ? attributes !== '' || open.at(-1) !== tag : !isAllowed(tag, attributes, open))
      return escapeHtml(found);
    if (slash === '/') open.pop();
    else if (open.length === MAX_ELEMENT_DEPTH) return escapeHtml(found);
    else if (!empty.has(tag)) open.push(tag);
    return found;
  });
  const ends = open.reverse().map((tag) => `</${tag}>`);
  return (result + ends.join('')) as SafeHtml;
}

/** Whether a beginning tag may be as it is, in what is open; `written` holds its attributes, each after a space. */
function isAllowed(tag: string, written: string, open: readonly string[]): boolean {
  const values = allowedElements.get(tag);
  const parent = open.at(-1) ?? '';
  // In a formula, a browser reads other elements as if the formula ended before them.
  const isInFormula = mathElements.has(parent);
  if (values === undefined || isInFormula !== (mathElements.has(tag) && tag !== 'math') || mathTexts.has(parent))
    return false;
  const seen = new Set<string>();
  for (const [, name = '', value = ''] of written.matchAll(attribute)) {
    if (seen.has(name) || bareAmpersand.test(value) || !values.get(name)?.test(decoded(value))) return false;
    seen.add(name);
  }
  return true;
}

const characters = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);
const anyEntity = new RegExp(entity, 'g');

function decoded(value: string): string {
  return value.replace(anyEntity, (found) => characters.get(found) as string);
}
