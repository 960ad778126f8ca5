/** Makes text from a document safe to show as a name in an editor: on one line, and without active syntax. */
import { legible, printable } from '../../syntax/printable.ts';

const MAX_LABEL_LENGTH = 100;

/**
 * A string from a document as the label of an item, a lens or a hint. It is shortened, invisible characters are escaped, and the syntax of
 * icons has no effect.
 */
export function label(text: string): string {
  const line = asName(text.slice(0, MAX_LABEL_LENGTH));
  return text.length > MAX_LABEL_LENGTH ? `${line.replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** Like `label`, but without shortening. */
export const asName = (text: string): string => withoutIcons(printable(text));

/** Disables icon syntax, since editors replace `$(…)` with an icon wherever they show a name. */
const withoutIcons = (text: string): string => (text.includes('$(') ? text.replaceAll('$(', '$ (') : text);

/** A name in a message to the user. Markdown links, which editors recognize there, have no effect. */
export const inMessage = (text: string): string => label(text).replaceAll('](', '] (');

interface Named {
  name: string;
  detail?: string;
  children?: Named[];
}

/** The name or the detail of a symbol, as plain text. */
export const symbolText = (text: string): string => withoutIcons(legible(text));

/** Turns the names and details of symbols into plain text, in place. */
export function namesAsText<T extends Named>(symbols: T[]): T[] {
  for (const symbol of symbols) {
    symbol.name = symbolText(symbol.name);
    if (symbol.detail) symbol.detail = symbolText(symbol.detail);
    if (symbol.children) namesAsText(symbol.children);
  }
  return symbols;
}
