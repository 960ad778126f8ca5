/** The vocabulary of Harmony, `o200k_harmony`: text ↔ the numbers of its tokens. */
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
 * How far a stretch is looked at for its first token (UTF-16 units). The encoder takes quadratic time for a word, and no
 * token is longer than 128 bytes.
 */
const farEnough = 400;

/**
 * The number of the first token of a text whose special tokens count as ordinary characters; undefined if that depends on
 * more of the text than is examined, or if there is none.
 */
export function firstTokenOf(text: string): number | undefined {
  const head = text.slice(0, farEnough);
  if (text.length > farEnough && isOneWord(head)) return undefined;
  const [ids] = encodeOrdinary(head, encoding);
  return ids?.[0];
}

/** Whether text may continue as part of the one word, or the one run of spaces or signs, that it is. */
const isOneWord = (head: string) => /^(?:[^\r\n\p{L}\p{N}]?[\p{L}\p{M}']*|\s*[^\s\p{L}\p{N}]*[\r\n/]*)$/u.test(head);

/** The numbers of the special tokens, and how many numbers there are in all. */
const [firstSpecial, size] = [encoding.ordinary, harmonySize];

interface Decoded {
  readonly text: string;
  /** Where each token begins in the text (UTF-16 offsets). */
  readonly starts: readonly number[];
}

/** Whether a number is that of a token. */
export const isToken = (id: number): boolean => Number.isInteger(id) && id >= 0 && id < size;

/** The text of tokens. Throws, with a message for users, at a number that is not one of a token. */
export function decodeTokens(ids: readonly number[]): Decoded {
  const wrong = ids.findIndex((id) => !isToken(id));
  if (wrong >= 0) throw new Error(`${ids[wrong]}, at position ${wrong + 1}, is not a Harmony token id`);
  const starts: number[] = [];
  return { text: textOf(ids, encoding, (length) => starts.push(length)), starts };
}

/** Whether a number is that of a special token, such as `<|start|>`. */
export const isSpecialId = (id: number): boolean => id >= firstSpecial && id < size;

/**
 * The numbers of a Harmony text in pieces: `token` is a special token; any other piece is text, in which the spelling of a
 * token stays text and so is safe (HARM-03). Throws, with a message for users, at a token that Harmony has no number for.
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

/** The text of token numbers, with its special tokens marked: anything else that looks like one is text. */
export const decodeHarmony = (ids: readonly number[]): TokenPiece[] => decode(ids, encoding);

/** The special tokens of a text, and what is between them. */
export const splitHarmony = (text: string): Iterable<TokenPiece> => split(text, encoding);

/** Whether tokens hold whole characters: none is divided by a special one, or left open. */
export const isWholeText = (ids: Iterable<number>): boolean => isWhole(ids, encoding);
