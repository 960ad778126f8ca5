/**
 * Finds the positions of tokens in a text. The library does not return positions, so they are derived from the tokens'
 * words, whose bytes together are the normalized text. Positions are UTF-16 offsets. A token that contains only a part
 * of a character covers the whole character.
 */
import type { TokenizerTraits } from './file/traits.ts';
import type { FileTokenizer } from './tokenizer-file.ts';

interface PlacedTokens {
  readonly ids: readonly number[];
  /** The positions of the tokens; undefined if they are uncertain. */
  readonly places: TokenPlaces | undefined;
  /** Whether a long run of the text was divided before encoding, so that the ids may differ from those of the whole text. */
  readonly approximate: boolean;
}

export interface TokenPlaces {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Encodes a text, and returns the positions of its tokens. Special tokens are recognized by their spelling. */
export function placedTokens(text: string, tokenizer: FileTokenizer): PlacedTokens {
  const { ids, words, divided } = tokenizer.words(text);
  return { ids, places: placesOf(text, ids, words, tokenizer), approximate: divided };
}

/** Returns the index of the first token that covers the character at an offset; undefined if there is none. */
export function tokenAt({ starts, ends }: TokenPlaces, offset: number): number | undefined {
  const low = countUpTo(ends, offset);
  return low < ends.length && (starts[low] as number) <= offset ? low : undefined;
}

/** Returns how many of `offsets`, which are in ascending order, are at most `offset`. */
export function countUpTo(offsets: Int32Array, offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] as number) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function placesOf(
  text: string,
  ids: readonly number[],
  words: readonly string[],
  { traits: { added, spelling } }: FileTokenizer,
): TokenPlaces | undefined {
  const [starts, ends] = [new Int32Array(ids.length), new Int32Array(ids.length)];
  let at = 0;
  for (let i = 0; i < ids.length; ) {
    const token = added.get(ids[i] as number);
    if (token !== undefined && token.content === words[i]) {
      if (!isAt(text, token.content, at, spelling)) at = skipSpace(text, at);
      if (!isAt(text, token.content, at, spelling)) return undefined;
      starts[i] = at;
      at += token.content.length;
      ends[i] = at;
      i++;
      continue;
    }
    let to = i + 1;
    while (to < ids.length && added.get(ids[to] as number)?.content !== words[to]) to++;
    const next = to < ids.length ? words[to] : undefined;
    const end = placeStretch(text, at, words, i, to, next, spelling, starts, ends);
    if (end === undefined) return undefined;
    at = end;
    i = to;
  }
  return { starts, ends };
}

/** Whether an added token is at an offset in the text. The token may be spelled with `▁` instead of a space. */
const isAt = (text: string, content: string, at: number, spelling: TokenizerTraits['spelling']): boolean =>
  text.startsWith(content, at) ||
  (spelling === 'spaces' && content.includes('\u2581') && text.startsWith(content.replaceAll('\u2581', ' '), at));

/** Skips white space, because an added token may include the white space around it. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Determines the positions of ordinary tokens up to the added token `next`, or to the end. Returns the offset after
 * them; undefined if the positions are uncertain.
 */
