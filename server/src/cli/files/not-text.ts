/** Detects bytes that are not text in any encoding, such as an image, a packed file or a program. */
import { isUtf8 } from 'node:buffer';
import { InputFault } from '../input-fault.ts';

/** An input that is not text. */
export class NotTextFault extends InputFault {}

/** The first bytes of files that are not text, in Latin-1. */
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

/** The number of bytes that are examined. */
const MAX_SNIFFED_SIZE = 8000;

/**
 * Throws an error if an input is not text. Its first bytes are invalid UTF-8 with a NUL, or contain a NUL or invalid UTF-8 and begin like a
 * known binary format.
 */
export function mustBeText(bytes: Buffer): void {
  const head = bytes.subarray(0, MAX_SNIFFED_SIZE);
  if (head.length === 0 || (!head.includes(0) && isUtf8Beginning(head))) return;
  const start = head.toString('latin1', 0, 16);
  const format = beginnings.find(([beginning]) => start.startsWith(beginning))?.[1];
  if (format !== undefined) throw new NotTextFault(`it is not text, but ${format}`);
  if (head.includes(0) && !isUtf8Beginning(head))
    throw new NotTextFault('it is not text: it contains NUL bytes and invalid UTF-8');
}

/** Whether bytes are valid UTF-8, possibly with an incomplete last character. */
const isUtf8Beginning = (bytes: Buffer): boolean =>
  [0, 1, 2, 3].some((less) => less < bytes.length && isUtf8(bytes.subarray(0, bytes.length - less)));
