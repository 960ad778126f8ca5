/** JSON Lines: each nonempty line is a row, without its line break. */

import type { OnRow, OpenRow, RowScanner, ScanPlace, Units } from '../../rows/row-scanner.ts';
import { isSpace } from '../../rows/space.ts';

const [LF, CR] = [10, 13];

export class LineScanner implements RowScanner {
  private line: number;
  private lineStart: number;
  /** Whether a character other than white space was found in the current line. */
  private hasContent = false;
  /** Whether the last byte was a carriage return, which may be part of a line break. */
  private endsInReturn = false;

  constructor({ at, line }: ScanPlace) {
    this.lineStart = at;
    this.line = line;
  }

  scan(bytes: Units, base: number, onRow: OnRow): void {
    const { length } = bytes;
    let at = 0;
    while (at < length) {
      // A loop instead of `indexOf`, which would be called once per byte for a file that consists only of line breaks.
      while (!this.hasContent && at < length) {
        const byte = bytes[at] as number;
        if (byte === LF) {
          this.line++;
          this.lineStart = base + at + 1;
        } else if (!isSpace(byte)) {
          this.hasContent = true;
          break;
        }
        at++;
      }
      if (at === length) return;
      const index = bytes.indexOf(LF, at);
      if (index < 0) {
        this.endsInReturn = bytes[length - 1] === CR;
        return;
      }
      const hasReturn = index > 0 ? bytes[index - 1] === CR : this.endsInReturn;
      onRow(this.lineStart, base + index - (hasReturn ? 1 : 0), this.line);
      this.line++;
      this.hasContent = false;
      at = index + 1;
      this.lineStart = base + at;
    }
  }

  end(size: number, onRow: OnRow): void {
    if (this.hasContent) onRow(this.lineStart, size, this.line);
    this.hasContent = false;
  }

  open(): OpenRow | undefined {
    return this.hasContent ? { start: this.lineStart, line: this.line } : undefined;
  }
}
