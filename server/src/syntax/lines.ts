/** Finds line breaks as LSP defines them: `\n`, `\r\n` and `\r`. All functions jump from one break to the next with `indexOf`. */

import type { Block } from './block.ts';
import { minimum } from './lists.ts';

const CR = 13;
const LF = 10;

/** Counts the line breaks of a text from beginning to end, for a scanner that requests one stretch after another. */
export class LineCounter {
  private lf: number;
  private cr: number;

  constructor(private readonly text: string) {
    this.lf = text.indexOf('\n');
    this.cr = text.indexOf('\r');
  }

  /** The number of breaks that end after the `end` of the previous call (at first 0) and up to this `end`. */
  countTo(end: number): number {
    const { text } = this;
    let count = 0;
    let lf = this.lf;
    while (lf >= 0 && lf < end) {
      count++;
      lf = text.indexOf('\n', lf + 1);
    }
    this.lf = lf;
    while (this.cr >= 0 && this.cr < end) {
      if (text.charCodeAt(this.cr + 1) !== LF) count++;
      this.cr = text.indexOf('\r', this.cr + 1);
    }
    return count;
  }
}

/** The number of line breaks in a text. */
export function breaksIn(text: string): number {
  return new LineCounter(text).countTo(text.length);
}

/** The number of line breaks in a block's text that end at or before `end`. */
export function breaksBefore(block: Block, end: number): number {
  const [{ offset, breaks }] = marksAround(block, 'offset', end);
  return breaks + breaksIn(block.text.slice(offset, end));
}

/** The offset after the `n`th break (1 = the first) in the text of a block that has at least `n` breaks. */
export function offsetAfterBreak(block: Block, n: number): number {
  const { text, lines } = block;
  // Usually this is the last break, which is found faster from the end.
  if (n === lines) return lineStartBefore(text, text.length);
  const [{ offset, breaks }, next] = marksAround(block, 'breaks', n);
  return offset + afterBreak(text.slice(offset, next?.offset), n - breaks);
}

/** A position after a line break in a long text. */
interface Mark {
  readonly offset: number;
  /** The number of breaks up to the position. */
  readonly breaks: number;
}

const top: Mark = { offset: 0, breaks: 0 };
/** The distance between marks in UTF-16 units. Blocks up to this length have no marks. */
const stride = 8192;
const marksOf = new WeakMap<Block, readonly Mark[]>();

/** Returns the last mark at or before a position, and the next one. Marks are computed on the first request. */
function marksAround(block: Block, by: keyof Mark, value: number): readonly [Mark, Mark | undefined] {
  if (block.text.length <= stride) return [top, undefined];
  let marks = marksOf.get(block);
  if (marks === undefined) {
    marks = setMarks(block.text);
    marksOf.set(block, marks);
  }
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle] as Mark)[by] <= value) low = middle + 1;
    else high = middle;
  }
  return [marks[low - 1] ?? top, marks[low]];
}

function setMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  const counter = new LineCounter(text);
  let breaks = 0;
  for (let at = text.indexOf('\n', stride); at >= 0; at = text.indexOf('\n', at + stride)) {
    breaks += counter.countTo(at + 1);
    marks.push({ offset: at + 1, breaks });
  }
  return marks;
}

/**
 * Moves the marks of the block `from` to the block `to` that replaces it. The two differ only between `start` and `end` (offsets in
 * `from`), and `to` is `grown` units longer.
 */
export function moveMarks(from: Block, to: Block, start: number, end: number, grown: number): void {
  const moved = to.lines - from.lines;
  const marks = marksOf.get(from)?.filter(({ offset }) => offset <= start || offset > end);
  if (marks === undefined) return;
  const shift = (mark: Mark) => ({ offset: mark.offset + grown, breaks: mark.breaks + moved });
  marksOf.set(to, grown === 0 && moved === 0 ? marks : marks.map((mark) => (mark.offset > end ? shift(mark) : mark)));
}

function afterBreak(text: string, n: number): number {
  let lf = text.indexOf('\n');
  let cr = text.indexOf('\r');
  let at = 0;
  for (let i = 0; i < n; i++) {
    if (cr >= 0 && cr < lf - 1) {
      at = cr + 1;
    } else if (cr >= 0 && lf < 0) {
      at = cr + 1;
    } else {
      at = lf + 1;
      lf = text.indexOf('\n', at);
    }
    if (cr >= 0 && cr < at) cr = text.indexOf('\r', at);
  }
  return at;
}

/** The last result in a long line. Without it, each request would search the line from its beginning. */
let cachedLine = { text: '', start: -1, end: -1 };

/** The offset after the last line break that ends at or before `offset`, or -1 if there is none. */
export function lineStartBefore(text: string, offset: number): number {
  if (offset <= 0) return -1;
  if (offset > cachedLine.start && offset <= cachedLine.end && cachedLine.text === text) return cachedLine.start;
  const start = searchLineStart(text, offset);
  if (offset - start < stride) return start;
  const from = Math.max(0, start);
  const ends = [text.indexOf('\n', from), text.indexOf('\r', from)].map((at) => (at < 0 ? text.length : at));
  cachedLine = { text, start, end: minimum(ends) };
  return start;
}

function searchLineStart(text: string, offset: number): number {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(from, offset);
  // A search for `\r` usually finds nothing. `includes` searches forward, which is many times as fast as a backward search.
  let cr = line.includes('\r') ? line.lastIndexOf('\r') : -1;
  // Since `\r\n` is one break, an offset between the two characters is still on the line that they end.
  if (cr >= 0 && cr === line.length - 1 && text.charCodeAt(offset) === LF) {
    cr = cr === 0 ? -1 : line.lastIndexOf('\r', cr - 1);
  }
  const start = from + cr + 1;
  return start === 0 ? -1 : start;
}

/** Whether the UTF-16 unit at `offset` is part of a line break. */
export function isBreak(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === LF || unit === CR;
}
