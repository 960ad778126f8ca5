/** Writes rows byte for byte, each with its line ending. */
import { SPAN_SIZE } from '../../rows/row-piece.ts';
import type { Selected } from './select-stretch.ts';

const [LF, CR, SPACE] = [10, 13, 32];
const lineEnd = Buffer.from('\n');

/**
 * Returns the bytes of a row: its whole line, or an element of a list as one line. Line breaks in an element become spaces. This does not
 * change its meaning, since JSON allows line breaks only between values.
 */
export function lineOf({ bytes, spans, isList }: Pick<Selected, 'bytes' | 'spans' | 'isList'>, index: number): Buffer {
  const [start, end] = [spans[index * SPAN_SIZE] as number, spans[index * SPAN_SIZE + 1] as number];
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isList) {
    const row = Buffer.from(all.subarray(start, end));
    for (let at = row.indexOf(LF); at >= 0; at = row.indexOf(LF, at + 1)) row[at] = SPACE;
    for (let at = row.indexOf(CR); at >= 0; at = row.indexOf(CR, at + 1)) row[at] = SPACE;
    return Buffer.concat([row, lineEnd]);
  }
  const from = start === 0 ? 0 : all.lastIndexOf(LF, start - 1) + 1;
  const lineFeed = all.indexOf(LF, end);
  // The byte-order mark is not a part of the first row.
  const begin = isMarked(all, from) ? from + 3 : from;
  return lineFeed < 0 ? Buffer.concat([all.subarray(begin), lineEnd]) : all.subarray(begin, lineFeed + 1);
}

const isMarked = (bytes: Buffer, at: number): boolean =>
  at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
