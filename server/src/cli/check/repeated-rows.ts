/**
 * Which lines of a data set are written like an earlier one. Of each row, only a number is kept that tells it apart, so that the
 * memory that this takes does not depend on the length of the rows.
 */
import { breaksIn } from '../../syntax/lines.ts';

/** Rows after so many are not remembered, though compared with those before (some 200 MB). */
const MAX_ROWS = 4_000_000;
const LF = 10;
const CR = 13;

/** For lines of a piece, counted from 0 there, the line of the file that is the same. */
export type Repeated = ReadonlyMap<number, number>;

export class RepeatedRows {
  private readonly lineOf = new Map<number, number>();
  private line = 0;
  private words = new Uint32Array(1024);

  /** The repeated lines of the piece that comes next. `mark`: it begins with a byte-order mark. */
  in(bytes: Buffer, mark: boolean): Repeated {
    const repeated = new Map<number, number>();
    const begin = this.line;
    const hasCarriage = bytes.includes(CR);
    for (let from = mark ? 3 : 0; from < bytes.length; ) {
      const to = bytes.indexOf(LF, from) + 1 || bytes.length;
      this.take(bytes, from, to, begin, repeated);
      // A carriage return by itself breaks a line as well.
      this.line += hasCarriage ? breaksIn(bytes.toString('latin1', from, to)) || 1 : 1;
      from = to;
    }
    return repeated;
  }

  private take(bytes: Buffer, from: number, to: number, begin: number, repeated: Map<number, number>): void {
    let [start, end] = [from, to];
    while (end > start && isSpace(bytes[end - 1] as number)) end--;
    while (start < end && isSpace(bytes[start] as number)) start++;
    if (start === end) return;
    const number = this.numberOf(bytes, start, end);
    const first = this.lineOf.get(number);
    if (first !== undefined) repeated.set(this.line - begin, first);
    else if (this.lineOf.size < MAX_ROWS) this.lineOf.set(number, this.line);
  }

  /** A number of 53 bits for a stretch of bytes: two hashes, four bytes at a time, and its length. */
  private numberOf(bytes: Buffer, start: number, end: number): number {
    const length = end - start;
    const count = (length + 3) >> 2;
    if (this.words.length < count) this.words = new Uint32Array(count * 2);
    const { words } = this;
    words[count - 1] = 0;
    new Uint8Array(words.buffer).set(bytes.subarray(start, end));
    let [one, other] = [length | 0, ~length];
    for (let at = 0; at < count; at++) {
      const word = words[at] as number;
      one = Math.imul(one ^ word, 0x9e3779b1);
      one ^= one >>> 15;
      other = Math.imul(other ^ word, 0x85ebca77);
      other ^= other >>> 13;
    }
    one = Math.imul(one ^ (one >>> 16), 0xc2b2ae3d);
    other = Math.imul(other ^ (other >>> 16), 0x27d4eb2f);
    return (other >>> 11) * 0x100000000 + (one >>> 0);
  }
}

const isSpace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);
