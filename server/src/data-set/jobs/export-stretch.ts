/** Writes the selected rows of a stretch, byte for byte. It runs in a thread. */
import { writeSync } from 'node:fs';
import { rowsOfStretch, type Stretch } from '../data-set-stretch.ts';
import { type RowSource, readAt } from '../read-rows.ts';

export interface ExportTask {
  readonly kind: 'export';
  readonly source: RowSource;
  readonly stretch: Stretch;
  /** The rows to write, in ascending order; if undefined, all rows. */
  readonly among?: Uint32Array;
  /** The descriptor of the output file. */
  readonly to: number;
  /** Whether to write rows as elements of a list instead of lines. */
  readonly asList: boolean;
  /** The number of rows already written from earlier stretches. */
  readonly before: number;
}

export interface Exported {
  readonly count: number;
  /** The number of a row that contains line breaks and therefore cannot be written as a line. No later row is written. */
  readonly brokenRow?: number;
}

const [LF, CR] = [10, 13];
/** The number of bytes that are copied at a time from a long row. */
const COPY_SIZE = 1 << 22;

export function exportStretch({ source, stretch, among, to, asList, before }: ExportTask): Exported {
  const { bytes, starts, ends, unread } = rowsOfStretch(source, stretch);
  const isLines = source.layout === 'lines';
  const rows = among ? Array.from(among, (number) => number - stretch.row) : Array.from(starts.keys());
  const pieces: Uint8Array[] = [];
  let count = 0;
  for (const i of rows) {
    const [start, end] = [starts[i] as number, ends[i] as number];
    const isLast = i === starts.length - 1;
    if (asList) pieces.push(Buffer.from(before + count === 0 ? '[\n' : ',\n'));
    else if (!isLines && bytes.subarray(start, end).includes(LF)) return { count, brokenRow: stretch.row + i };
    pieces.push(bytes.subarray(start, end));
    if (isLast && unread > 0) {
      writeAll(to, pieces.splice(0));
      copy(source.fd, to, stretch.at + bytes.length, unread);
    }
    if (!asList)
      pieces.push(isLines ? breakAfter(source, stretch.at + end + (isLast ? unread : 0)) : Buffer.from('\n'));
    count++;
  }
  writeAll(to, pieces);
  return { count };
}

/** Returns the line break after a row, as it is in the file. */
function breakAfter(source: RowSource, position: number): Uint8Array {
  const after = readAt(source.fd, position, Math.min(2, Math.max(0, source.size - position)));
  if (after[0] === LF) return after.subarray(0, 1);
  return after[0] === CR && after[1] === LF ? after : after.subarray(0, 0);
}

function writeAll(to: number, pieces: readonly Uint8Array[]): void {
  const bytes = Buffer.concat(pieces);
  for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at, bytes.length - at);
}

function copy(from: number, to: number, at: number, length: number): void {
  for (let done = 0; done < length; ) {
    const bytes = readAt(from, at + done, Math.min(COPY_SIZE, length - done));
    if (bytes.length === 0) throw new Error('The file was shortened while it was being read.');
    writeAll(to, [bytes]);
    done += bytes.length;
  }
}
