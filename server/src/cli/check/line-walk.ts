/** A walk through the lines of a piece of a data set, which keeps track of its position. */
import { isAscii } from 'node:buffer';
import { json } from '../../documents/load-json.ts';
import { breaksIn } from '../../syntax/lines.ts';
import type { Piece } from '../files/input.ts';

const LF = 10;

export class LineWalk {
  /** Where the current line begins, from the beginning of the piece; after the walk, how many lines there are. */
  line = 0;
  /** UTF-16 units, in the same way. */
  offset = 0;

  constructor(private readonly piece: Piece) {}

  /** All lines, with their breaks. */
  *all(): Generator<string> {
    let last = '';
    for (const text of json().linesOf(this.piece.text)) {
      yield text;
      this.line += breaksIn(text);
      this.offset += text.length;
      last = text;
    }
    this.end(last);
  }

  /**
   * All lines but those that are plain. These are never decoded: `isPlain` sees each byte as a character, and what makes a line
   * plain is in ASCII. Of a piece that is UTF-8.
   */
  *unless(isPlain: (text: string) => boolean): Generator<string> {
    const { bytes, mark } = this.piece;
    const isAllAscii = isAscii(bytes);
    let last = '';
    /** Up to where units are counted. */
    let counted = mark ? 3 : 0;
    for (let from = counted; from < bytes.length; ) {
      const to = bytes.indexOf(LF, from) + 1 || bytes.length;
      const characters = bytes.toString('latin1', from, to);
      last = characters;
      // One text may be written both with an escape and without; as bytes, these are two.
      if ((!isAllAscii && characters.includes('\\u')) || !isPlain(characters)) {
        this.offset += unitsIn(bytes.subarray(counted, from));
        counted = from;
        yield isAllAscii ? characters : bytes.toString('utf8', from, to);
      }
      this.line += breaksIn(characters);
      from = to;
    }
    this.offset += unitsIn(bytes.subarray(counted));
    this.end(last);
  }

  /** What is after the last line break is a line, too. */
  private end(last: string): void {
    if (last !== '' && !/[\r\n]$/.test(last)) this.line++;
  }
}

/** How many UTF-16 units bytes of UTF-8 are, four at a time. */
export function unitsIn(bytes: Uint8Array): number {
  const { buffer, byteOffset, byteLength } = bytes;
  if (isAscii(bytes)) return byteLength;
  const before = Math.min(-byteOffset & 3, byteLength);
  const whole = (byteLength - before) >> 2;
  // A view may not begin where the bytes end before a multiple of four.
  const words = whole === 0 ? new Uint32Array(0) : new Uint32Array(buffer, byteOffset + before, whole);
  let units = byteLength;
  // A byte 10xxxxxx is a unit less; 11110xxx begins a character of two units. Each byte of a sum holds 255 of them.
  for (let from = 0; from < words.length; from += 255) {
    const to = Math.min(from + 255, words.length);
    let [inside, fours] = [0, 0];
    for (let at = from; at < to; at++) {
      const word = words[at] as number;
      if ((word & 0x80808080) === 0) continue;
      inside += (word >>> 7) & ~(word >>> 6) & 0x01010101;
      fours += (word >>> 7) & (word >>> 6) & (word >>> 5) & (word >>> 4) & 0x01010101;
    }
    units -= sumOf(inside) - sumOf(fours);
  }
  for (const part of [bytes.subarray(0, before), bytes.subarray(before + words.byteLength)])
    for (const byte of part) units -= (byte & 0xc0) === 0x80 ? 1 : byte >= 0xf0 ? -1 : 0;
  return units;
}

const sumOf = (bytes: number) => (bytes & 255) + ((bytes >>> 8) & 255) + ((bytes >>> 16) & 255) + (bytes >>> 24);
