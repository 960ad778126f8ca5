/** The errors of the reference parser, word for word: what people come with from the log of a server. */
import { idOf } from './special-tokens.ts';

export type RejectionKind = keyof typeof errorTexts;

/** Where and why the reference parser gives up. */
export interface Rejection {
  readonly kind: RejectionKind;
  /** The text that the error quotes: words of the header, a role, or the number of a special token. */
  readonly value: string;
  /** The error text. Where it gives the number of an ordinary token that no tokenizer told, it has `N` instead. */
  readonly text: string;
  /** The offset of the token at which it gives up; the length of the text, if that is its end. */
  readonly at: number;
  /** The offset at which the message begins in which it gives up. */
  readonly from: number;
}

/** The error texts, each made of what it quotes. */
export const errorTexts = {
  'start-expected': (id: string) => `Unexpected token ${id} while expecting start token ${idOf('start')}`,
  'header-open': () => 'Unexpected EOS while waiting for message header to complete',
  'channel-empty': () => 'channel marker present but no channel value found in header',
  'role-missing': () => 'message header did not contain a role',
  'role-unknown': (role: string) => `Unknown role: ${role}`,
  'words-left': (words: string) => `unexpected tokens remaining in message header: Some(${rustString(words)})`,
} as const;

/** The number of an ordinary token, where no tokenizer tells it. */
export const ordinaryToken = 'N';

const named = new Map([
  ['\0', '\\0'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/** The characters that Rust escapes: marks that join the letter before them, and unprintable ones, with spaces other than U+0020. */
const escaped = /["\\]|(?! )[\p{C}\p{Z}\p{Grapheme_Extend}]/gu;

/** A string as Rust's `{:?}` prints it: in quotes, and with escapes such as `\n` and `\u{a0}`. */
function rustString(text: string): string {
  const code = (character: string) => (character.codePointAt(0) as number).toString(16);
  return `"${text.replace(escaped, (character) => named.get(character) ?? `\\u{${code(character)}}`)}"`;
}
