/** Splits an arriving JSON list into pieces of whole elements. Memory use does not grow with the number of elements. */
import { FileError } from '../files/regular.ts';
import { ElementScanner } from './element-scanner.ts';
import { type RowPiece, SPAN_SIZE } from './row-piece.ts';
import { isSpace } from './space.ts';

const LF = 10;

/** The maximum size of an element in bytes, since strings cannot be longer. */
const MAX_ELEMENT_SIZE = 1 << 29;

/** The number of bytes of the list that are kept before and after a piece, for excerpts. It is more than an excerpt shows. */
export const MAX_BESIDE_SIZE = 2500;

/** Yields the pieces of a list. `chunks`: the chunks of a complete text that begins with `[`, possibly after a byte-order mark. */
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
  private readonly elements = new ElementScanner({ at: 0, line: 0, isFirst: true });
  /** A buffer with the bytes that have not been taken yet. `base`: their offset in the list. */
  private room = Buffer.allocUnsafe(1 << 21);
  private used = 0;
  private base = 0;
  /** The line on which the remaining bytes begin. */
  private line = 0;
  /** The spans of the complete elements in `room`. */
  private spans: number[] = [];
  /** The last bytes of the preceding piece. */
  private before: Buffer = Buffer.alloc(0);

  /** Whether the list is closed, and only white space has followed it so far. */
  get isOver(): boolean {
    return this.elements.isClosed && this.elements.open() === undefined;
  }

  private readonly onElement = (start: number, end: number, line: number): void => {
    this.spans.push(start - this.base, end - this.base, line - this.line);
  };

  push(chunk: Buffer): void {
    this.reserve(chunk.length);
    chunk.copy(this.room, this.used);
    this.elements.scan(chunk, this.base + this.used, this.onElement);
    this.used += chunk.length;
  }

  /**
   * Removes the complete elements from the buffer, with the bytes up to the end of the last one, and returns them. Returns undefined if
   * there are none.
   */
  taken(): RowPiece | undefined {
    const length = this.spans.at(-2);
    if (length === undefined) return undefined;
    return this.take(length);
  }

  /** Ends the list, and returns its last piece. */
  end(): RowPiece {
    let end = this.used;
    while (end > 0 && isSpace(this.room[end - 1] as number)) end--;
    this.elements.end(this.base + end, this.onElement);
    return this.take(this.used);
  }

  private take(length: number): RowPiece {
    const bytes = Buffer.from(this.room.subarray(0, length));
    const { room, used, before } = this;
    const after = Buffer.from(room.subarray(length, Math.min(used, length + MAX_BESIDE_SIZE)));
    const beside = { before, after };
    const piece = { bytes, spans: Uint32Array.from(this.spans), line: this.line, isList: true, beside };
    this.before = Buffer.from(bytes.subarray(Math.max(0, length - MAX_BESIDE_SIZE)));
    this.line += this.breaksIn(bytes);
    room.copyWithin(0, length, used);
    this.spans = [];
    this.used -= length;
    this.base += length;
    return piece;
  }

  private reserve(more: number): void {
    if (this.used + more <= this.room.length) return;
    if (this.used + more > MAX_ELEMENT_SIZE)
      throw new FileError('an element of its list is larger than 512 MB, which is too large for one row');
    const larger = Buffer.allocUnsafe(Math.max(2 * this.room.length, this.used + more));
    this.room.copy(larger, 0, 0, this.used);
    this.room = larger;
  }

  /** Returns the number of line breaks in a piece. The scanner has already counted those before the last element. */
  private breaksIn(bytes: Buffer): number {
    const [start = 0, , line = 0] = this.spans.slice(-SPAN_SIZE);
    let count = line;
    for (let at = bytes.indexOf(LF, start); at >= 0; at = bytes.indexOf(LF, at + 1)) count++;
    return count;
  }
}
