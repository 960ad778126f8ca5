/** Detects bytes that are not a text in any encoding: a picture, a packed file, a program. */
import { isUtf8 } from 'node:buffer';
import { InputFault } from '../input-fault.ts';

/** An input that is not text. */
export class NotTextFault extends InputFault {}

/** The beginnings of files that are not text, in Latin-1. */
const beginnings: readonly (readonly [beginning: string, is: string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['\x1f\x8b', 'a gzip file. Unpack it, or add `.gz` to its name'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard file. Unpack it, or add `.zst` to its name'],
  ['PAR1', 'a Parquet file. Add `.parquet` to its name'],
  ['PK\x03\x04', 'a ZIP archive. Unpack it'],
  ['%PDF-', 'a PDF document'],
  ['\x7fELF', 'an ELF binary'],
  ['SQLite format 3\0', 'a SQLite database'],
];

/** How many bytes are examined. */
const MAX_SNIFFED_SIZE = 8000;

/** Throws if the first bytes of an input are not text: invalid UTF-8 with a NUL, or the beginning of another format. */
export function mustBeText(bytes: Buffer): void {
  const head = bytes.subarray(0, MAX_SNIFFED_SIZE);
  if (head.length === 0 || (!head.includes(0) && isUtf8Beginning(head))) return;
  const start = head.toString('latin1', 0, 16);
  const format = beginnings.find(([beginning]) => start.startsWith(beginning))?.[1];
  if (format !== undefined) throw new NotTextFault(`it is not text, but ${format}`);
  if (head.includes(0) && !isUtf8Beginning(head))
    throw new NotTextFault('it is not text: it contains NUL bytes and invalid UTF-8');
}

/** Whether bytes are UTF-8; their last character may be cut off. */
const isUtf8Beginning = (bytes: Buffer): boolean =>
  [0, 1, 2, 3].some((less) => less < bytes.length && isUtf8(bytes.subarray(0, bytes.length - less)));
