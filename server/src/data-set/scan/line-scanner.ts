/** Finds the rows of JSON Lines: each line that does not consist of white space only, without its line break. */

import type { OnRow, OpenRow, RowScanner, ScanPlace, Units } from '../../rows/row-scanner.ts';
import { isSpace } from '../../rows/space.ts';

const [LF, CR] = [10, 13];

export class LineScanner implements RowScanner {
  private line: number;
  private lineStart: number;
  /** Whether the current line contains a character other than white space. */
  private hasContent = false;
  /** Whether the previous byte was a carriage return, which may belong to a line break. */
  private endsInReturn = false;

  constructor({ at, line }: ScanPlace) {
    this.lineStart = at;
    this.line = line;
  }

  scan(bytes: Units, base: number, onRow: OnRow): void {
    const { length } = bytes;
    let at = 0;
    while (at < length) {
      // A loop, because `indexOf` would be called once per byte for a file that contains only line breaks.
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
