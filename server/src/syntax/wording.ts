/** Functions that quote text from a document, and list words, in messages and titles. */

/** Quotes text from a document for a message: in backticks, or in quotes if it contains backticks. */
export function quoted(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``;
}

/** Lists words in backticks. A choice takes `or`, as in `Write a or b`. A complete list takes `and`, as in `The roles are a and b`. */
export function listed(words: readonly string[], conjunction: 'or' | 'and' = 'or'): string {
  const quoted = words.map((word) => `\`${word}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}

/** Joins words, as in `a, b and c`. */
export function joinedWords(words: readonly string[]): string {
  return words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** Returns the question `Did you mean …?`, or an empty string without a suggestion. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`;
}

/** Turns a clause into a sentence. */
export function sentence(part: string): string {
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}.`;
}

/** Quotes text from a document, shortened to fit into a message. */
export function quote(text: string): string {
  const line = text.replace(/[ \t\r\n]+/g, ' ');
  return quoted(line.length > 40 ? `${line.slice(0, 39)}…` : line);
}

/** The common names of characters that look like a space or are invisible. */
const names = new Map([
  [0x00, 'a null character'],
  [0x1b, 'an escape character'],
  [0xa0, 'a no-break space'],
  [0xad, 'a soft hyphen'],
  [0x200b, 'a zero-width space'],
  [0x200c, 'a zero-width non-joiner'],
  [0x200d, 'a zero-width joiner'],
  [0x2028, 'a line separator'],
  [0x2029, 'a paragraph separator'],
  [0x202f, 'a narrow no-break space'],
  [0x2060, 'a word joiner'],
  [0x3000, 'an ideographic space'],
  [0xfeff, 'a byte-order mark'],
]);

const unseenCharacter = /(?![ \t\r\n])[\p{Cc}\p{Cf}\p{Z}\p{DI}]/gu;

/**
 * Describes the first character in a text that looks like a space or is invisible, as in `a no-break space, U+00A0`; undefined if there is
 * none.
 */
export function unseen(text: string): string | undefined {
  const at = text.search(unseenCharacter);
  const code = at < 0 ? undefined : text.codePointAt(at);
  if (code === undefined) return undefined;
  const name =
    names.get(code) ??
    (code < 0x20 || (code >= 0x7f && code < 0xa0) ? 'a control character' : 'an invisible character');
  return `${name}, U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns a text with ordinary spaces in place of characters that look like one, and without invisible characters. */
export function plainSpaces(text: string): string {
  return text.replace(unseenCharacter, (character) => (/\p{Zs}/u.test(character) ? ' ' : ''));
}
