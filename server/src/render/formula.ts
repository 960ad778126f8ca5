/**
 * Converts TeX to MathML that contains only allowed elements: no colors, styles or links, and nothing that could escape from its container.
 */
import type temml from 'temml';
import { allowedElements } from '../../../protocol/allowed-elements.ts';
import { escapeHtml } from './plain.ts';

/** The limits for a formula: the number of macro expansions, the width of spaces (em), the nesting depth, and the length of the HTML. */
const MAX_EXPANSIONS = 200;
const MAX_SIZE: [number, number] = [10, 10];
const MAX_NESTING_DEPTH = 60;
const MAX_HTML_LENGTH = 100_000;
/** The numbers of characters above which an inline formula may be wider than a narrow page, and wider than any page. */
const WIDE_LENGTH = 16;
const LONG_LENGTH = 40;

const tagOrText = /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)>|([^<]+)|</g;
const attribute = / ([a-z]+)="([^"]*)"/g;
const entity = /&(?:amp|lt|gt|quot|#x27|#39);/g;
const characters = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
]);

/** A cache with the HTML of short formulas, which are often repeated in answers. */
const htmlByFormula = new Map<string, string | undefined>();
const MAX_CACHED_FORMULAS = 1_000;
const MAX_CACHED_LENGTH = 60;

/** Returns a formula as HTML; undefined if it is not TeX, or if its HTML would be too large. */
export function formulaHtml(tex: string, display: boolean): string | undefined {
  if (tex.length > MAX_CACHED_LENGTH) return render(tex, display);
  const key = `${display} ${tex}`;
  if (htmlByFormula.has(key)) return htmlByFormula.get(key);
  if (htmlByFormula.size >= MAX_CACHED_FORMULAS) htmlByFormula.clear();
  const html = render(tex, display);
  htmlByFormula.set(key, html);
  return html;
}

function render(tex: string, display: boolean): string | undefined {
  // The library is loaded from a separate file next to the server.
  const module = require('temml') as { default?: typeof temml } & typeof temml;
  const { renderToString } = module.default ?? module;
  const options = {
    displayMode: display,
    throwOnError: true,
    trust: false,
    maxExpand: MAX_EXPANSIONS,
    maxSize: MAX_SIZE,
  };
  try {
    const mathml = renderToString(tex, options);
    return mathml.length > MAX_HTML_LENGTH ? undefined : withWidth(onlyAllowed(mathml), display);
  } catch {
    return undefined;
  }
}

/** Removes everything that is not allowed. Returns undefined if removing it would change the meaning. */
function onlyAllowed(mathml: string): string | undefined {
  let html = '';
  let depth = 0;
  for (const [, slash, tag = '', attributes = '', text] of withoutNumbers(mathml).matchAll(tagOrText)) {
    if (text !== undefined) html += escapeHtml(text.replace(entity, (match) => characters.get(match) ?? "'"));
    else if (!allowedElements.has(tag)) return undefined;
    else if (slash === '/') {
      depth--;
      html += `</${tag}>`;
    } else {
      const attributeText = allowedAttributes(tag, attributes);
      if (++depth > MAX_NESTING_DEPTH || attributeText === undefined) return undefined;
      html += `<${tag}${attributeText}>`;
    }
  }
  return html;
}

/** Adds a class for the width of a wide inline formula. Without it, the formula would stay on its line and could not be scrolled. */
function withWidth(html: string | undefined, display: boolean): string | undefined {
  const width = html?.replace(/<[^>]*>|&\w+;/g, '').length ?? 0;
  if (display || width <= WIDE_LENGTH) return html;
  return html?.replace('<math', `<math class="math-${width > LONG_LENGTH ? 'long' : 'wide'}"`);
}

/** Removes the empty elements for equation numbers. Equations are not numbered, since the numbers would continue across the page. */
const withoutNumbers = (html: string) => html.replaceAll('<span class="tml-eqn"></span>', '');

/** Returns the allowed attributes of a tag; undefined if another attribute has a meaning that cannot be shown. */
function allowedAttributes(tag: string, attributes: string): string | undefined {
  const values = allowedElements.get(tag);
  const classes = new Set<string>();
  let attributeText = '';
  for (const [, name = '', value = ''] of attributes.matchAll(attribute)) {
    if (name === 'class') for (const word of value.split(' ')) classes.add(byClass.get(word) ?? '');
    else if (name === 'style') for (const rule of value.split(';')) classes.add(byRule(rule.trim()));
    else if (name === 'notation' && !notations.has(value)) return undefined;
    else if (values?.get(name)?.test(value)) attributeText += ` ${name}="${value}"`;
  }
  classes.delete('');
  return classes.size === 0 ? attributeText : `${attributeText} class="${[...classes].join(' ')}"`;
}

/** The allowed notations: lines around or through a term, all of which are drawn with classes. */
const notations = new Set([
  ...['top', 'bottom', 'box', 'updiagonalstrike', 'downdiagonalstrike', 'updiagonalstrike downdiagonalstrike'],
  'horizontalstrike',
]);

const byClass = new Map([
  ['tml-left', 'math-left'],
  ['tml-right', 'math-right'],
  ['tml-overline', 'math-over'],
  ['tml-underline', 'math-under'],
  ['tml-fbox', 'math-box'],
  ['tml-jot', 'math-jot'],
  ['tml-cancel', 'math-cancel'],
  ['upstrike', 'math-up'],
  ['downstrike', 'math-down'],
  ['tml-xcancel', 'math-cross'],
  ['sout', 'math-strike'],
  ...['hat-1', 'hat-2', 'hat-3', 'hat-4', 'tilde-2', 'tilde-3', 'tilde-4'].map(
    (name) => [`tml-${name}`, `math-${name}`] as const,
  ),
]);

/**
 * Returns the class for a style rule with a meaning: lines in tables, boxes, or the space between columns. Returns an empty string for any
 * other rule.
 */
function byRule(rule: string): string {
  const [, side, kind] = /^border-(left|right|top|bottom):[\d.]+em (solid|dashed)$/.exec(rule) ?? [];
  if (side) return `math-${side}-${kind}`;
  if (/^border:[\d.]+(?:px|em) solid/.test(rule)) return 'math-box';
  const [, where, width] = /^padding-(left|right):(0|1)(?:em|pt)$/.exec(rule) ?? [];
  return where ? `math-${where}-${width === '0' ? 'none' : 'wide'}` : '';
}
