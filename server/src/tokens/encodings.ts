/**
 * Converts text to token ids, and back, with the built-in encodings. Text is passed to the library in pieces without
 * special tokens, since the library recognizes those only at the beginning of a text. A vocabulary takes megabytes, so
 * it is loaded on first use.
 */
import { getOwn } from '../syntax/get-own.ts';
import { cut } from './cut.ts';
import type { EncodingName } from './names.ts';
import { type Ranks, ranksOf, type VocabularyName } from './ranks.ts';

interface Vocabulary {
  encode(text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }): number[];
  readonly ranks: Ranks;
}

export interface Encoding {
  readonly name: EncodingName;
  /** The ids of special tokens, by their spelling. */
  readonly special: ReadonlyMap<string, number>;
  /** The number of ordinary tokens. Their ids are all the ids below it, without gaps. */
  readonly ordinary: number;
  vocabulary(): Vocabulary;
}

const vocabularyByName = new Map<string, Vocabulary>();

function vocabulary(name: VocabularyName): Vocabulary {
  let cachedVocabulary = vocabularyByName.get(name);
  if (cachedVocabulary === undefined) {
    const { GptEncoding } = require('gpt-tokenizer/GptEncoding') as {
      GptEncoding: { getEncodingApi(name: string, ranks: () => Ranks): Pick<Vocabulary, 'encode'> };
    };
    const ranks = ranksOf(name);
    const { encode: encodeText } = GptEncoding.getEncodingApi(name, () => ranks);
    cachedVocabulary = { encode: encodeText, ranks };
    vocabularyByName.set(name, cachedVocabulary);
  }
  return cachedVocabulary;
}

/** Harmony's special tokens (HARM-02). The other ids of special tokens are reserved, and their names contain the id. */
const ofHarmony = new Map([
  ['<|startoftext|>', 199_998],
  ['<|endoftext|>', 199_999],
  ['<|return|>', 200_002],
  ['<|constrain|>', 200_003],
  ['<|channel|>', 200_005],
  ['<|start|>', 200_006],
  ['<|end|>', 200_007],
  ['<|message|>', 200_008],
  ['<|call|>', 200_012],
  ['<|endofprompt|>', 200_018],
]);

/** The total number of ids in Harmony's encoding. */
export const harmonySize = 201_088;

function withReserved(names: ReadonlyMap<string, number>, from: number, to: number): Map<string, number> {
  const namedIds = new Set(names.values());
  const reserved = Array.from({ length: to - from }, (_, i) => from + i).filter((id) => !namedIds.has(id));
  return new Map([...names, ...reserved.map((id): [string, number] => [`<|reserved_${id}|>`, id])]);
}

export const encodings: Readonly<Record<EncodingName, Encoding>> = {
  o200k_harmony: {
    name: 'o200k_harmony',
    special: withReserved(ofHarmony, 200_000, harmonySize),
    ordinary: 199_998,
    vocabulary: () => vocabulary('o200k_base'),
  },
  o200k_base: {
    name: 'o200k_base',
    special: new Map([
      ['<|endoftext|>', 199_999],
      ['<|endofprompt|>', 200_018],
    ]),
    ordinary: 199_998,
    vocabulary: () => vocabulary('o200k_base'),
  },
  cl100k_base: {
    name: 'cl100k_base',
    special: new Map([
      ['<|endoftext|>', 100_257],
      ['<|fim_prefix|>', 100_258],
      ['<|fim_middle|>', 100_259],
      ['<|fim_suffix|>', 100_260],
      ['<|endofprompt|>', 100_276],
    ]),
    ordinary: 100_256,
    vocabulary: () => vocabulary('cl100k_base'),
  },
};

export const encodingOf = (name: string): Encoding | undefined => getOwn(encodings, name);

const none: ReadonlySet<string> = new Set();

/** Yields the ids of a text piece by piece. The spelling of a special token is encoded as ordinary text. */
export function* encodeOrdinary(text: string, encoding: Encoding): Generator<number[]> {
  for (const piece of cut(text)) yield encoding.vocabulary().encode(piece, { disallowedSpecial: none });
}

