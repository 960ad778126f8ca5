/** Counts the reported problems that `--fix` would fix, file by file. */
import type { FileDiagnostic, Fixable } from './formats/format.ts';
import { notUtf8 } from './line-checker.ts';

export class FixableCount {
  private total: Fixable = { count: 0, exact: true };
  private inFile = this.total;
  private isWritable = true;

  add({ code, fixable }: Pick<FileDiagnostic, 'code' | 'fixable'>): void {
    const { count, exact } = this.inFile;
    this.inFile = { count: count + (fixable === true ? 1 : 0), exact: exact && fixable !== 'unknown' };
    // `--fix` never writes a file that is not UTF-8.
    if (code === notUtf8) this.isWritable = false;
  }

  /** Marks the end of a file. The problems that are added next belong to another file. */
  endFile(): void {
    const { count, exact } = this.total;
    if (this.isWritable) this.total = { count: count + this.inFile.count, exact: exact && this.inFile.exact };
    this.inFile = { count: 0, exact: true };
    this.isWritable = true;
  }

  get sum(): Fixable {
    return this.total;
  }
}
