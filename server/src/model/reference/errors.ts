/** The errors of the reference parser, word for word, as users find them in server logs. */
import { idOf } from './special-tokens.ts';

export type RejectionKind = keyof typeof errorTexts;

/** Where and why the reference parser rejects a text. */
export interface Rejection {
  readonly kind: RejectionKind;
  /** The text quoted in the error: words of the header, a role, or the number of a special token. */
  readonly value: string;
  /** The error text. It has `N` instead of the number of an ordinary token if no tokenizer is available. */
  readonly text: string;
  /** The offset of the rejected token; the length of the text, if the error is at its end. */
  readonly at: number;
  /** The offset of the beginning of the rejected message. */
  readonly from: number;
}

/** The error texts, with the quoted values filled in. */
export const errorTexts = {
  'start-expected': (id: string) => `Unexpected token ${id} while expecting start token ${idOf('start')}`,
  'header-open': () => 'Unexpected EOS while waiting for message header to complete',
  'channel-empty': () => 'channel marker present but no channel value found in header',
  'role-missing': () => 'message header did not contain a role',
  'role-unknown': (role: string) => `Unknown role: ${role}`,
  'words-left': (words: string) => `unexpected tokens remaining in message header: Some(${rustString(words)})`,
} as const;

/** The placeholder for the number of an ordinary token, if no tokenizer is available. */
export const ordinaryToken = 'N';

const named = new Map([
  ['\0', '\\0'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/** The characters that Rust escapes: combining marks, unprintable characters, and spaces other than U+0020. */
const escaped = /["\\]|(?! )[\p{C}\p{Z}\p{Grapheme_Extend}]/gu;

/** A string as Rust's `{:?}` prints it: in quotes, and with escapes such as `\n` and `\u{a0}`. */
function rustString(text: string): string {
  const code = (character: string) => (character.codePointAt(0) as number).toString(16);
  return `"${text.replace(escaped, (character) => named.get(character) ?? `\\u{${code(character)}}`)}"`;
}
