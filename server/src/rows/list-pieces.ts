/**
 * The elements of a list in JSON as it arrives: its brackets and strings are followed, and nothing else is read. What is kept
 * does not grow with the number of elements. A list that breaks off ends with what there is of its last element.
 */
import { FileError } from '../files/regular.ts';
import type { RowPiece } from './row-piece.ts';
import { isSpace } from './space.ts';

const [LF, QUOTE, COMMA, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [10, 34, 44, 92, 91, 93, 123, 125];

/** An element may have so many bytes: beyond that, no string holds it. */
const MAX_ELEMENT_SIZE = 1 << 29;

/** How much of a list is kept to be shown beside a piece (bytes): more than an excerpt has. */
export const MAX_BESIDE_SIZE = 2500;

/** The chunks are all of a text that begins with `[`, with or without a byte-order mark. */
export async function* listPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowPiece> {
  const list = new ListScanner();
  for await (const chunk of chunks) {
    list.push(chunk);
    const piece = list.taken();
    if (piece) yield piece;
  }
  yield list.end();
}

export class ListScanner {
  private room = Buffer.allocUnsafe(1 << 21);
  private used = 0;
  private at = 0;
  private depth = 0;
  private inString = false;
  /** The list is closed: anything after it is not a part of it. */
  private isClosed = false;
  /** Where the current element begins, or -1. */
  private start = -1;
  private spans: number[] = [];
  /** The end of the last piece. */
  private before: Buffer = Buffer.alloc(0);
  /** The line on which `room` begins, and how many lines there are in it up to `counted`. */
  private line = 0;
  private below = 0;
  private counted = 0;
  /** The next line break from `counted` on; `used` if there is none so far. */
  private nextBreak = 0;

  /** The list is closed, and nothing but space came after it. */
  get isOver(): boolean {
    return this.isClosed && this.start < 0;
  }

  push(chunk: Buffer): void {
    this.reserve(chunk.length);
    chunk.copy(this.room, this.used);
    const isBreakKnown = this.nextBreak < this.used;
    this.used += chunk.length;
    if (!isBreakKnown) this.nextBreak = this.breakFrom(Math.max(this.counted, this.used - chunk.length));
    this.scan();
  }

  /** The elements that are complete, with the bytes up to the last of them; undefined if there are none. */
  taken(): RowPiece | undefined {
    const length = this.spans.at(-2);
    if (length === undefined) return undefined;
    return this.take(length);
  }

  /** What is left. */
  end(): RowPiece {
    if (this.start >= 0) {
      let end = this.used;
      while (end > this.start && isSpace(this.room[end - 1] as number)) end--;
      this.spans.push(this.start, end, this.lineOf(this.start));
      this.start = -1;
    }
    return this.take(this.used);
  }

  private take(length: number): RowPiece {
    const bytes = Buffer.from(this.room.subarray(0, length));
    const { room, used, before } = this;
    const after = Buffer.from(room.subarray(length, Math.min(used, length + MAX_BESIDE_SIZE)));
    const beside = { before, after };
    const piece = { bytes, spans: Uint32Array.from(this.spans), line: this.line, isList: true, beside };
    this.before = Buffer.from(bytes.subarray(Math.max(0, length - MAX_BESIDE_SIZE)));
    this.line += this.lineOf(length);
    this.room.copyWithin(0, length, this.used);
    this.spans = [];
    this.used -= length;
    this.at -= length;
    this.counted -= length;
    this.nextBreak -= length;
    this.below = 0;
    if (this.start >= 0) this.start -= length;
    return piece;
  }

  private reserve(more: number): void {
    if (this.used + more <= this.room.length) return;
    if (this.used + more > MAX_ELEMENT_SIZE)
      throw new FileError('an element of its list has more than 512 MB, which is too much for one row');
    const larger = Buffer.allocUnsafe(Math.max(2 * this.room.length, this.used + more));
    this.room.copy(larger, 0, 0, this.used);
    this.room = larger;
  }

  /** How many line breaks there are before a place, which is not before the one of the last call. */
  private lineOf(place: number): number {
    while (this.nextBreak < place && this.nextBreak < this.used) {
      this.below++;
      this.counted = this.nextBreak + 1;
      this.nextBreak = this.breakFrom(this.counted);
    }
    this.counted = Math.max(this.counted, place);
    return this.below;
  }

  private breakFrom(place: number): number {
    const found = this.room.subarray(0, this.used).indexOf(LF, place);
    return found < 0 ? this.used : found;
  }

  private scan(): void {
    const room = this.room.subarray(0, this.used);
    let { at } = this;
    while (at < room.length) {
      if (this.inString) {
        const quote = room.indexOf(QUOTE, at);
        if (quote < 0) {
          at = room.length;
          break;
        }
        let slashes = quote;
        while (slashes > 0 && room[slashes - 1] === BACKSLASH) slashes--;
        if ((quote - slashes) % 2 === 0) this.inString = false;
        at = quote + 1;
        continue;
      }
      const byte = room[at] as number;
      if (byte === LIST || byte === OBJECT) {
        if (this.depth === 0 && byte === LIST && !this.isClosed) this.depth = 1;
        else if (this.depth > 0) {
          if (this.depth === 1 && this.start < 0) this.start = at;
          this.depth++;
        } else this.beginRest(at);
      } else if (byte === LIST_END || byte === OBJECT_END) {
        if (this.depth === 2) {
          this.depth = 1;
          this.finish(at + 1);
        } else if (this.depth === 1) {
          this.finish(at);
          this.depth = 0;
          this.isClosed = true;
        } else if (this.depth > 0) this.depth--;
      } else if (byte === QUOTE) {
        this.begin(at);
        this.inString = this.depth > 0;
      } else if (byte === COMMA && this.depth === 1) this.finish(at);
      else if (this.depth < 2 && !isSpace(byte)) this.begin(at);
      at++;
    }
    this.at = at;
  }

  private begin(at: number): void {
    if (this.depth === 1 && this.start < 0) this.start = at;
    else this.beginRest(at);
  }

  /** What follows the list is a row of its own, which cannot be read. */
  private beginRest(at: number): void {
    if (this.isClosed && this.depth === 0 && this.start < 0) this.start = at;
  }

  /** Ends the current element, if there is one, before a place. */
  private finish(end: number): void {
    const { start } = this;
    if (start < 0) return;
    let last = end;
    while (last > start && isSpace(this.room[last - 1] as number)) last--;
    this.spans.push(start, last, this.lineOf(start));
    this.start = -1;
  }
}
