/** Reads rows of a file by number, starting at the indexed place before them. */
import { readSync } from 'node:fs';
import type { Layout } from '../rows/layout.ts';
import { type RowsBetween, SPACING } from './row-index.ts';
import { scannerFrom } from './scan/row-scanner.ts';

/** An open file from which rows are read. It can be sent to a thread, since threads share file descriptors. */
export interface RowSource {
  readonly fd: number;
  /** The size of the file when it was opened; anything added later is not read. It is infinite for a file that is being unpacked. */
  readonly size: number;
  readonly layout: Layout;
}

/** The bytes of a row, or of its beginning. */
export interface RowBytes {
  readonly number: number;
  /** Counted from 0. */
  readonly line: number;
  readonly start: number;
  /** The offset of the end of the row in the file; undefined if not known yet. */
  readonly end: number | undefined;
  /** The whole row, or its beginning. */
  readonly bytes: Buffer;
}

/** The maximum number of bytes that are read from a row at first. */
export const MAX_PART_SIZE = 1 << 20;

/** Reads the rows with these numbers that begin between two places, in ascending order. Numbers without a row are skipped. */
export function readRows(source: RowSource, between: RowsBetween, numbers: readonly number[]): RowBytes[] {
  const { at, row: first, line, isFirst } = between;
  const limit = between.end ?? source.size;
  const bytes = readAt(source.fd, at, Math.min(limit - at, SPACING + MAX_PART_SIZE));
  const requestedNumbers = new Set(numbers);
  const rows: RowBytes[] = [];
  let number = first;
  const onRow = (start: number, end: number, rowLine: number) => {
    if (requestedNumbers.has(number)) {
      const part = bytes.subarray(start - at, Math.min(end, start + MAX_PART_SIZE) - at);
      rows.push({ number, line: rowLine, start, end, bytes: part });
    }
    number++;
  };
  const scanner = scannerFrom(source.layout, { at, line, isFirst });
  scanner.scan(bytes, at, onRow);
  const isAll = at + bytes.length >= limit;
  if (isAll) scanner.end(at + bytes.length, onRow);
  // The bytes that were read end within this row, and no other row begins before the next place.
  const open = requestedNumbers.has(number) ? scanner.open() : undefined;
  if (open !== undefined)
    rows.push({
      number,
      ...open,
      end: between.end,
      bytes: bytes.subarray(open.start - at, open.start - at + MAX_PART_SIZE),
    });
  return rows;
}

/** Reads a whole row; returns undefined if it has more than `limit` bytes. */
export function readWhole(source: RowSource, row: RowBytes, limit: number): Buffer | undefined {
  const end = row.end ?? endOf(source, row);
  if (end - row.start > limit) return undefined;
  return row.bytes.length === end - row.start ? row.bytes : readAt(source.fd, row.start, end - row.start);
}

/** Returns the offset of the end of a row that was only partly read. */
function endOf(source: RowSource, { start, line }: RowBytes): number {
  const scanner = scannerFrom(source.layout, { at: start, line, isFirst: false });
  let end: number | undefined;
  const onRow = (_: number, rowEnd: number) => {
    end ??= rowEnd;
  };
  let at = start;
  while (end === undefined && at < source.size) {
    const bytes = readAt(source.fd, at, Math.min(MAX_PART_SIZE, source.size - at));
    if (bytes.length === 0) break;
    scanner.scan(bytes, at, onRow);
    at += bytes.length;
  }
  if (end === undefined) scanner.end(at, onRow);
  return end ?? at;
}

/** Reads bytes of a file; fewer than requested if the file has become shorter. `room`: memory in which to store them. */
export function readAt(fd: number, at: number, length: number, room?: Buffer): Buffer {
  const bytes = room?.subarray(0, length) ?? Buffer.allocUnsafe(Math.max(0, length));
  let bytesRead = 0;
  while (bytesRead < bytes.length) {
    const more = readSync(fd, bytes, bytesRead, bytes.length - bytesRead, at + bytesRead);
    if (more === 0) break;
    bytesRead += more;
  }
  return bytes.subarray(0, bytesRead);
}
