/** Reads rows of a file by number, from the indexed place before them. */
import { readSync } from 'node:fs';
import type { Layout } from '../rows/layout.ts';
import { type RowsBetween, SPACING } from './row-index.ts';
import { scannerFrom } from './scan/row-scanner.ts';

/** An open file as a source of rows. It can be sent to a thread, since threads share file descriptors. */
export interface RowSource {
  readonly fd: number;
  /** The end of the file when it was opened; later additions are not read. Infinity: as far as there are bytes. */
  readonly size: number;
  readonly layout: Layout;
}

/** A row, completely or partly read. */
export interface RowBytes {
  readonly number: number;
  /** Counted from 0. */
  readonly line: number;
  readonly start: number;
  /** The offset of its end in the file; undefined if not known yet. */
  readonly end: number | undefined;
  /** The whole row, or its beginning. */
  readonly bytes: Buffer;
}

/** The maximum number of bytes read from the beginning of a row. */
export const MAX_PART_SIZE = 1 << 20;

/** The rows with these numbers, in ascending order, that begin between two places. Numbers without a row are skipped. */
export function readRows(source: RowSource, between: RowsBetween, numbers: readonly number[]): RowBytes[] {
  const { at, row: first, line, isFirst } = between;
  const limit = between.end ?? source.size;
  const bytes = readAt(source.fd, at, Math.min(limit - at, SPACING + MAX_PART_SIZE));
  const wanted = new Set(numbers);
  const found: RowBytes[] = [];
  let number = first;
  const onRow = (start: number, end: number, rowLine: number) => {
    if (wanted.has(number)) {
      const part = bytes.subarray(start - at, Math.min(end, start + MAX_PART_SIZE) - at);
      found.push({ number, line: rowLine, start, end, bytes: part });
    }
    number++;
  };
  const scanner = scannerFrom(source.layout, { at, line, isFirst });
  scanner.scan(bytes, at, onRow);
  const isAll = at + bytes.length >= limit;
  if (isAll) scanner.end(at + bytes.length, onRow);
  // This row continues after the bytes that were read, so no other row begins before the next place.
  const open = wanted.has(number) ? scanner.open() : undefined;
  if (open !== undefined)
    found.push({
      number,
      ...open,
      end: between.end,
      bytes: bytes.subarray(open.start - at, open.start - at + MAX_PART_SIZE),
    });
  return found;
}

/** The whole row, if it has at most `limit` bytes; otherwise undefined. */
export function readWhole(source: RowSource, row: RowBytes, limit: number): Buffer | undefined {
  const end = row.end ?? endOf(source, row);
  if (end - row.start > limit) return undefined;
  return row.bytes.length === end - row.start ? row.bytes : readAt(source.fd, row.start, end - row.start);
}

/** The end of a row that was only partly read. */
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

/** Bytes of the file, fewer if it has been shortened. `room`: memory to reuse for them. */
export function readAt(fd: number, at: number, length: number, room?: Buffer): Buffer {
  const bytes = room?.subarray(0, length) ?? Buffer.allocUnsafe(Math.max(0, length));
  let used = 0;
  while (used < bytes.length) {
    const more = readSync(fd, bytes, used, bytes.length - used, at + used);
    if (more === 0) break;
    used += more;
  }
  return bytes.subarray(0, used);
}
