/** Creates a unified diff of a text that arrives in pieces of whole lines, in the format of `patch` and `git apply`. */
import { FileError } from '../../../files/regular.ts';
import type { Piece } from '../../files/replace.ts';
import { changedStretches } from './changed-stretches.ts';

/** The number of unchanged lines shown before and after a change. */
const CONTEXT = 3;
/** The maximum length of a hunk (UTF-16 units). A hunk is kept in memory until it is complete, since it begins with its line counts. */
const MAX_HUNK_LENGTH = 1 << 28;

/** Yields the hunks of the pieces, in order. Throws a `FileError` at a hunk that does not fit in memory. */
export async function* unifiedHunks(pieces: AsyncIterable<Piece> | Iterable<Piece>): AsyncGenerator<string> {
  const hunks = new HunkBuilder();
  for await (const { before, after } of pieces) {
    const [old, fresh] = [linesIn(before), before === after ? [] : linesIn(after)];
    let done = 0;
    for (const { before: gone, after: come } of before === after ? [] : changedStretches(old, fresh)) {
      for (; done < gone[0]; done++) yield* hunks.equal(old[done] as string);
      hunks.change(old.slice(...gone), fresh.slice(...come));
      done = gone[1];
    }
    for (; done < old.length; done++) yield* hunks.equal(old[done] as string);
  }
  yield* hunks.end();
}

/** Returns the lines of a text with their line breaks. As in `patch`, a carriage return does not end a line. */
const linesIn = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

class HunkBuilder {
  /** The number of lines processed so far in the old text and the new one. */
  private lines = { old: 0, fresh: 0 };
  /** The last equal lines, which are kept while no hunk is open. */
  private context: string[] = [];
  private parts: string[] | undefined;
  private length = 0;
  private start = { old: 0, fresh: 0 };
  /** The number of equal lines at the end of the open hunk. */
  private tail = 0;

  *equal(line: string): Generator<string> {
    this.lines.old++;
    this.lines.fresh++;
    if (this.parts === undefined) {
      this.context.push(line);
      if (this.context.length > CONTEXT) this.context.shift();
      return;
    }
    this.add(' ', line);
    this.tail++;
    // Two hunks may touch, but not overlap.
    if (this.tail > 2 * CONTEXT) yield* this.close();
  }

  change(removedLines: readonly string[], addedLines: readonly string[]): void {
    if (this.parts === undefined) {
      this.parts = [];
      this.length = 0;
      const contextLength = this.context.length;
      this.start = { old: this.lines.old - contextLength, fresh: this.lines.fresh - contextLength };
      for (const line of this.context) this.add(' ', line);
      this.context = [];
    }
    for (const line of removedLines) this.add('-', line);
    for (const line of addedLines) this.add('+', line);
    this.lines.old += removedLines.length;
    this.lines.fresh += addedLines.length;
    this.tail = 0;
  }

  *end(): Generator<string> {
    yield* this.close();
  }

  private add(sign: string, line: string): void {
    const part = line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
    this.length += part.length;
    if (this.length > MAX_HUNK_LENGTH)
      throw new FileError('the diff is too large: more than 250 million consecutive characters change');
    this.parts?.push(part);
  }

  private *close(): Generator<string> {
    if (this.parts === undefined) return;
    const extra = Math.max(0, this.tail - CONTEXT);
    const parts = extra > 0 ? this.parts.slice(0, -extra) : this.parts;
    // If a line has no line break, its part also contains `\ No newline at end of file`, which this keeps. That does no harm: the line is the
    // last of both texts, so no later hunk has it as context.
    this.context = extra > 0 ? this.parts.slice(-Math.min(extra, CONTEXT)).map((part) => part.slice(1)) : [];
    const range = (start: number, end: number) => `${end - extra > start ? start + 1 : start},${end - extra - start}`;
    const { lines, start } = this;
    yield `@@ -${range(start.old, lines.old)} +${range(start.fresh, lines.fresh)} @@\n${parts.join('')}`;
    this.parts = undefined;
    this.tail = 0;
  }
}
