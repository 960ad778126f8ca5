/** Splits JSON Lines into rows, one for each line that is not blank. */

import { type RowPiece, SPAN_SIZE } from '../../rows/row-piece.ts';
import { isSpace } from '../../rows/space.ts';
import type { Piece } from '../files/input.ts';

const LF = 10;
const markLength = 3;

export async function* linePieces(pieces: AsyncIterable<Piece>): AsyncGenerator<RowPiece> {
  let line = 0;
  for await (const { bytes, mark } of pieces) {
    const spans: number[] = [];
    let below = 0;
    for (let from = mark ? markLength : 0; from < bytes.length; ) {
      const index = bytes.indexOf(LF, from);
      const to = index < 0 ? bytes.length : index;
      let [start, end] = [from, to];
      while (end > start && isSpace(bytes[end - 1] as number)) end--;
      while (start < end && isSpace(bytes[start] as number)) start++;
      if (start < end) spans.push(start, end, below);
      if (index >= 0) below++;
      from = to + 1;
    }
    yield { bytes, spans: Uint32Array.from(spans), line, isList: false };
    line += below;
  }
}

/** Returns a value as one piece. `spans`: the positions of the rows in the value, which may itself be a single row. */
export const wholePiece = (bytes: Buffer, spans: readonly (readonly [number, number, number])[]): RowPiece => ({
  bytes,
  line: 0,
  isList: true,
  spans: Uint32Array.from(
    { length: spans.length * SPAN_SIZE },
    (_, i) => spans[Math.floor(i / SPAN_SIZE)]?.[i % SPAN_SIZE] ?? 0,
  ),
});
