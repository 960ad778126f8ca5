/**
 * Finds fields that mark a message or a part of it as hidden from users, but that parsers do not know. Examples: `"thought": true`,
 * `"chan": "analysis"`, `"metadata": {"channel": "thinking"}`. When in doubt, the message or the part is hidden.
 */

import { channelKeys, hiddenWords, hidingFlags } from '../../grammar/messages.ts';
import { isObject } from '../../syntax/is-object.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';

/** The depth to which unknown fields are searched: that of `metadata.channel`, and one level more. */
const MAX_MEMBER_DEPTH = 2;

const flags = new Set(hidingFlags);
const channels = new Set(channelKeys);
const words = new Set(hiddenWords);
/** The words that are recognized even if misspelled. Shorter words resemble too many others. */
const nearest = hiddenWords.filter(({ length }) => length >= 7);
const [channel] = channelKeys as [string];

/** Returns the letters and digits of a key or a word, in lower case. */
export function letters(word: string): string {
  if (/^[a-z]+$/.test(word)) return word;
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const namesChannel = (key: string) => channels.has(key) || (key.length > 4 && closest(key, [channel]) !== undefined);

/** Whether a word, even if it is misspelled, stands for something that users do not see. */
function namesHidden(value: string): boolean {
  const word = letters(value.slice(0, 64));
  return words.has(word) || (word.length > 5 && closest(word, nearest, 1) !== undefined);
}

const says = new Set<unknown>([true, 1, 'true', 'True', 'yes', '1']);

const isFlag = (key: string, value: unknown) => says.has(value) && flags.has(letters(key.slice(0, 64)));

const isOnHidden = (key: string, value: unknown) =>
  typeof value === 'string' && namesChannel(letters(key.slice(0, 64))) && namesHidden(value);

type Members<T> = (value: T) => Iterable<readonly [key: string, value: T | undefined, plain: unknown]>;

/**
 * Whether fields of a value mark it as hidden. `knownKeys`: standard keys, whose values are not searched, since other code handles
 * them.
 */
function search<T>(value: T | undefined, knownKeys: ReadonlySet<string>, membersOf: Members<T>, depth = 0): boolean {
  if (value === undefined || depth > MAX_MEMBER_DEPTH) return false;
  for (const [key, inner, plain] of membersOf(value)) {
    if (isFlag(key, plain)) return true;
    if (depth === 0 && knownKeys.has(key)) continue;
    if (isOnHidden(key, plain) || search(inner, knownKeys, membersOf, depth + 1)) return true;
  }
  return false;
}

/** Whether fields of a value mark it as hidden from users. */
export const saysHidden = (value: unknown, knownKeys: ReadonlySet<string>): boolean =>
  search(value, knownKeys, function* (one) {
    if (isObject(one)) for (const [key, inner] of Object.entries(one)) yield [key, inner, inner] as const;
  });

/** Whether fields of an object in a document mark it as hidden from users. */
export const nodeSaysHidden = (node: JsonNode, knownKeys: ReadonlySet<string>): boolean =>
  search(node, knownKeys, function* (one) {
    if (one.kind !== 'object') return;
    for (const { key, value } of one.members) yield [key.value, value, plainOf(value)] as const;
  });

function plainOf(node: JsonNode | undefined): unknown {
  return node === undefined || node.kind === 'object' || node.kind === 'array' ? undefined : node.value;
}
