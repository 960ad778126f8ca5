/**
 * Stretches of a data set: each contains the rows from one indexed place (`row-index.ts`) to a later one. A thread
 * works on one stretch at a time.
 */
import { notes } from './notes.ts';
import { type RowSource, readAt } from './read-rows.ts';
import { scannerFrom } from './scan/row-scanner.ts';

export interface Stretch {
  /** The number and the offset of the first row. */
  readonly row: number;
  readonly at: number;
  readonly line: number;
  readonly isFirst: boolean;
  /** The offset of the end of the last row. */
  readonly end: number;
  readonly count: number;
}

/** The bytes of a stretch, and the positions of its rows in them. */
export interface StretchRows {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The line of each row, counted from 0. */
  readonly lines: Uint32Array;
  /** The number of bytes at the end of the last row that were not read because the row is too long. */
  readonly unread: number;
}

/** The maximum number of bytes read from a stretch. Only a stretch with a very long last row is larger. */
export const MAX_STRETCH_SIZE = 1 << 26;
const ROOM_SIZE = 1 << 23;

/**
 * Memory that is reused for every stretch of up to `ROOM_SIZE` bytes, since a thread finishes with one stretch before
 * it reads the next.
 */
let room: Buffer | undefined;

function readStretch(fd: number, at: number, length: number): Buffer {
  if (length > ROOM_SIZE) return readAt(fd, at, length);
  room ??= Buffer.allocUnsafeSlow(ROOM_SIZE);
  return readAt(fd, at, length, room);
}

/** Reads the rows of a stretch. The returned bytes are valid until the next stretch is read. Throws if the rows have moved. */
export function rowsOfStretch(source: RowSource, stretch: Stretch): StretchRows {
  const { at, line, isFirst, end, count } = stretch;
  const bytes = readStretch(source.fd, at, Math.min(end - at, MAX_STRETCH_SIZE));
  const [starts, ends, lines] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  let rowCount = 0;
  const onRow = (from: number, to: number, rowLine: number) => {
    if (rowCount === count) return;
    starts[rowCount] = from - at;
    lines[rowCount] = rowLine;
    ends[rowCount++] = to - at;
  };
  const scanner = scannerFrom(source.layout, { at, line, isFirst });
  scanner.scan(bytes, at, onRow);
  scanner.end(at + bytes.length, onRow);
  if (rowCount !== count || bytes.length < Math.min(end - at, MAX_STRETCH_SIZE)) throw new Error(notes.moved);
  return { bytes, starts, ends, lines, unread: end - at - bytes.length };
}
