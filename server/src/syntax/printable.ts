/** Makes text from a document safe to show on one line: every character is visible, and none has an effect on the terminal. */

/**
 * Matches characters that control a terminal, reorder or hide adjacent text, or begin a line: control characters, format characters such as
 * bidirectional and zero-width ones, line separators, and other invisible characters. The selectors that choose between text and emoji are
 * not matched.
 */
const unprintable = /(?![\u{FE0E}\u{FE0F}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

const escapeByCharacter = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

// Text is first tested for non-ASCII characters. Nearly all text is ASCII, for which the function takes only a tenth of the time this way.

/** Returns a text with escapes in place of unprintable characters, such as `\n`, `\x1b` and `\u{202e}`. It contains no line breaks. */
export function printable(text: string): string {
  return /[^ -~]/.test(text) ? text.replace(/[^ -~]+/g, (stretch) => stretch.replace(unprintable, escaped)) : text;
}

/**
 * Matches characters in prose that have an effect in an editor: control characters, line separators, and characters that change the
 * direction of text. Joiners are not matched, since some scripts and emoji need them.
 */
const acting = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu;

/** Returns prose from a document with escapes in place of characters that have an effect. Line breaks and tabs are kept. */
export function legible(text: string): string {
  if (!/[^\n\t -~]/.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(/[^\n\t -~]+/g, (stretch) => stretch.replace(acting, escaped));
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return escapeByCharacter.get(character) ?? (code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`);
}

/**
 * Makes JSON printable as `printable` does, but with JSON escapes, so that its values do not change. Line breaks between values are kept.
 */
export function printableJson(json: string): string {
  return json.replace(/[^\n -~]+/g, (stretch) => stretch.replace(unprintable, escapedInJson));
}

/** Escapes each UTF-16 unit of a character as in JSON. */
function escapedInJson(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
