/** A stretch of a data set, from one known place to another: the piece of work of a thread. */
import { notes } from './notes.ts';
import { type RowSource, readAt } from './read-rows.ts';
import { scannerFrom } from './scan/row-scanner.ts';

export interface Stretch {
  /** The number of its first row, and where that begins. */
  readonly row: number;
  readonly at: number;
  readonly line: number;
  readonly isFirst: boolean;
  /** Where its last row ends. */
  readonly end: number;
  /** How many rows it has. */
  readonly count: number;
}

/** The rows of a stretch in its bytes, one place for each. */
export interface StretchRows {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The line of each, counted from 0. */
  readonly lines: Uint32Array;
  /** So many bytes of the last row were not read, since it has too many. */
  readonly unread: number;
}

/** So much of a stretch is read; only its last row can be longer (bytes). */
export const MAX_STRETCH_SIZE = 1 << 26;
const ROOM_SIZE = 1 << 23;

/** Memory for stretches of the usual size, which are read one after the other: each is done with before the next one is read. */
let room: Buffer | undefined;

function readStretch(fd: number, at: number, length: number): Buffer {
  if (length > ROOM_SIZE) return readAt(fd, at, length);
  room ??= Buffer.allocUnsafeSlow(ROOM_SIZE);
  return readAt(fd, at, length, room);
}

/** The rows of a stretch, whose bytes are valid until the next one is read. Throws if they are not where they were. */
export function rowsOfStretch(source: RowSource, stretch: Stretch): StretchRows {
  const { at, line, isFirst, end, count } = stretch;
  const bytes = readStretch(source.fd, at, Math.min(end - at, MAX_STRETCH_SIZE));
  const [starts, ends, lines] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  let found = 0;
  const onRow = (from: number, to: number, rowLine: number) => {
    if (found === count) return;
    starts[found] = from - at;
    lines[found] = rowLine;
    ends[found++] = to - at;
  };
  const scanner = scannerFrom(source.layout, { at, line, isFirst });
  scanner.scan(bytes, at, onRow);
  scanner.end(at + bytes.length, onRow);
  if (found !== count || bytes.length < Math.min(end - at, MAX_STRETCH_SIZE)) throw new Error(notes.moved);
  return { bytes, starts, ends, lines, unread: end - at - bytes.length };
}
