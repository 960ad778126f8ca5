/**
 * Checks HTML one last time before it is sent. Only elements on a short allowlist, in exactly the syntax written here, are markup;
 * everything else is text. This way, a bug here or in a library is visible but harmless.
 */
import { allowedElements, mathElements, mathTexts } from '../../../protocol/allowed-elements.ts';
import { escapeHtml } from './plain.ts';

declare const safe: unique symbol;

/** HTML that `safeHtml` has checked. The type `Rendered` accepts no other HTML, so only checked HTML can be sent. */
export type SafeHtml = string & { readonly [safe]: true };

const empty = new Set(['br', 'hr']);
/** The maximum nesting depth of elements. Browsers flatten elements that are nested more than 512 levels deep. */
const MAX_ELEMENT_DEPTH = 250;

const entity = '&(?:amp|lt|gt|quot|#39);';
const piece = new RegExp(`<(/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>|${entity}|[&<>]`, 'g');
const attribute = / ([a-z]+)="([^"]*)"/g;
const bareAmpersand = new RegExp(`&(?!${entity.slice(1)})`);

/**
 * Keeps allowed tags that are written as `<tag name="value">`, with `&<>"` as entities, and are closed in the correct order. Everything
 * else becomes text. A browser parses the result in exactly the same way, since it contains no comments and no elements with special
 * parsing rules.
 */
export function safeHtml(html: string): SafeHtml {
  const open: string[] = [];
  const result = html.replace(piece, (match, slash: string | undefined, tag = '', attributes = '') => {
    if (slash === undefined) return match.length > 1 ? match : escapeHtml(match);
    if (slash === '/' ? attributes !== '' || open.at(-1) !== tag : !isAllowed(tag, attributes, open))
      return escapeHtml(match);
    if (slash === '/') open.pop();
    else if (open.length === MAX_ELEMENT_DEPTH) return escapeHtml(match);
    else if (!empty.has(tag)) open.push(tag);
    return match;
  });
  const ends = open.reverse().map((tag) => `</${tag}>`);
  return (result + ends.join('')) as SafeHtml;
}

/** Whether a start tag is allowed inside the `open` elements. `attributes`: the attributes of the tag, each after a space. */
function isAllowed(tag: string, attributes: string, open: readonly string[]): boolean {
  const values = allowedElements.get(tag);
  const parent = open.at(-1) ?? '';
  // A browser ends a formula before any element that is not part of MathML.
  const isInFormula = mathElements.has(parent);
  if (values === undefined || isInFormula !== (mathElements.has(tag) && tag !== 'math') || mathTexts.has(parent))
    return false;
  const names = new Set<string>();
  for (const [, name = '', value = ''] of attributes.matchAll(attribute)) {
    if (names.has(name) || bareAmpersand.test(value) || !values.get(name)?.test(decoded(value))) return false;
    names.add(name);
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
  return value.replace(anyEntity, (match) => characters.get(match) as string);
}
