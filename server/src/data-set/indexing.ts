/** Reads a file once, from beginning to end, and reports the positions of its rows. It runs in a thread. */
import type { Layout } from '../rows/layout.ts';
import type { OnRow, RowScanner } from '../rows/row-scanner.ts';
import { IndexBuilder, type IndexedPlace } from './row-index.ts';
import { scannerFrom } from './scan/row-scanner.ts';
import { Utf8Check } from './scan/utf8.ts';

export interface IndexProgress {
  /** The indexed places found since the previous report. */
  readonly places: readonly IndexedPlace[];
  /** The number of rows found so far, and the offset up to which the file has been read. */
  readonly rows: number;
  readonly read: number;
  /** The number of the first row with bytes that are not UTF-8. */
  readonly invalidRow?: number;
}

/** The last row of a file, which is reported when the whole file has been read. */
export interface LastRow {
  readonly start: number;
  readonly end: number;
  /** Whether the row does not end with a line break. */
  readonly isOpen: boolean;
}

const LF = 10;

export class Indexing {
  private readonly builder: IndexBuilder;
  private readonly scanner: RowScanner;
  private readonly utf8 = new Utf8Check();
  private invalidRow: number | undefined;
  private lastByte = LF;

  /** `at`: the offset of the first row, which follows a byte-order mark if there is one. */
  constructor(
    layout: Layout,
    private at: number,
  ) {
    this.builder = new IndexBuilder(at);
    this.scanner = scannerFrom(layout, { at, line: 0, isFirst: true });
  }

  /** Indexes the next bytes of the file. `onRow`: also called for each row. */
  push(bytes: Buffer, onRow?: OnRow): void {
    if (bytes.length === 0) return;
    const invalid = this.invalidRow === undefined ? this.utf8.invalidIn(bytes) : -1;
    if (invalid >= 0) {
      this.scan(bytes.subarray(0, invalid), onRow);
      this.invalidRow = this.builder.rows + 1;
      this.scan(bytes.subarray(invalid), onRow);
    } else this.scan(bytes, onRow);
    this.lastByte = bytes[bytes.length - 1] as number;
  }

  private scan(bytes: Buffer, onRow: OnRow | undefined): void {
    const { add } = this.builder;
    const both: OnRow = (start, end, line) => {
      add(start, end, line);
      onRow?.(start, end, line);
    };
    this.scanner.scan(bytes, this.at, onRow ? both : add);
    this.at += bytes.length;
  }

  /** Returns the progress so far, with the places found since the previous call. */
  progress(): IndexProgress {
    const { invalidRow, at: read } = this;
    const { rows } = this.builder;
    return { places: this.builder.taken(), rows, read, ...(invalidRow !== undefined && { invalidRow }) };
  }

  end(): { readonly last: LastRow } {
    this.scanner.end(this.at, this.builder.add);
    if (this.utf8.isOpen) this.invalidRow ??= this.builder.rows;
    const { lastStart: start, lastEnd: end } = this.builder;
    return { last: { start, end, isOpen: this.lastByte !== LF } };
  }
}
