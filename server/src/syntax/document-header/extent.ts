/** Where the YAML header of a document ends. `reader.ts` reads its content. */
import { anySpelling } from '../tokens/misspelled.ts';
import { START } from '../tokens/tokens.ts';

const firstLine = /^\uFEFF?(?:[ \t\r\n]*[\r\n])?(?:(---)[ \t]*(?=[\r\n]|$)|[A-Za-z_][\w.-]*:(?=\s|$))/;

/** Whether a document that begins with `text` has a header; `more`: the document continues after `text`. */
export function opensHeader(text: string, more: boolean): boolean {
  const opening = firstLine.exec(text);
  // At the end of `text`, the line may be incomplete if there is more.
  return opening !== null && !(more && opening[0].length === text.length);
}

/** Why text that looks like a header is not read as one, and where this text begins. */
export interface UnreadHeader {
  readonly start: number;
  readonly why: 'comment' | 'quoted key' | 'brace';
}

const unread: readonly (readonly [UnreadHeader['why'], RegExp])[] = [
  ['comment', /^\uFEFF?(?=\s*#)(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))+/],
  ['quoted key', /^\uFEFF?(?:[ \t\r\n]*[\r\n])?(?=(["'])[A-Za-z_][\w.-]*\1:(?:\s|$))/],
  ['brace', /^\uFEFF?(?:[ \t\r\n]*[\r\n])?(?=\{\s*["']?version["']?\s*:)/],
];

/** Text that would be a header after a `---` line: it begins with a comment, a key in quotes or a mapping in braces. */
export function unreadHeader(text: string): UnreadHeader | undefined {
  for (const [why, pattern] of unread) {
    const start = pattern.exec(text)?.[0].length;
    if (start !== undefined && (why !== 'comment' || opensHeader(text.slice(start), false))) return { start, why };
  }
  return undefined;
}

/**
 * A line that ends the header. A line that begins with a token, or with a misspelled `<|start|>`, is not part of the header, since a pasted
 * transcript is not YAML; a closing `---` or `...` is.
 */
const outside = `(?=<\\||${anySpelling([START.name])})`;
const headerEnd = new RegExp(`(?:\r\n|\n|\r)(?:${outside}|(?:---|\\.\\.\\.)[ \\t]*(?:\r\n|\n|\r|$))`, 'g');
const bareHeaderEnd = new RegExp(`(?:\r\n|\n|\r)${outside}`, 'g');

/**
 * The end of the document header, or 0 if there is none. The end is found line by line, before any token is searched for, since control
 * tokens occur in `capabilities.tokens`.
 */
export function documentHeaderEnd(text: string, last: boolean): number {
  const opening = firstLine.exec(text);
  if (opening === null) return 0;
  const closing = opening[1] === undefined ? bareHeaderEnd : headerEnd;
  closing.lastIndex = opening[0].length;
  const match = closing.exec(text);
  if (match !== null) return match.index + match[0].length;
  // A lone `<` on the last line of a document is an unfinished token.
  const begun = last ? /(?:^|[\r\n])<$/.exec(text) : null;
  return begun === null ? text.length : text.length - 1;
}
