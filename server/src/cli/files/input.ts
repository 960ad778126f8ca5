import { constants, isAscii, isUtf8 } from 'node:buffer';
import { FileError, openRegular } from '../../files/regular.ts';
import { packingOf } from '../../packed/names.ts';
import { printAside } from '../output.ts';
import { progress } from '../progress.ts';
import { mustBeText } from './not-text.ts';
import { openBytes } from './open-bytes.ts';
import { isPipe } from './pipes.ts';

export interface Input {
  /** The text without its byte-order mark, and with U+FFFD in place of invalid bytes. */
  readonly text: string;
  /** Whether the text had a byte-order mark. */
  readonly mark: boolean;
  /** The UTF-16 offset of the first invalid byte, if there is one. */
  readonly invalidAt: number | undefined;
  /** Whether the bytes are UTF-16, so that `text`, which is decoded as UTF-8, is wrong. */
  readonly utf16?: true;
}

/** A piece of a file as it was read. */
export interface Piece extends Input {
  readonly bytes: Buffer;
  /** Whether the piece is at the beginning of the file, where U+FEFF is a byte-order mark. */
  readonly first: boolean;
}

/** Returns bytes with their text. The text is decoded on first use, so that callers that need only the bytes do not wait for it. */
export function pieceOf(bytes: Buffer, first: boolean): Piece {
  let text: string | undefined;
  const decoded = () => (text ??= decode(bytes, first));
  return {
    bytes,
    first,
    mark: first && hasMark(bytes),
    ...(first && utf16In(bytes) && { utf16: true }),
    get text() {
      return decoded();
    },
    get invalidAt() {
      return isUtf8(bytes) ? undefined : firstInvalid(bytes, decoded(), first);
    },
  };
}

function decode(bytes: Buffer, first: boolean): string {
  try {
    return isAscii(bytes) ? bytes.toString('latin1') : new TextDecoder('utf-8', { ignoreBOM: !first }).decode(bytes);
  } catch (error) {
    throw bytes.length > constants.MAX_STRING_LENGTH ? new FileError(tooLong) : error;
  }
}

/** Reads a whole file, or standard input for `-`. Throws an error if it cannot be read, or is neither a regular file nor a pipe. */
export async function readInput(file: string): Promise<Input> {
  const bytes = await readBytes(file);
  if (utf16In(bytes) === undefined) mustBeText(bytes);
  progress.work(bytes.length);
  const input = pieceOf(bytes, true);
  // The text is decoded here if it may be too long for a string, since the error can name the file here.
  if (bytes.length > constants.MAX_STRING_LENGTH) void input.text;
  return input;
}

/** Joins the pieces of a text. */
export async function joined(pieces: AsyncIterable<Input>): Promise<Input> {
  const texts: string[] = [];
  let length = 0;
  let mark = false;
  let invalidAt: number | undefined;
  for await (const piece of pieces) {
    if (length + piece.text.length > constants.MAX_STRING_LENGTH) throw new FileError(tooLong);
    if (texts.length === 0) mark = piece.mark;
    if (piece.invalidAt !== undefined) invalidAt ??= length + piece.invalidAt;
    texts.push(piece.text);
    length += piece.text.length;
  }
  progress.work(length);
  return { text: texts.join(''), mark, invalidAt };
}

/** The limits on reading beyond the first line: the number of lines that are not blank, and the length of the text (UTF-16 units). */
const fewLines = 6;
const farEnough = 100_000;

/** The number of complete lines in a text that are not blank. */
const wholeLines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .filter((line) => /\S/.test(line)).length;

/**
 * Reads the beginning of a text: the first line, and at least `least` further lines that are not blank, unless the text ends or becomes too long.
 * `all`: the pieces of the whole text.
 */
export async function peek(pieces: AsyncGenerator<Piece>, least = fewLines) {
  const firstPieces: Piece[] = [];
  let head = '';
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    firstPieces.push(next.value);
    head += next.value.text;
    const end = head.indexOf('\n');
    if (end < 0) continue;
    if (head.length > end + farEnough || wholeLines(head.slice(end)) >= least) break;
  }
  async function* all(): AsyncGenerator<Piece> {
    for (let piece = firstPieces.shift(); piece !== undefined; piece = firstPieces.shift()) yield piece;
    yield* pieces;
  }
  return { head, utf16: firstPieces[0]?.utf16 === true, all: all() };
}

const LF = 10;

