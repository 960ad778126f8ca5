/** Where the YAML header of a document ends. What it says is read in `header-values.ts`. */

const firstLine = /^\uFEFF?(?:[ \t]*(?:\r\n|\n|\r))*(?:(---)[ \t]*(?=[\r\n]|$)|[A-Za-z_][\w.-]*:(?=\s|$))/;

/** A line that ends the header: one that begins with a token stays outside it, a closing fence stays inside. */
const headerEnd = /(?:\r\n|\n|\r)(?:(?=<\|)|(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$))/g;
const bareHeaderEnd = /(?:\r\n|\n|\r)(?=<\|)/g;

/**
 * The end of the document header, or 0 if there is none. It is decided line by line and before any token is looked
 * for, since control tokens occur in `capabilities.tokens`.
 */
export function documentHeaderEnd(text: string): number {
  const opening = firstLine.exec(text);
  if (opening === null) return 0;
  const closing = opening[1] === undefined ? bareHeaderEnd : headerEnd;
  closing.lastIndex = opening[0].length;
  const found = closing.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}
