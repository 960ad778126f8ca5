/** Reads the log of an agent's session as one row, which is the list of its records. */
import { sniffRows, sniffValue } from '../../documents/sniff.ts';
import type { RowPiece } from '../../rows/row-piece.ts';
import { wholePiece } from './line-pieces.ts';

const LF = 10;

/** Whether the first lines of a file are the records of a session. */
export function beginsSession(chunks: readonly Buffer[]): boolean {
  const bytes = Buffer.concat(chunks);
  const end = bytes.lastIndexOf(LF);
  return sniffRows(bytes.toString('utf8', 0, end < 0 ? bytes.length : end))?.records === true;
}

/** Whether the first value of a file is a session: a trajectory, or a list of messages in a program's own format. */
export function beginsSessionValue(chunks: readonly Buffer[]): boolean {
  return sniffValue(Buffer.concat(chunks).toString('utf8'))?.shape === 'session';
}

/** Yields the whole log as a list. A line that is not JSON, for example because it is still being written, becomes `null` in the list. */
export async function* sessionPiece(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowPiece> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  const bytes = Buffer.concat(all);
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const index = bytes.indexOf(LF, from);
    const line = bytes.subarray(from, index < 0 ? bytes.length : index);
    if (line.some((byte) => byte > 32)) parts.push(parts.length === 0 ? open : comma, isJson(line) ? line : none);
    from = index < 0 ? bytes.length : index + 1;
  }
  if (parts.length === 0) return;
  parts.push(close);
  const list = Buffer.concat(parts);
  yield wholePiece(list, [[0, list.length, 0]]);
}

const [open, comma, none, close] = ['[', ',', 'null', ']'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
