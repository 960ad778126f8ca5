/** The vocabulary of Harmony, `o200k_harmony`: text ↔ token ids. */
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
 * The length of the text that is examined to find the first token (UTF-16 units). No token is longer than 128 bytes, and the encoder
 * takes quadratic time for a long word.
 */
const farEnough = 400;

/**
 * The id of the first token in a text, with special tokens encoded as plain characters; undefined if it depends on more
 * text than is examined, or if there is none.
 */
export function firstTokenOf(text: string): number | undefined {
  const head = text.slice(0, farEnough);
  if (text.length > farEnough && isOneWord(head)) return undefined;
  const [ids] = encodeOrdinary(head, encoding);
  return ids?.[0];
}

/** Whether a text is a single word, or a single run of spaces or signs, which further text may continue. */
const isOneWord = (head: string) => /^(?:[^\r\n\p{L}\p{N}]?[\p{L}\p{M}']*|\s*[^\s\p{L}\p{N}]*[\r\n/]*)$/u.test(head);

/** The first id of a special token, and the total number of ids. */
const [firstSpecial, size] = [encoding.ordinary, harmonySize];

interface Decoded {
  readonly text: string;
  /** The start of each token in the text (UTF-16 offsets). */
  readonly starts: readonly number[];
}

/** Whether a number is a token id. */
export const isToken = (id: number): boolean => Number.isInteger(id) && id >= 0 && id < size;

/** Decodes ids. Throws, with a message for users, for a number that is not a token id. */
export function decodeTokens(ids: readonly number[]): Decoded {
  const wrong = ids.findIndex((id) => !isToken(id));
  if (wrong >= 0) throw new Error(`${ids[wrong]}, at position ${wrong + 1}, is not a Harmony token id`);
  const starts: number[] = [];
  return { text: textOf(ids, encoding, (length) => starts.push(length)), starts };
}

/** Whether an id is that of a special token, such as `<|start|>`. */
export const isSpecialId = (id: number): boolean => id >= firstSpecial && id < size;

/**
 * The ids of a Harmony text given in pieces: `token` is a special token; any other piece is text, in which the spelling of a
 * token stays text and is therefore safe (HARM-03). Throws, with a message for users, for a token without an id in Harmony.
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

/** Decodes ids, with special tokens marked: anything else that looks like one is text. */
export const decodeHarmony = (ids: readonly number[]): TokenPiece[] => decode(ids, encoding);

/** Splits a text into special tokens and the text between them. */
export const splitHarmony = (text: string): Iterable<TokenPiece> => split(text, encoding);

/** Whether tokens contain whole characters: none is divided by a special token, or incomplete. */
export const isWholeText = (ids: Iterable<number>): boolean => isWhole(ids, encoding);