/**
 * Yields a file, or standard input for `-`, in pieces of whole lines. A piece has about a megabyte, unless a line is longer. Joined
 * together, the pieces are the text that `readInput` returns.
 */
export async function* readPieces(file: string): AsyncGenerator<Piece> {
  yield* piecesOf(await openStream(file));
}

/** Returns the bytes of the text in a file, or in standard input for `-`, as they arrive. */
export const openStream = async (file: string): Promise<AsyncIterable<Buffer>> =>
  file === '-' ? standardInput() : await openBytes(file);

/** Yields the pieces of a text whose bytes arrive in a stream. */
export async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let waiting: Buffer[] = [];
  let length = 0;
  /** The number of bytes that have been yielded. */
  let offset = 0;
  let first = true;
  const piece = (bytes: Buffer): Piece => {
    progress.work(bytes.length);
    const begins = first;
    if (begins && utf16In(bytes) === undefined) mustBeText(bytes);
    first = false;
    offset += bytes.length;
    return pieceOf(bytes, begins);
  };
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end > 0) {
      yield piece(Buffer.concat([...waiting, chunk.subarray(0, end)]));
      waiting = [];
      length = 0;
    }
    if (end < chunk.length) waiting.push(chunk.subarray(end));
    length += chunk.length - end;
    if (length > MAX_LINE_SIZE)
      throw new FileError(
        `the line that begins at byte ${offset} is longer than ${MAX_LINE_SIZE >> 20} MB, which is too long to be read`,
      );
  }
  if (waiting.length > 0) yield piece(Buffer.concat(waiting));
}

/**
 * Yields the bytes of standard input, and counts them for `progress`. On a terminal, a note explains that input is expected, and how to end
 * it.
 */
async function* standardInput(): AsyncGenerator<Buffer> {
  if (process.stdin.isTTY) void printAside([waiting]);
  for await (const chunk of process.stdin) {
    if (!process.stdin.isTTY) progress.read(chunk.length);
    yield chunk;
  }
}

const waiting = `ocml: reading from standard input (${process.platform === 'win32' ? 'Ctrl+Z and Enter' : 'Ctrl+D'} to finish); see --help for how to pass a file`;

async function readBytes(file: string): Promise<Buffer> {
  if (file === '-') return readAll(standardInput());
  return packingOf(file) || isPipe(file) ? readAll(await openBytes(file)) : readFile(file);
}

async function readFile(file: string): Promise<Buffer> {
  const handle = await openRegular(file);
  try {
    mustFit((await handle.stat()).size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    mustFit((length += chunk.length));
  }
  return Buffer.concat(chunks);
}

/** The maximum size of one text, in bytes. A string cannot be longer, and endless input would fill the memory. */
const MAX_INPUT_SIZE = 1 << 30;
/** The maximum size of a line, in bytes. A line must fit in a string together with the other lines of its piece. */
const MAX_LINE_SIZE = 500 << 20;
const tooLong = 'has more than 512 million characters, too many to be read in one piece';

function mustFit(length: number): void {
  if (length > MAX_INPUT_SIZE) throw new FileError('is larger than 1 GB, too large to be read in one piece');
}

/** Whether bytes begin with a byte-order mark. */
export function hasMark(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
}

/**
 * Returns the byte order of UTF-16 text; undefined for any other encoding. UTF-16 is recognized by its byte-order mark, or by zeros in
 * every second one of the first four bytes.
 */
export function utf16In(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (!!a && b === 0 && !!c && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && !!b && c === 0 && !!d) ? 'utf-16be' : undefined;
}

/**
 * Returns the UTF-16 offset of the first invalid byte. It is at the first U+FFFD in the decoded text that the bytes do not contain.
 * `marked`: whether the bytes may begin with a byte-order mark.
 */
function firstInvalid(bytes: Buffer, text: string, marked: boolean): number {
  const mark = marked && hasMark(bytes) ? 3 : 0;
  let from = 0;
  let byte = mark;
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
    byte += Buffer.byteLength(text.slice(from, at));
    if (!bytes.subarray(byte, byte + 3).equals(Buffer.from([0xef, 0xbf, 0xbd]))) return at;
    byte += 3;
    from = at + 1;
  }
  return Math.max(0, text.length - 1);
}

/** Returns a text with the byte-order mark of its input, for writing it back to its file. */
export const withMark = ({ mark }: Input, text: string) => (mark ? '\uFEFF' : '') + text;

/** The reason why input that is not UTF-8 is rejected. */
export const notUtf8 = 'it is not UTF-8: its invalid bytes would be lost';
