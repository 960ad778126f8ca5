/** The HTML that the server makes of a message and the page of the preview accepts: nothing else is markup. */

/** Names of attributes, and what their values look like. */
type Attributes = ReadonlyMap<string, RegExp>;

/** A list or a table has the direction of its first word, whatever is around it. */
const ownDirection = { dir: /^auto$/ };
const cell = { class: /^align-(?:left|center|right)$/ };
const address = /^(?:https?:\/\/[^\s/\\]|mailto:[^\s/\\])[^\s\\]*$/i;

/** The elements, and what the values of their attributes look like. None loads, runs, or takes the reader elsewhere unasked. */
export const allowedElements: ReadonlyMap<string, Attributes> = new Map([
  element('p', { class: /^(?:plain|clipped)$/ }),
  element('div', { class: /^thought$/ }),
  element('span', { class: /^(?:blocked-link|image|address|code-[a-z]{1,20})$/, title: /^/ }),
  element('a', { href: address, title: /^/, rel: /^noreferrer$/ }),
  element('code', { class: /^language-[\w.+#-]{1,40}$/ }),
  element('ol', { start: /^\d{1,9}$/, ...ownDirection }),
  ...['ul', 'table', 'blockquote'].map((tag) => element(tag, ownDirection)),
  element('th', cell),
  element('td', cell),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'mark', 'pre'].map((tag) => element(tag)),
  ...['li', 'thead', 'tbody', 'tr', 'br', 'hr'].map((tag) => element(tag)),
]);

function element(tag: string, attributes: Record<string, RegExp> = {}): [string, Attributes] {
  return [tag, new Map(Object.entries(attributes))];
}