function placeStretch(
  text: string,
  at: number,
  words: readonly string[],
  from: number,
  to: number,
  next: string | undefined,
  spelling: 'bytes' | 'spaces' | undefined,
  starts: Int32Array,
  ends: Int32Array,
): number | undefined {
  const lengths = new Int32Array(to - from);
  const bytes: number[] = [];
  for (let i = from; i < to; i++) {
    const length = addBytes(words[i] as string, spelling, bytes);
    if (!length) return undefined;
    lengths[i - from] = bytes.length;
  }
  if (isAsciiAt(text, at, bytes)) {
    for (let i = from; i < to; i++) {
      starts[i] = at + (i === from ? 0 : (lengths[i - from - 1] as number));
      ends[i] = at + (lengths[i - from] as number);
    }
    return at + bytes.length;
  }
  let decoded: string;
  try {
    decoded = decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
  const alignment = aligned(text, at, decoded, next);
  if (alignment === undefined) return undefined;
  const { begins, finishes, end } = alignment;
  // The index, first byte and code point of the character to which the current byte belongs.
  let [index, byte, width] = [0, 0, widthAt(decoded, 0)];
  for (let i = from; i < to; i++) {
    while (byte + byteCount(width) <= (i === from ? 0 : (lengths[i - from - 1] as number))) {
      byte += byteCount(width);
      index += unitsOf(width);
      width = widthAt(decoded, index);
    }
    starts[i] = begins(index);
    const last = lengths[i - from] as number;
    let [lastIndex, lastByte, lastWidth] = [index, byte, width];
    while (lastByte + byteCount(lastWidth) < last) {
      lastByte += byteCount(lastWidth);
      lastIndex += unitsOf(lastWidth);
      lastWidth = widthAt(decoded, lastIndex);
    }
    ends[i] = finishes(lastIndex, unitsOf(lastWidth));
    [index, byte, width] = [lastIndex, lastByte, lastWidth];
  }
  return end;
}

/** Whether the bytes are ASCII and equal the text at an offset. */
function isAsciiAt(text: string, at: number, bytes: readonly number[]): boolean {
  for (let i = 0; i < bytes.length; i++)
    if ((bytes[i] as number) > 0x7f || bytes[i] !== text.charCodeAt(at + i)) return false;
  return true;
}

const widthAt = (text: string, index: number): number => text.codePointAt(index) ?? 0;
const byteCount = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
const unitsOf = (code: number): number => (code > 0xffff ? 2 : 1);

interface Alignment {
  /** The start and the end, in the original text, of the character at an index in the normalized text. */
  begins(index: number): number;
  finishes(index: number, units: number): number;
  readonly end: number;
}

function aligned(text: string, at: number, decoded: string, next: string | undefined): Alignment | undefined {
  if (text.startsWith(decoded, at)) return shifted(at, at + decoded.length, 0);
  // A space that the tokenizer has added before the text has no position in the text.
  if (decoded.startsWith(' ') && text.startsWith(decoded.slice(1), at))
    return shifted(at - 1, at + decoded.length - 1, at);
  const end = next === undefined ? text.length : text.indexOf(next, at);
  if (end < 0) return undefined;
  const source = text.slice(at, end);
  const trimmed = source.trimStart();
  if (trimmed.startsWith(decoded)) {
    const base = at + source.length - trimmed.length;
    return shifted(base, base + decoded.length, 0);
  }
  return source.normalize('NFC') === decoded ? composed(source, at, decoded, end) : undefined;
}

const shifted = (base: number, end: number, least: number): Alignment => ({
  begins: (index) => Math.max(least, base + index),
  finishes: (index, units) => Math.max(least, base + index + units),
  end,
});

const cluster = /[\s\S][\p{M}\u1160-\u11ff]*/gu;

/** Aligns normalized text in which characters were composed from several. A composed character has the position of the first of them. */
function composed(source: string, at: number, decoded: string, end: number): Alignment | undefined {
  const [begins, finishes] = [new Int32Array(decoded.length), new Int32Array(decoded.length)];
  let index = 0;
  for (const { 0: whole, index: base } of source.matchAll(cluster)) {
    const composedCharacters = [...whole.normalize('NFC')];
    const parts = [...whole];
    let from = base;
    const offsets = parts.map((part) => {
      const start = from;
      from += part.length;
      return [start, from] as const;
    });
    for (const [i, character] of composedCharacters.entries()) {
      const number = i === 0 ? 0 : Math.max(0, parts.length - composedCharacters.length + i);
      const [start, finish] = offsets[Math.min(number, offsets.length - 1)] as readonly [number, number];
      begins.fill(at + start, index, index + character.length);
      finishes.fill(at + finish, index, index + character.length);
      index += character.length;
    }
  }
  if (index !== decoded.length) return undefined;
  return {
    begins: (one) => begins[one] as number,
    finishes: (one) => finishes[one] as number,
    end,
  };
}

/**
 * The byte for each code unit that stands for a byte in byte-level vocabularies. Bytes that are not printable are
 * represented by code units from U+0100 on.
 */
const byteOf = new Int16Array(512).fill(-1);
let hidden = 0;
for (let byte = 0; byte < 256; byte++) {
  const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  byteOf[isPrintable ? byte : 256 + hidden++] = byte;
}

const encoder = new TextEncoder();

/** Appends the bytes of a word to `bytes`. Returns false if they cannot be determined. */
function addBytes(word: string, spelling: 'bytes' | 'spaces' | undefined, bytes: number[]): boolean {
  if (spelling === 'bytes') {
    for (let i = 0; i < word.length; i++) {
      const byte = byteOf[word.charCodeAt(i)] ?? -1;
      if (byte < 0) return false;
      bytes.push(byte);
    }
    return true;
  }
  if (spelling === undefined) return false;
  const single = /^<0x([0-9A-F]{2})>$/.exec(word);
  if (single) bytes.push(Number.parseInt(single[1] as string, 16));
  else for (const byte of encoder.encode(word.replaceAll('\u2581', ' '))) bytes.push(byte);
  return true;
}

/** Returns the token ids of a text, without positions. */
export const tokenIds = (text: string, tokenizer: FileTokenizer): readonly number[] => tokenizer.words(text).ids;
