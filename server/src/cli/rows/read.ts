/** The rows of a data set, whichever way they are written: lines of JSON, or the elements of a list, as they arrive. */

import { isUtf8 } from 'node:buffer';
import { whyUnreadable } from '../../files/regular.ts';
import { rowListMembers } from '../../grammar/index.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { openStream, piecesOf, utf16In } from '../files/input.ts';
import { mustBeText } from '../files/not-text.ts';
import { InputFault, utf16Fault } from '../input-fault.ts';
import { isSpace, linePieces, wholePiece } from './line-pieces.ts';
import { ListScanner, listPieces } from './list-pieces.ts';
import { type RowPiece, SPAN_SIZE } from './row-piece.ts';
import { beginsSession, sessionPiece } from './session-row.ts';

/** How a text has its rows: one a line, as the elements of a list, or as one value that is read as a whole. */
type Layout = 'lines' | 'list' | 'whole';

interface RowOptions {
  /** The log of an agent's session is one row, a list of its records. */
  readonly sessions?: boolean;
}

/** The rows of a file, or of standard input for `-`. Throws, with a message for the user, where it cannot be read. */
export async function* rowPieces(path: string, file: string, options: RowOptions = {}): AsyncGenerator<RowPiece> {
  try {
    yield* readRows(path, options);
  } catch (error) {
    throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
  }
}

async function* readRows(path: string, { sessions = false }: RowOptions): AsyncGenerator<RowPiece> {
  const chunks = (await openStream(path))[Symbol.asyncIterator]();
  try {
    const seen: Buffer[] = [];
    let layout: Layout | undefined;
    const finder = new LayoutFinder();
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      if (seen.length === 0 && utf16In(next.value) !== undefined) throw utf16Fault();
      if (seen.length === 0) mustBeText(next.value);
      seen.push(next.value);
      layout = finder.push(next.value);
      if (layout !== undefined) break;
    }
    layout ??= finder.end();
    const isSession = sessions && layout === 'lines' && beginsSession(seen);
    async function* all(): AsyncGenerator<Buffer> {
      for (let chunk = seen.shift(); chunk !== undefined; chunk = seen.shift()) yield chunk;
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

/** A list of which no element tells what it is is read up to so many bytes before it counts as one of rows. */
const MAX_LOOK = 1 << 22;
/** A first line may have so many bytes: no string holds more. */
const MAX_LINE = 1 << 29;
const [LF, LIST] = [10, 91];

/** Where the first byte is that says something, or -1. */
function beginningOf(chunk: Buffer): number {
  const from = chunk.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf' ? 3 : 0;
  const found = chunk.subarray(from).findIndex((byte) => byte > 32);
  return found < 0 ? found : from + found;
}

/** Tells the layout by the beginning of a text, with as little of it as that takes. */
class LayoutFinder {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private list: ListScanner | undefined;
  private kind: 'list' | 'other' | undefined;
  /** The end of the first line that has something in it was seen. */
  private hasBreak = false;

  /** Undefined: more has to be seen. */
  push(chunk: Buffer): Layout | undefined {
    this.chunks.push(chunk);
    this.length += chunk.length;
    const from = this.kind === undefined ? beginningOf(chunk) : 0;
    if (from < 0) return undefined;
    this.kind ??= chunk[from] === LIST ? 'list' : 'other';
    // The first line, and the beginning of the next.
    const found = this.hasBreak ? from : chunk.indexOf(LF, from);
    const hasNext = found >= 0 && chunk.subarray(found).some((byte) => !isSpace(byte));
    this.hasBreak ||= found >= 0;
    if (this.kind === 'list') {
      this.list ??= new ListScanner();
      this.list.push(chunk);
      const piece = this.list.taken();
      if (piece !== undefined) {
        const [start, end] = piece.spans;
        this.kind = 'other';
        if (isRow(piece.bytes.toString('utf8', start, end))) return 'list';
      }
    }
    if (this.kind === 'list') return this.length > MAX_LOOK ? 'list' : undefined;
    if (this.length > MAX_LINE) return 'lines';
    return hasNext ? this.judge(true) : undefined;
  }

  end(): Layout {
    return this.judge(false);
  }

  /** Whether the first line is a value by itself. `more`: something follows what was seen. */
  private judge(more: boolean): Layout {
    const head = Buffer.concat(this.chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart();
    if (head === '') return 'lines';
    const end = head.indexOf('\n');
    const first = end < 0 ? head : head.slice(0, end);
    const rest = end >= 0 && (more || /\S/.test(head.slice(end)));
    try {
      const value: unknown = JSON.parse(first);
      // A value by itself may be a list, of messages or of rows, or have one.
      return !rest && (Array.isArray(value) || hasRows(value)) ? 'whole' : 'lines';
    } catch {
      // A line that breaks off is one of a data set, if the next one begins as one. A text that is not JSON is read by lines.
      if (end < 0) return more || first.startsWith('{') || first.startsWith('[') ? 'whole' : 'lines';
      return /^\{.*\n\s*\{\s*"/.test(head) || !/^[[{]/.test(head) ? 'lines' : 'whole';
    }
  }
}

/** Whether an element of a list is a row, and not a message, a part of one, a number or a token: then the whole list is a row. */
function isRow(text: string): boolean {
  const { root } = readJson(text);
  return (root?.kind === 'object' || root?.kind === 'array') && !isMessage(root);
}

/** Members that a row has, and a message has not. */
const rowMembers = ['messages', 'conversations', 'conversation', 'prompt', 'text'];

const isMessage = (node: JsonNode): boolean =>
  node.kind === 'object' &&
  ['role', 'from', 'token', 'event'].some((key) => memberOf(node, key) !== undefined) &&
  rowMembers.every((key) => memberOf(node, key) === undefined);

/** Whether an object is not a row, but has a list of rows. */
const hasRows = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  rowMembers.every((key) => !Object.hasOwn(value, key)) &&
  rowListMembers.some((key) => Array.isArray(getOwn(value as Record<string, unknown>, key)));

/** The rows of a value that is read as a whole: the elements of a list, also of one in an object; anything else is one row. */
async function* rowsOfWhole(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowPiece> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  const bytes = Buffer.concat(all);
  const isMarked = bytes.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf';
  const text = bytes.toString('utf8', isMarked ? 3 : 0);
  const { root } = readJson(text);
  // What follows a value is not a part of it, and not left out.
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

/** The text of the first rows of a piece, one a line. */
export function headOf({ bytes, spans }: RowPiece, count = 5): string {
  const lines: string[] = [];
  for (let at = 0; at < spans.length && lines.length < count; at += SPAN_SIZE)
    lines.push(bytes.toString('utf8', spans[at], spans[at + 1]).replace(/[\r\n]/g, ' '));
  return lines.map((line) => `${line}\n`).join('');
}
