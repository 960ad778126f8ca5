/** A piece of a data set with the positions of its rows, in any layout. */
import { isAscii } from 'node:buffer';
import { unitsIn } from './utf16-units.ts';

/** A piece of a file. Consecutive pieces make up the whole file. */
export interface RowPiece {
  readonly bytes: Buffer;
  /** Three numbers for each row: its start and its end in the bytes, and the line in the bytes, counted from 0, on which it begins. */
  readonly spans: Uint32Array;
  /** The line of the file, from 0, on which the bytes begin. */
  readonly line: number;
  /** Whether the rows are elements of a list instead of lines. */
  readonly isList: boolean;
  /** The parts of the list before and after `bytes`, for excerpts, as far as they have arrived. */
  readonly beside?: { readonly before: Buffer; readonly after: Buffer };
}

/** A row as text, with its line, counted from 0, and the UTF-16 offset at which it begins. */
export interface RowText {
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}

/** The number of values per span in `spans`. */
export const SPAN_SIZE = 3;

export const countOf = ({ spans }: Pick<RowPiece, 'spans'>): number => spans.length / SPAN_SIZE;

/** Yields the rows in a piece as text. `base`: the offset of the piece; if undefined, all offsets are 0. */
export function* textsIn({ bytes, spans, line }: RowPiece, base?: number): Generator<RowText> {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  let [counted, offset] = [0, base ?? 0];
  for (let at = 0; at < spans.length; at += SPAN_SIZE) {
    const [start, end, below] = [spans[at], spans[at + 1], spans[at + 2]] as unknown as [number, number, number];
    if (base !== undefined) offset += unitsIn(bytes.subarray(counted, start));
    counted = start;
    yield { text: bytes.toString(encoding, start, end), line: line + below, offset };
  }
}
