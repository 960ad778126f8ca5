/** Converts text to the token ids of Harmony (`o200k_harmony`), and back. */
import {
  decode,
  type Encoding,
  encodeOrdinary,
  encodingOf,
  harmonySize,
  isWhole,
  split,
  type TokenPiece,
  textOf,
} from './encodings.ts';

export type { TokenPiece } from './encodings.ts';

const encoding = encodingOf('o200k_harmony') as Encoding;

/**
 * The length of the part of a text that is examined to find its first token (UTF-16 units). No token is longer than 128
 * bytes, and the time to encode a long word is quadratic in its length.
 */
const farEnough = 400;

/**
 * Returns the id of the first token in a text, where the spelling of a special token counts as ordinary text. Returns
 * undefined if the text is empty, or if the token depends on text that is not examined.
 */
export function firstTokenOf(text: string): number | undefined {
  const head = text.slice(0, farEnough);
  if (text.length > farEnough && isOneWord(head)) return undefined;
  const [ids] = encodeOrdinary(head, encoding);
  return ids?.[0];
}

/** Whether a text is a single word, or a single run of spaces or symbols, which could continue in the text that follows. */
const isOneWord = (head: string) => /^(?:[^\r\n\p{L}\p{N}]?[\p{L}\p{M}']*|\s*[^\s\p{L}\p{N}]*[\r\n/]*)$/u.test(head);

/** The first id of a special token, and the total number of ids. */
const [firstSpecial, size] = [encoding.ordinary, harmonySize];

interface Decoded {
  readonly text: string;
  /** The offset at which each token begins in the text (UTF-16 units). */
  readonly starts: readonly number[];
}

/** Whether a number is a token id of Harmony. */
export const isToken = (id: number): boolean => Number.isInteger(id) && id >= 0 && id < size;

/** Decodes ids. Throws, with a message for users, if a number is not a token id. */
export function decodeTokens(ids: readonly number[]): Decoded {
  const wrong = ids.findIndex((id) => !isToken(id));
  if (wrong >= 0) throw new Error(`${ids[wrong]}, at position ${wrong + 1}, is not a Harmony token id`);
  const starts: number[] = [];
  return { text: textOf(ids, encoding, (length) => starts.push(length)), starts };
}

/** Whether an id belongs to a special token, such as `<|start|>`. */
export const isSpecialId = (id: number): boolean => id >= firstSpecial && id < size;

/**
 * Encodes a Harmony text that is divided into pieces. A piece of the kind `token` is a special token. Any other piece
 * is ordinary text, in which the spelling of a special token is harmless (HARM-03). Throws, with a message for users,
 * if a token has no id in Harmony.
 */
export function encodeHarmony(pieces: Iterable<{ readonly kind: string; readonly text: string }>): number[] {
  const all: number[][] = [];
  for (const { kind, text } of pieces) {
    const id = encoding.special.get(text);
    if (kind !== 'token') for (const ids of encodeOrdinary(text, encoding)) all.push(ids);
    else if (id !== undefined) all.push([id]);
    else throw new Error(`\`${text}\` is not a Harmony token, so it has no id`);
  }
  return all.flat();
}

/** Decodes ids into special tokens and ordinary text, which may contain the spelling of a special token. */
export const decodeHarmony = (ids: readonly number[]): TokenPiece[] => decode(ids, encoding);

/** Splits a text into special tokens and the text between them. */
export const splitHarmony = (text: string): Iterable<TokenPiece> => split(text, encoding);

/** Whether all characters in a sequence of tokens are complete. A character may be cut off at the end or by a special token. */
export const isWholeText = (ids: Iterable<number>): boolean => isWhole(ids, encoding);
