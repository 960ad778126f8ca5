/** Parses a header like the reference parser: a string, from which the channel is cut out, and then words. */
import { CHANNEL, CONSTRAIN } from '../../syntax/tokens/tokens.ts';
import type { RejectionKind } from './errors.ts';

/** The roles that the reference parser knows; any other word in their position is a tool's name. */
const roles = ['user', 'assistant', 'system', 'developer', 'tool'] as const;
export type ReferenceRole = (typeof roles)[number];

export interface ReferenceHeader {
  readonly role: ReferenceRole;
  /** For a tool, its name as written in the header: `functions.f`, or `tool`. */
  readonly name: string | undefined;
  /** Without `to=`, if that was written. */
  readonly recipient: string | undefined;
  readonly channel: string | undefined;
  /** Including `<|constrain|>`, if present. */
  readonly contentType: string | undefined;
}

/** Why the reference parser rejects a header. */
export interface HeaderFault {
  readonly kind: RejectionKind;
  readonly value: string;
}

/**
 * Parses a header, the text between `<|start|>` and `<|message|>`. `role` is given if the model continues a header, after an
 * open `<|start|>assistant`.
 */
export function readHeader(text: string, role: ReferenceRole | null): ReferenceHeader | HeaderFault {
  const parts = cut(text, role);
  if ('kind' in parts) return parts;
  const { words, ...rest } = parts;
  const last = words.pop();
  if (last === undefined) return { ...rest, recipient: undefined, contentType: undefined };
  // A single word is the recipient, whatever it looks like; of several words, the last is the type, unless it is clearly the recipient.
  const typed = !last.startsWith('to=') && words.length > 0;
  const recipient = typed ? (words.pop() as string) : last;
  if (words.length > 0) return { kind: 'words-left', value: words.join(' ') };
  return { ...rest, recipient: recipient.replace(/^to=/, ''), contentType: typed ? last : undefined };
}

/** Parses a header that ends with a terminator, in non-strict mode: its words are the body. */
export function readHeaderAsBody(text: string, role: ReferenceRole): [ReferenceHeader, string] | HeaderFault {
  const parts = cut(text, role);
  if ('kind' in parts) return parts;
  const { words, ...rest } = parts;
  return [{ ...rest, recipient: undefined, contentType: undefined }, words.join(' ')];
}

/** The parts of a header before recipient and type are determined. */
type Parts = Pick<ReferenceHeader, 'role' | 'name' | 'channel'> & { readonly words: string[] };

function cut(text: string, role: ReferenceRole | null): Parts | HeaderFault {
  const { channel, rest } = cutChannel(text);
  if (channel === '') return { kind: 'channel-empty', value: '' };
  const words = wordsOf(rest);
  const author = role === null ? takeRole(words) : { role, name: undefined };
  if ('kind' in author) return author;
  // The exact name of the role is skipped, given or not, and so is `tool` after the name of a tool.
  if (words[0] === author.role) words.shift();
  return { ...author, channel, words };
}

/** The end of a channel name. */
const afterChannel = /[\p{White_Space}<]/u;

function cutChannel(text: string): { channel: string | undefined; rest: string } {
  const at = text.indexOf(CHANNEL.text);
  if (at < 0) return { channel: undefined, rest: text };
  const after = text.slice(at + CHANNEL.text.length);
  const length = after.search(afterChannel);
  const channel = length < 0 ? after : after.slice(0, length);
  return { channel, rest: text.slice(0, at) + after.slice(channel.length) };
}

/** Splits words at ASCII spaces, after trimming other spaces at both ends. `<|constrain|>` always begins a word. */
function wordsOf(text: string): string[] {
  return (
    trim(text)
      .replaceAll(CONSTRAIN.text, ` ${CONSTRAIN.text}`)
      .match(/[^ \t\n\f\r]+/g) ?? []
  );
}

const space = /\p{White_Space}/u;

/** Rust's `trim`, which includes U+0085 but not U+FEFF. A regular expression would be quadratic in spaces. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && space.test(text[start] as string)) start++;
  while (start < end && space.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/**
 * Determines the role from the words: one of the five known roles stays in the list, since it is skipped later; a tool's name
 * is removed.
 */
function takeRole(words: string[]): Pick<ReferenceHeader, 'role' | 'name'> | HeaderFault {
  const word = words[0];
  if (word === undefined) return { kind: 'role-missing', value: '' };
  const role = roles.find((known) => known === word);
  if (role !== undefined) return { role, name: role === 'tool' ? word : undefined };
  if (words.length === 1 && !word.startsWith('to=')) return { kind: 'role-unknown', value: word };
  words.shift();
  return { role: 'tool', name: word };
}
