/**
 * Finds the elements of a JSON list by looking only at brackets, commas and strings. If the list is truncated, the beginning of its last
 * element is also reported as a row. Text after the list is reported as a row, too.
 */
import type { OnRow, OpenRow, RowScanner, ScanPlace, Units } from './row-scanner.ts';
import { isSpace } from './space.ts';

const [LF, QUOTE, COMMA, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [10, 34, 44, 92, 91, 93, 123, 125];

export class ElementScanner implements RowScanner {
  private depth: number;
  private inString = false;
  /** Whether the bytes of the previous call ended inside a string, with an odd number of backslashes. */
  private isEscaped = false;
  isClosed = false;
  /** The start of the current element, or -1 if there is none; then its line, and the end of its last byte that is not white space. */
  private start = -1;
  private startLine = 0;
  private last = 0;
  /** The number of line breaks before `nextBreak`, which is an offset in the current bytes. */
  private line: number;
  private nextBreak = -1;

  constructor({ line, isFirst }: ScanPlace) {
    this.line = line;
    this.depth = isFirst ? 0 : 1;
  }

  scan(bytes: Units, base: number, onRow: OnRow): void {
    const { length } = bytes;
    this.nextBreak = bytes.indexOf(LF);
    let at = 0;
    while (at < length) {
      if (this.inString) {
        at = this.inStringFrom(bytes, at);
        if (this.depth < 2) this.last = base + at;
        continue;
      }
      const byte = bytes[at] as number;
      if (byte === LIST || byte === OBJECT) {
        if (this.depth === 0 && byte === LIST && !this.isClosed) this.depth = 1;
        else {
          this.begin(bytes, at, base);
          if (this.depth > 0) this.depth++;
          else this.last = base + at + 1;
        }
      } else if (byte === LIST_END || byte === OBJECT_END) this.close(at, base, onRow);
      else if (byte === QUOTE) {
        if (this.depth < 2) {
          this.begin(bytes, at, base);
          this.last = base + at + 1;
        }
        this.inString = this.depth > 0;
      } else if (byte === COMMA && this.depth === 1) this.finish(this.last, onRow);
      else if (this.depth < 2 && !isSpace(byte)) {
        this.begin(bytes, at, base);
        this.last = base + at + 1;
      }
      at++;
    }
    this.lineOf(bytes, length);
  }

  end(size: number, onRow: OnRow): void {
    this.finish(this.depth < 2 && !this.inString ? this.last : size, onRow);
  }

  open(): OpenRow | undefined {
    return this.start < 0 ? undefined : { start: this.start, line: this.startLine };
  }

  /**
   * Returns the offset after the string that continues at `from`. If the string does not end in the bytes, returns the end of the bytes.
   */
  private inStringFrom(bytes: Units, from: number): number {
    const quote = bytes.indexOf(QUOTE, from);
    const end = quote < 0 ? bytes.length : quote;
    let slashes = end;
    while (slashes > from && bytes[slashes - 1] === BACKSLASH) slashes--;
    const isOdd = (end - slashes) % 2 === 1;
    // If only backslashes precede the quote in these bytes, the backslashes at the end of the preceding bytes count as well.
    const isEscaped = slashes === from ? isOdd !== this.isEscaped : isOdd;
    this.isEscaped = quote < 0 && isEscaped;
    if (quote < 0) return end;
    if (!isEscaped) this.inString = false;
    return quote + 1;
  }

  private begin(bytes: Units, at: number, base: number): void {
    if (this.start >= 0 || (this.depth === 0 && !this.isClosed)) return;
    this.start = base + at;
    this.startLine = this.lineOf(bytes, at);
    this.last = base + at + 1;
  }

  private close(at: number, base: number, onRow: OnRow): void {
    if (this.depth === 2) {
      this.depth = 1;
      this.finish(base + at + 1, onRow);
    } else if (this.depth === 1) {
      this.finish(this.last, onRow);
      this.depth = 0;
      this.isClosed = true;
    } else if (this.depth > 0) this.depth--;
    else if (this.isClosed && this.start >= 0) this.last = base + at + 1;
  }

  private finish(end: number, onRow: OnRow): void {
    if (this.start >= 0) onRow(this.start, end, this.startLine);
    this.start = -1;
  }

  private lineOf(bytes: Units, position: number): number {
    while (this.nextBreak >= 0 && this.nextBreak < position) {
      this.line++;
      this.nextBreak = bytes.indexOf(LF, this.nextBreak + 1);
    }
    return this.line;
  }
}
