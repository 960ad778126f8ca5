/** Text from a document as a name in an editor: one line, without active syntax. */
import { legible, printable } from '../../syntax/printable.ts';

const MAX_LABEL_LENGTH = 100;

/** A string from a document for items, lenses and hints: shortened, with invisible characters escaped and icon syntax disabled. */
export function label(text: string): string {
  const line = asName(text.slice(0, MAX_LABEL_LENGTH));
  return text.length > MAX_LABEL_LENGTH ? `${line.replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** The same without shortening. */
export const asName = (text: string): string => withoutIcons(printable(text));

/** Editors replace `$(…)` with an icon wherever they show a name. */
const withoutIcons = (text: string): string => (text.includes('$(') ? text.replaceAll('$(', '$ (') : text);

/** A name in a message to the user, where an editor recognizes Markdown links. */
export const inMessage = (text: string): string => label(text).replaceAll('](', '] (');

interface Named {
  name: string;
  detail?: string;
  children?: Named[];
}

/** A name or a detail of a symbol, as plain text. */
export const symbolText = (text: string): string => withoutIcons(legible(text));

/** Symbols with names and details as plain text; changes them in place. */
export function namesAsText<T extends Named>(symbols: T[]): T[] {
  for (const symbol of symbols) {
    symbol.name = symbolText(symbol.name);
    if (symbol.detail) symbol.detail = symbolText(symbol.detail);
    if (symbol.children) namesAsText(symbol.children);
  }
  return symbols;
}
