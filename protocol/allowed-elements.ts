/**
 * The HTML elements that the server may create from a message, and that the preview page accepts. The page shows anything else as plain
 * text.
 */

/** The allowed attributes of an element, each with a pattern that its value must match. */
type Attributes = ReadonlyMap<string, RegExp>;

/** The first word of a list or table determines its text direction, regardless of the text around it. */
const ownDirection = { dir: /^auto$/ };
const cell = { class: /^align-(?:left|center|right)$/ };
const address = /^(?:https?:\/\/[^\s/\\]|mailto:[^\s/\\])[^\s\\]*$/i;

/** A length in a formula. Only short lengths are allowed, so that no part of the formula moves far from its place. */
const size = /^(?:\d?\d?(?:\.\d{1,4})?|-0?(?:\.\d{1,4})?)(?:em|ex|px|pt)?$/;
const step = /^-?0?(?:\.\d{1,4})?em$/;
const yes = /^(?:true|false)$/;
const drawn = { class: /^math-[a-z]{1,6}(?:-[a-z\d]{1,6})?(?: math-[a-z]{1,6}(?:-[a-z\d]{1,6})?){0,7}$/ };
const styled = { displaystyle: yes, scriptlevel: /^[0-3]$/ };

/** The MathML elements of formulas. They are only allowed inside `math`, where no other elements are allowed. */
const ofMath: readonly [string, Attributes][] = [
  element('math', { display: /^block$/, class: /^math-(?:wide|long)$/ }),
  element('mi', { mathvariant: /^normal$/ }),
  element('mo', {
    form: /^(?:prefix|infix|postfix)$/,
    fence: yes,
    separator: yes,
    stretchy: yes,
    symmetric: yes,
    largeop: yes,
    movablelimits: yes,
    accent: yes,
    lspace: size,
    rspace: size,
    minsize: size,
    maxsize: size,
    ...drawn,
  }),
  element('mspace', { width: size, height: size, depth: size }),
  element('mpadded', { width: size, height: size, depth: size, lspace: size, voffset: step }),
  element('mfrac', { linethickness: size }),
  element('mstyle', styled),
  element('mrow', { ...styled, ...drawn }),
  element('mtable', { displaystyle: yes, ...drawn }),
  element('mtd', drawn),
  element('menclose', drawn),
  ...['mover', 'munder', 'munderover'].map((tag) => element(tag, { accent: yes, accentunder: yes })),
  ...[
    'mn',
    'mtext',
    'mtr',
    'msup',
    'msub',
    'msubsup',
    'mmultiscripts',
    'mprescripts',
    'msqrt',
    'mroot',
    'mphantom',
  ].map((tag) => element(tag)),
];

export const mathElements: ReadonlySet<string> = new Set(ofMath.map(([tag]) => tag));

/** MathML elements that may only contain text, because browsers would read elements inside them as HTML. */
export const mathTexts: ReadonlySet<string> = new Set(['mi', 'mo', 'mn', 'mtext']);

/** The data URL of an image that is embedded in a message. A page must decode the image itself, since nothing is loaded. */
export const dataImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]{16,3000000}={0,2}$/;

/** All allowed elements with their attributes. They cannot load or run anything, and a link is only followed if the user clicks it. */
export const allowedElements: ReadonlyMap<string, Attributes> = new Map([
  element('p', { class: /^(?:plain|clipped)$/ }),
  element('div', { class: /^thought$/ }),
  element('span', { class: /^(?:blocked-link|image|address|escape|code-[a-z]{1,20})$/, title: /^/, data: dataImage }),
  element('a', { href: address, title: /^/, rel: /^noreferrer$/ }),
  element('code', { class: /^language-[\w.+#-]{1,40}$/ }),
  element('ol', { start: /^\d{1,9}$/, ...ownDirection }),
  ...['ul', 'table', 'blockquote'].map((tag) => element(tag, ownDirection)),
  element('th', cell),
  element('td', cell),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'mark', 'pre'].map((tag) => element(tag)),
  ...['li', 'thead', 'tbody', 'tr', 'br', 'hr'].map((tag) => element(tag)),
  ...ofMath,
]);

function element(tag: string, attributes: Record<string, RegExp> = {}): [string, Attributes] {
  return [tag, new Map(Object.entries(attributes))];
}
