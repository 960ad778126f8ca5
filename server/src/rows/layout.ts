/** Detects the layout of the rows in a text from the beginning of the text. */
import { rowListMembers } from '../grammar/index.ts';
import { getOwn } from '../syntax/get-own.ts';
import { readJson } from '../syntax/json/read.ts';
import { isMessage, rowMembers } from './is-message.ts';
import { ListScanner } from './list-pieces.ts';
import { isSpace } from './space.ts';

/** The layout of rows: one row per line, the elements of a list, or a single value that is read as a whole. */
export type Layout = 'lines' | 'list' | 'whole';

/** The number of bytes after which a text that begins with `[` is read as a list of rows, even without a complete first element. */
const MAX_LOOK = 1 << 22;
/** The maximum size of a first line in bytes, since strings cannot be longer. */
const MAX_LINE = 1 << 29;
const [LF, LIST] = [10, 91];

/** Returns the offset of the first byte that is not white space; -1 if there is none. */
function beginningOf(chunk: Buffer): number {
  const from = chunk.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf' ? 3 : 0;
  const offset = chunk.subarray(from).findIndex((byte) => byte > 32);
  return offset < 0 ? offset : from + offset;
}

/** Detects the layout of a text from its beginning, which is passed in chunks until the layout is known. */
export class LayoutFinder {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private list: ListScanner | undefined;
  private kind: 'list' | 'other' | undefined;
  /** Whether the end of the first line that is not blank was found. */
  private hasBreak = false;

  /** Adds a chunk. Returns the layout; undefined if more text is needed. */
  push(chunk: Buffer): Layout | undefined {
    this.chunks.push(chunk);
    this.length += chunk.length;
    const from = this.kind === undefined ? beginningOf(chunk) : 0;
    // So far, there is only white space. After `MAX_LOOK` bytes of white space, the text is read line by line.
    if (from < 0) return this.length > MAX_LOOK ? 'lines' : undefined;
    this.kind ??= chunk[from] === LIST ? 'list' : 'other';
    // Finds the end of the first line, and whether other text follows it.
    const index = this.hasBreak ? from : chunk.indexOf(LF, from);
    const hasNext = index >= 0 && chunk.subarray(index).some((byte) => !isSpace(byte));
    this.hasBreak ||= index >= 0;
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

  /**
   * Decides on the basis of the first line: whether it is a complete value, and what it contains. `more`: whether there is text after the
   * chunks seen so far.
   */
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
      // If the value is the whole text, it may be a list of messages or rows, or may contain such a list.
      return !rest && (Array.isArray(value) || hasRows(value)) ? 'whole' : 'lines';
    } catch {
      // If the first line is invalid JSON, the text is still a data set if the next line begins like a row. Text that does not begin like
      // JSON is read line by line.
      if (end < 0) return more || first.startsWith('{') || first.startsWith('[') ? 'whole' : 'lines';
      return /^\{.*\n\s*\{\s*"/.test(head) || !/^[[{]/.test(head) ? 'lines' : 'whole';
    }
  }
}

/** Whether an element of a list is a row. If it is a message, a part of a message, a number or a token, the whole list is a single row. */
function isRow(text: string): boolean {
  const { root } = readJson(text);
  return (root?.kind === 'object' || root?.kind === 'array') && !isMessage(root);
}

/** Whether an object contains a list of rows, and is not a row itself. */
const hasRows = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  rowMembers.every((key) => !Object.hasOwn(value, key)) &&
  rowListMembers.some((key) => Array.isArray(getOwn(value as Record<string, unknown>, key)));
