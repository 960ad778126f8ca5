/** Line breaks as LSP counts them: `\n`, `\r\n` and `\r`. All of it hops from break to break with `indexOf`. */

const CR = 13;
const LF = 10;

/** Counts the breaks of a text front to back; made for a scanner that asks for one stretch after the other. */
export class LineCounter {
  private lf: number;
  private cr: number;

  constructor(private readonly text: string) {
    this.lf = text.indexOf('\n');
    this.cr = text.indexOf('\r');
  }

  /** Breaks that end in the stretch from the last call's end (at first 0) up to `end`. */
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

/** The offset behind the `n`th break (1 = the first) of a text that has as many. */
export function offsetBehindBreak(text: string, n: number): number {
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

/** The offset behind the last break that ends at or before `offset`, or -1. */
export function lineStartBefore(text: string, offset: number): number {
  if (offset <= 0) return -1;
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(from, offset);
  let cr = line.lastIndexOf('\r');
  // `\r\n` is one break: an offset between the two is still on the line they end.
  if (cr >= 0 && cr === line.length - 1 && text.charCodeAt(offset) === LF) {
    cr = cr === 0 ? -1 : line.lastIndexOf('\r', cr - 1);
  }
  const found = from + cr + 1;
  return found === 0 ? -1 : found;
}

/** Whether the unit at `offset` begins or continues a line break. */
export function isBreak(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === LF || unit === CR;
}
