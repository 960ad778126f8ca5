/** Text from a document as it may be shown in one line: everything in it can be seen, and nothing in it acts. */

/**
 * Characters that a terminal obeys, that turn or hide what is next to them, or that begin a line: controls, formats such as
 * the bidirectional and the zero-width ones, separators of lines, and whatever else is not to be seen. The selectors that
 * choose between text and emoji are left as they are.
 */
const unprintable = /(?![\u{FE0E}\u{FE0F}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

const named = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

// Below, what is not ASCII is found first: nearly all is, and takes a tenth of the time so.

/** A text with escapes in place of what cannot be printed, as in `\n`, `\x1b` and `\u{202e}`. It has no line break. */
export function printable(text: string): string {
  return /[^ -~]/.test(text) ? text.replace(/[^ -~]+/g, (stretch) => stretch.replace(unprintable, escaped)) : text;
}

/**
 * Characters in prose that an editor obeys: controls, line separators, and those that change the direction of the text.
 * Joiners are not included: some scripts and emoji cannot be written without them.
 */
const acting = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu;

/** Prose of a document, with escapes in place of what acts. Line breaks and tabs stay. */
export function legible(text: string): string {
  if (!/[^\n\t -~]/.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(/[^\n\t -~]+/g, (stretch) => stretch.replace(acting, escaped));
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return named.get(character) ?? (code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`);
}

/** The same for JSON, which says the same with its own escapes. Line breaks between its values stay. */
export function printableJson(json: string): string {
  return json.replace(/[^\n -~]+/g, (stretch) => stretch.replace(unprintable, escapedInJson));
}

/** A character as JSON escapes it, each of its UTF-16 units. */
function escapedInJson(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
