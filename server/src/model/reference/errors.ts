/** The errors of the reference parser, with the exact texts that users find in server logs. */
import { idOf } from './special-tokens.ts';

export type RejectionKind = keyof typeof errorTexts;

/** The reason why the reference parser rejects a text, with the position of the error. */
export interface Rejection {
  readonly kind: RejectionKind;
  /** The text that the error quotes: words of the header, a role, or the number of a special token. */
  readonly value: string;
  /** The text of the error. Without a tokenizer, it has `N` in place of the number of an ordinary token. */
  readonly text: string;
  /** The offset of the rejected token, or the length of the text if the error is at its end. */
  readonly at: number;
  /** The offset where the rejected message begins. */
  readonly from: number;
}

/** The texts of the errors, as functions of the quoted value. */
export const errorTexts = {
  'start-expected': (id: string) => `Unexpected token ${id} while expecting start token ${idOf('start')}`,
  'header-open': () => 'Unexpected EOS while waiting for message header to complete',
  'channel-empty': () => 'channel marker present but no channel value found in header',
  'role-missing': () => 'message header did not contain a role',
  'role-unknown': (role: string) => `Unknown role: ${role}`,
  'words-left': (words: string) => `unexpected tokens remaining in message header: Some(${rustString(words)})`,
} as const;

/** The placeholder for the number of an ordinary token, for use without a tokenizer. */
export const ordinaryToken = 'N';

const escapeByCharacter = new Map([
  ['\0', '\\0'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/** Matches the characters that Rust escapes: combining marks, unprintable characters, and spaces other than U+0020. */
const escaped = /["\\]|(?! )[\p{C}\p{Z}\p{Grapheme_Extend}]/gu;

/** A string as printed by Rust's `{:?}`, with quotes, and with escapes such as `\n` and `\u{a0}`. */
function rustString(text: string): string {
  const code = (character: string) => (character.codePointAt(0) as number).toString(16);
  return `"${text.replace(escaped, (character) => escapeByCharacter.get(character) ?? `\\u{${code(character)}}`)}"`;
}
