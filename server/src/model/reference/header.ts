/**
 * Parses a header like the reference parser, which first removes the channel from the string, and then splits the remaining text into
 * words.
 */
import { CHANNEL, CONSTRAIN } from '../../syntax/tokens/tokens.ts';
import type { RejectionKind } from './errors.ts';

/** The roles that the reference parser knows. Any other word in the position of the role is the name of a tool. */
const roles = ['user', 'assistant', 'system', 'developer', 'tool'] as const;
export type ReferenceRole = (typeof roles)[number];

export interface ReferenceHeader {
  readonly role: ReferenceRole;
  /** For a tool, its name as written in the header: `functions.f`, or only `tool`. */
  readonly name: string | undefined;
  readonly recipient: string | undefined;
  readonly channel: string | undefined;
  /** The type of the content, with `<|constrain|>` if that precedes it. */
  readonly contentType: string | undefined;
}

/** The reason why the reference parser rejects a header. */
export interface HeaderFault {
  readonly kind: RejectionKind;
  readonly value: string;
}

/**
 * Parses a header, which is the text between `<|start|>` and `<|message|>`. `role`: the role of the message, if the text
 * continues an open header such as `<|start|>assistant`; otherwise null.
 */
export function readHeader(text: string, role: ReferenceRole | null): ReferenceHeader | HeaderFault {
  const parts = cut(text, role);
  if ('kind' in parts) return parts;
  const { words, ...rest } = parts;
  const last = words.pop();
  if (last === undefined) return { ...rest, recipient: undefined, contentType: undefined };
  // A single word is always the recipient. If there are several words, the last one is the type, unless it begins with `to=`.
  const typed = !last.startsWith('to=') && words.length > 0;
  const recipient = typed ? (words.pop() as string) : last;
  if (words.length > 0) return { kind: 'words-left', value: words.join(' ') };
  return { ...rest, recipient: recipient.replace(/^to=/, ''), contentType: typed ? last : undefined };
}

/** Parses a header that ends with a terminator, which is possible in non-strict mode. The words of the header become the body. */
export function readHeaderAsBody(text: string, role: ReferenceRole): [ReferenceHeader, string] | HeaderFault {
  const parts = cut(text, role);
  if ('kind' in parts) return parts;
  const { words, ...rest } = parts;
  return [{ ...rest, recipient: undefined, contentType: undefined }, words.join(' ')];
}

/** The parts of a header that are known before the recipient and the type are determined. */
type Parts = Pick<ReferenceHeader, 'role' | 'name' | 'channel'> & { readonly words: string[] };

function cut(text: string, role: ReferenceRole | null): Parts | HeaderFault {
  const { channel, rest } = cutChannel(text);
  if (channel === '') return { kind: 'channel-empty', value: '' };
  const words = wordsOf(rest);
  const author = role === null ? takeRole(words) : { role, name: undefined };
  if ('kind' in author) return author;
  // A word that is the exact name of the role is skipped, even if the role was passed as an argument. The word `tool` after the name of a
  // tool is skipped as well.
  if (words[0] === author.role) words.shift();
  return { ...author, channel, words };
}

/** Matches the character that ends the name of a channel. */
const afterChannel = /[\p{White_Space}<]/u;

function cutChannel(text: string): { channel: string | undefined; rest: string } {
  const at = text.indexOf(CHANNEL.text);
  if (at < 0) return { channel: undefined, rest: text };
  const after = text.slice(at + CHANNEL.text.length);
  const length = after.search(afterChannel);
  const channel = length < 0 ? after : after.slice(0, length);
  return { channel, rest: text.slice(0, at) + after.slice(channel.length) };
}

/** Splits text into words at ASCII white space, after removing all white space at both ends. `<|constrain|>` always begins a new word. */
function wordsOf(text: string): string[] {
  return (
    trim(text)
      .replaceAll(CONSTRAIN.text, ` ${CONSTRAIN.text}`)
      .match(/[^ \t\n\f\r]+/g) ?? []
  );
}

const space = /\p{White_Space}/u;

/** Rust's `trim`, which removes U+0085 but not U+FEFF. A regular expression would take quadratic time for long white space. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && space.test(text[start] as string)) start++;
  while (start < end && space.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/**
 * Determines the role from the words. The name of a tool is removed from the words, whereas one of the five known roles remains, since it
 * is skipped later.
 */
function takeRole(words: string[]): Pick<ReferenceHeader, 'role' | 'name'> | HeaderFault {
  const word = words[0];
  if (word === undefined) return { kind: 'role-missing', value: '' };
  const role = roles.find((name) => name === word);
  if (role !== undefined) return { role, name: role === 'tool' ? word : undefined };
  if (words.length === 1 && !word.startsWith('to=')) return { kind: 'role-unknown', value: word };
  words.shift();
  return { role: 'tool', name: word };
}
