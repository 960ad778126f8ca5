/** The elements that HTML of the server may have, and what the values of their attributes look like: as it is made there. */

type Attributes = Readonly<Record<string, RegExp>>;

const none: Attributes = {};
const cell: Attributes = { class: /^align-(?:left|center|right)$/ };
const address = /^(?:https?:\/\/[^\s/\\]|mailto:[^\s/\\])[^\s\\]*$/i;

/** As `allowedElements` in `server/src/render/safe-html.ts`. */
export const allowedElements: ReadonlyMap<string, Attributes> = new Map([
  ['p', { class: /^(?:plain|clipped)$/ }],
  ['div', { class: /^thought$/ }],
  ['span', { class: /^(?:blocked-link|image|address)$/, title: /^/ }],
  ['a', { href: address, title: /^/, rel: /^noreferrer$/ }],
  ['code', { class: /^language-[\w.+#-]{1,40}$/ }],
  ['ol', { start: /^\d{1,9}$/ }],
  ['th', cell],
  ['td', cell],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'mark', 'pre', 'blockquote'].map(plainElement),
  ...['ul', 'li', 'table', 'thead', 'tbody', 'tr', 'br', 'hr'].map(plainElement),
]);

function plainElement(tag: string): [string, Attributes] {
  return [tag, none];
}
