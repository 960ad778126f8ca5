/** Finds the end of the YAML header of a document. `reader.ts` reads its content. */
import { anySpelling } from '../tokens/misspelled.ts';
import { START } from '../tokens/tokens.ts';

const firstLine = /^\uFEFF?(?:[ \t\r\n]*[\r\n])?(?:(---)[ \t]*(?=[\r\n]|$)|[A-Za-z_][\w.-]*:(?=\s|$))/;

/** Whether a document that begins with `text` has a header. `more`: whether the document continues after `text`. */
export function opensHeader(text: string, more: boolean): boolean {
  const opening = firstLine.exec(text);
  // If the document continues, the line at the end of `text` may be incomplete.
  return opening !== null && !(more && opening[0].length === text.length);
}

/** The reason why text that looks like a header is not read as one, and the offset at which this text begins. */
export interface UnreadHeader {
  readonly start: number;
  readonly why: 'comment' | 'quoted key' | 'brace';
}

const unread: readonly (readonly [UnreadHeader['why'], RegExp])[] = [
  ['comment', /^\uFEFF?(?=\s*#)(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))+/],
  ['quoted key', /^\uFEFF?(?:[ \t\r\n]*[\r\n])?(?=(["'])[A-Za-z_][\w.-]*\1:(?:\s|$))/],
  ['brace', /^\uFEFF?(?:[ \t\r\n]*[\r\n])?(?=\{\s*["']?version["']?\s*:)/],
];

/** Finds text that would be a header if a `---` line preceded it: it begins with a comment, a key in quotes or a mapping in braces. */
export function unreadHeader(text: string): UnreadHeader | undefined {
  for (const [why, pattern] of unread) {
    const start = pattern.exec(text)?.[0].length;
    if (start !== undefined && (why !== 'comment' || opensHeader(text.slice(start), false))) return { start, why };
  }
  return undefined;
}

/**
 * Patterns for the end of the header. A line that begins with a token, or with a misspelled `<|start|>`, ends the header before it, since a
 * pasted transcript is not YAML. A closing `---` or `...` is still part of the header.
 */
const outside = `(?=<\\||${anySpelling([START.name])})`;
const headerEnd = new RegExp(`(?:\r\n|\n|\r)(?:${outside}|(?:---|\\.\\.\\.)[ \\t]*(?:\r\n|\n|\r|$))`, 'g');
const bareHeaderEnd = new RegExp(`(?:\r\n|\n|\r)${outside}`, 'g');

/**
 * Returns the end of the document header, or 0 if there is none. It is found line by line, without looking for tokens inside the header,
 * since control tokens occur in `capabilities.tokens`.
 */
export function documentHeaderEnd(text: string, last: boolean): number {
  const opening = firstLine.exec(text);
  if (opening === null) return 0;
  const closing = opening[1] === undefined ? bareHeaderEnd : headerEnd;
  closing.lastIndex = opening[0].length;
  const match = closing.exec(text);
  if (match !== null) return match.index + match[0].length;
  // A single `<` on the last line of a document is the beginning of a token.
  const begun = last ? /(?:^|[\r\n])<$/.exec(text) : null;
  return begun === null ? text.length : text.length - 1;
}
