/**
 * Finds the rows of a data set that are written exactly like an earlier row, apart from white space around them. For each row, only a hash
 * is kept, as a number, so memory use does not depend on the length of the rows.
 */

import { type RowPiece, SPAN_SIZE } from '../../rows/row-piece.ts';
import { breaksIn } from '../../syntax/lines.ts';
import { NumberTable } from '../rows/number-table.ts';
import { RowNumbers } from '../rows/row-number.ts';

/** The maximum number of rows that are remembered (100 MB of numbers). Rows after that are compared only with the remembered ones. */
const MAX_ROWS = 4_000_000;
const LF = 10;
const CR = 13;

/** Maps a line of a piece, counted from 0 in the piece, to the earlier line of the file that it repeats. */
export type Repeated = ReadonlyMap<number, number>;

export class RepeatedRows {
  private readonly lineOf = new NumberTable(MAX_ROWS);
  private line = 0;
  private readonly numbers = new RowNumbers();

  /** Returns the repeated lines in the next piece. `mark`: whether the piece begins with a byte-order mark. */
  in(bytes: Buffer, mark: boolean): Repeated {
    const repeated = new Map<number, number>();
    const begin = this.line;
    const hasCarriage = bytes.includes(CR);
    for (let from = mark ? 3 : 0; from < bytes.length; ) {
      const to = bytes.indexOf(LF, from) + 1 || bytes.length;
      this.take(bytes, from, to, begin, repeated);
      // A lone carriage return is a line break as well.
      this.line += hasCarriage ? breaksIn(bytes.toString('latin1', from, to)) || 1 : 1;
      from = to;
    }
    return repeated;
  }

  /**
   * Returns the repeated rows in the next piece of a list. Maps the index of each repeated row in the piece to the index of the earlier row
   * in the list.
   */
  ofList({ bytes, spans }: Pick<RowPiece, 'bytes' | 'spans'>): Repeated {
    const repeated = new Map<number, number>();
    const begin = this.line;
    for (let at = 0; at < spans.length; at += SPAN_SIZE) {
      this.take(bytes, spans[at] as number, spans[at + 1] as number, begin, repeated);
      this.line++;
    }
    return repeated;
  }

  private take(bytes: Buffer, from: number, to: number, begin: number, repeated: Map<number, number>): void {
    let [start, end] = [from, to];
    while (end > start && isSpace(bytes[end - 1] as number)) end--;
    while (start < end && isSpace(bytes[start] as number)) start++;
    if (start === end) return;
    // The table uses 0 as the key of a free slot, so no row has the number 0.
    const number = this.numbers.of(bytes, start, end) || 1;
    const first = this.lineOf.getOrSet(number, this.line);
    if (first !== undefined) repeated.set(this.line - begin, first);
  }
}

const isSpace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);
