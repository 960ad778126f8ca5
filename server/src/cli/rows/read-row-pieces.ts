/** Reads the rows of a data set one piece at a time. The rows are lines of JSON, or the elements of a list. */

import { isUtf8 } from 'node:buffer';
import { whyUnreadable } from '../../files/regular.ts';
import { rowListMembers } from '../../grammar/index.ts';
import { isMessage } from '../../rows/is-message.ts';
import { type Layout, LayoutFinder } from '../../rows/layout.ts';
import { listPieces } from '../../rows/list-pieces.ts';
import { type RowPiece, SPAN_SIZE } from '../../rows/row-piece.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { openStream, piecesOf, utf16In } from '../files/input.ts';
import { mustBeText } from '../files/not-text.ts';
import { InputFault, utf16Fault } from '../input-fault.ts';
import { linePieces, wholePiece } from './line-pieces.ts';
import { beginsSession, beginsSessionValue, sessionPiece } from './session-row.ts';

interface RowOptions {
  /** Whether to read the log of an agent's session as one row, which is a list of its records. */
  readonly sessions?: boolean;
  /** Receives all bytes as they are read. */
  readonly keep?: ((chunk: Buffer) => void) | undefined;
  /** The bytes to read, if they do not come from the file. */
  readonly bytes?: AsyncIterable<Buffer> | undefined;
  /** Whether to reject the log of an agent's session, since its records are not rows. */
  readonly refusesSessions?: boolean;
}

/** Yields the rows of a file, or of standard input for `-`. Throws an error with a message for the user if the input cannot be read. */
export async function* rowPieces(path: string, file: string, options: RowOptions = {}): AsyncGenerator<RowPiece> {
  try {
    yield* readRows(path, options);
  } catch (error) {
    throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
  }
}

async function* readRows(
  path: string,
  { sessions = false, refusesSessions = false, keep, bytes }: RowOptions,
): AsyncGenerator<RowPiece> {
  const opened = bytes ?? (await openStream(path));
  const chunks = (keep ? keeping(opened, keep) : opened)[Symbol.asyncIterator]();
  try {
    const buffers: Buffer[] = [];
    let layout: Layout | undefined;
    const finder = new LayoutFinder();
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      if (buffers.length === 0 && utf16In(next.value) !== undefined) throw utf16Fault();
      if (buffers.length === 0) mustBeText(next.value);
      buffers.push(next.value);
      layout = finder.push(next.value);
      if (layout !== undefined) break;
    }
    layout ??= finder.end();
    const isSession = (sessions || refusesSessions) && layout === 'lines' && beginsSession(buffers);
    const isValue = refusesSessions && beginsSessionValue(buffers);
    if (isValue || (isSession && refusesSessions)) throw new InputFault(sessionRefused);
    async function* all(): AsyncGenerator<Buffer> {
      for (let chunk = buffers.shift(); chunk !== undefined; chunk = buffers.shift()) yield chunk;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    }
    if (layout === 'list') yield* listPieces(all());
    else if (isSession) yield* sessionPiece(all());
    else if (layout === 'lines') yield* linePieces(piecesOf(all()));
    else yield* rowsOfWhole(all());
  } finally {
    await chunks.return?.(undefined);
  }
}

async function* keeping(chunks: AsyncIterable<Buffer>, keep: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    keep(chunk);
    yield chunk;
  }
}

const sessionRefused =
  "this is the log of an agent's session, whose records are not rows: convert it to a row first, with `ocml convert --to messages`";

/**
 * Yields the rows of a value that is read as a whole. The rows are the elements of a list, which may be inside an object. Any other value
 * is a single row.
 */
async function* rowsOfWhole(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowPiece> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  const bytes = Buffer.concat(all);
  const isMarked = bytes.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf';
  const text = bytes.toString('utf8', isMarked ? 3 : 0);
  const { root } = readJson(text);
  // If text follows the value, the whole text is read line by line instead, so that no text is dropped.
  if (root === undefined || /\S/.test(text.slice(root.end))) {
    yield* linePieces(piecesOf([bytes] as unknown as AsyncIterable<Buffer>));
    return;
  }
  if (!isUtf8(bytes)) throw new InputFault('it is not UTF-8');
  const list = root.kind === 'array' ? root : rowListMembers.map((key) => memberOf(root, key)?.value).find(isList);
  const items =
    list?.kind === 'array' && (list.items.length === 0 || !list.items.every(isMessage)) ? list.items : [root];
  const spans: [number, number, number][] = [];
  let [units, byte, line, from] = [0, isMarked ? 3 : 0, 0, 0];
  for (const { start, end } of items) {
    byte += Buffer.byteLength(text.slice(units, start));
    for (let at = text.indexOf('\n', from); at >= 0 && at < start; at = text.indexOf('\n', from)) {
      line++;
      from = at + 1;
    }
    const size = Buffer.byteLength(text.slice(start, end));
    spans.push([byte, byte + size, line]);
    byte += size;
    units = end;
  }
  yield wholePiece(bytes, spans);
}

const isList = (node: JsonNode | undefined): boolean => node?.kind === 'array';

/** Returns the text of the first rows of a piece, one per line. */
export function headOf({ bytes, spans }: RowPiece, count = 5): string {
  const lines: string[] = [];
  for (let at = 0; at < spans.length && lines.length < count; at += SPAN_SIZE)
    lines.push(bytes.toString('utf8', spans[at], spans[at + 1]).replace(/[\r\n]/g, ' '));
  return lines.map((line) => `${line}\n`).join('');
}
