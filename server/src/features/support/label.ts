/** What a document says, as a name in an editor: one line of text, in which nothing acts. */
import { printable } from '../../syntax/printable.ts';

const longest = 100;

/** A word of a document for items, lenses and hints: shortened, what is not to be seen is escaped, and no icon is made of it. */
export function label(text: string): string {
  const line = printable(text.slice(0, longest)).replaceAll('$(', '$ (');
  return text.length > longest ? `${line.replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