/** Yields the ids of a text piece by piece. Special tokens are recognized by their spelling. */
export function* encode(text: string, encoding: Encoding): Generator<number[]> {
  for (const { kind, text: piece } of split(text, encoding)) {
    if (kind === 'token') yield [encoding.special.get(piece) as number];
    else yield* encodeOrdinary(piece, encoding);
  }
}

/** Returns the number of tokens in a text, including special tokens. */
export function countTokens(text: string, encoding: Encoding): number {
  let count = 0;
  for (const ids of encode(text, encoding)) count += ids.length;
  return count;
}

/** A piece of ordinary text, or a special token. */
export interface TokenPiece {
  readonly kind: 'text' | 'token';
  readonly text: string;
}

/** Splits a text into special tokens and the text between them. */
export function* split(text: string, { special }: Pick<Encoding, 'special'>): Generator<TokenPiece> {
  let from = 0;
  for (const { 0: token, index } of text.matchAll(/<\|\w{1,24}\|>/g)) {
    if (!special.has(token)) continue;
    if (index > from) yield { kind: 'text', text: text.slice(from, index) };
    yield { kind: 'token', text: token };
    from = index + token.length;
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) };
}

const spellingsByEncoding = new WeakMap<Encoding, ReadonlyMap<number, string>>();

function spellingsOf(encoding: Encoding): ReadonlyMap<number, string> {
  let spellingById = spellingsByEncoding.get(encoding);
  if (spellingById === undefined) {
    spellingById = new Map([...encoding.special].map(([text, id]) => [id, text]));
    spellingsByEncoding.set(encoding, spellingById);
  }
  return spellingById;
}

/**
 * Decodes valid ids. An incomplete character becomes U+FFFD. `onId`: called before each id with the length of the text so far. The
 * library's own decoder is not used, because it keeps an incomplete character and adds it to the next text.
 */
export function textOf(ids: Iterable<number>, encoding: Encoding, onId?: (length: number) => void): string {
  const { ranks } = encoding.vocabulary();
  const names = spellingsOf(encoding);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  let [length, open] = [0, false];
  const add = (part: string) => {
    if (part === '') return;
    parts.push(part);
    length += part.length;
  };
  for (const id of ids) {
    const token = ranks[id] ?? names.get(id) ?? '';
    if (open && typeof token === 'string') add(decoder.decode());
    onId?.(length);
    open = typeof token !== 'string';
    add(typeof token === 'string' ? token : decoder.decode(Uint8Array.from(token), { stream: true }));
  }
  add(decoder.decode());
  return parts.join('');
}

/** Whether all characters in a sequence of tokens are complete. A character may be cut off at the end or by a special token. */
export function isWhole(ids: Iterable<number>, encoding: Encoding): boolean {
  const { ranks } = encoding.vocabulary();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const encoder = new TextEncoder();
  try {
    for (const id of ids) {
      const token = ranks[id];
      const bytes = typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token ?? []);
      decoder.decode(bytes, { stream: token !== undefined });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Decodes ids to text and special tokens. Throws, with a message for users, if a number is not a token id. */
export function decode(ids: readonly number[], encoding: Encoding): TokenPiece[] {
  const names = spellingsOf(encoding);
  const pieces: TokenPiece[] = [];
  let from = 0;
  const flush = (to: number) => {
    if (to === from) return;
    pieces.push({ kind: 'text', text: textOf(ids.slice(from, to), encoding) });
  };
  for (const [i, id] of ids.entries()) {
    if (Number.isInteger(id) && id >= 0 && id < encoding.ordinary) continue;
    const text = names.get(id);
    if (text === undefined)
      throw new Error(`${String(id)}, at position ${i + 1}, is not a token id of ${encoding.name}`);
    flush(i);
    pieces.push({ kind: 'token', text });
    from = i + 1;
  }
  flush(ids.length);
  return pieces;
}
