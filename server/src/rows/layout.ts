/** How a text has its rows, told by its beginning. */
import { rowListMembers } from '../grammar/index.ts';
import { getOwn } from '../syntax/get-own.ts';
import { readJson } from '../syntax/json/read.ts';
import { isMessage, rowMembers } from './is-message.ts';
import { ListScanner } from './list-pieces.ts';
import { isSpace } from './space.ts';

/** One row a line, the elements of a list, or one value that is read as a whole. */
export type Layout = 'lines' | 'list' | 'whole';

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
export class LayoutFinder {
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
    // A list would have begun.
    if (from < 0) return this.length > MAX_LOOK ? 'lines' : undefined;
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

/** Whether an object is not a row, but has a list of rows. */
const hasRows = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  rowMembers.every((key) => !Object.hasOwn(value, key)) &&
  rowListMembers.some((key) => Array.isArray(getOwn(value as Record<string, unknown>, key)));
