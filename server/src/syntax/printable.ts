/** Text from a document, made safe to show in one line: everything in it is visible, and nothing in it is executed. */

/**
 * Characters that control a terminal, that reorder or hide adjacent text, or that begin a line: control characters, format characters such
 * as bidirectional and zero-width ones, line separators, and other invisible ones. The selectors that choose between text and emoji are
 * kept.
 */
const unprintable = /(?![\u{FE0E}\u{FE0F}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

const named = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

// Non-ASCII text is detected first below: nearly all text is ASCII, and takes a tenth of the time this way.

/** A text with escapes in place of what cannot be printed, as in `\n`, `\x1b` and `\u{202e}`. It has no line break. */
export function printable(text: string): string {
  return /[^ -~]/.test(text) ? text.replace(/[^ -~]+/g, (stretch) => stretch.replace(unprintable, escaped)) : text;
}

/**
 * Characters in prose that have an effect in an editor: control characters, line separators, and those that change the direction of text.
 * Joiners are not included, since some scripts and emoji need them.
 */
const acting = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu;

/** Prose from a document, with escapes for characters that have an effect. Line breaks and tabs stay. */
export function legible(text: string): string {
  if (!/[^\n\t -~]/.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(/[^\n\t -~]+/g, (stretch) => stretch.replace(acting, escaped));
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return named.get(character) ?? (code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`);
}

/** Makes JSON printable in the same way, but with JSON escapes, so that its values do not change. Line breaks between values stay. */
export function printableJson(json: string): string {
  return json.replace(/[^\n -~]+/g, (stretch) => stretch.replace(unprintable, escapedInJson));
}

/** A character with each of its UTF-16 units escaped as in JSON. */
function escapedInJson(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
