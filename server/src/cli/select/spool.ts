/** Keeps rows in a temporary file until the selection and the order of the rows are known. */
import { readSync } from 'node:fs';
import { placeOf } from '../files/replace.ts';
import { createTemporaryFile, type TemporaryFile } from '../files/temporary.ts';
import { NumberList } from '../rows/number-table.ts';

const BATCH = 1 << 20;

export class RowSpool {
  private readonly file: TemporaryFile;
  private readonly ends = new NumberList();
  private readonly lengths = new NumberList();
  private waiting: Buffer[] = [];
  private length = 0;
  private end = 0;

  constructor() {
    this.file = createTemporaryFile(placeOf('-').beside);
  }

  get count(): number {
    return this.ends.length;
  }

  /** Adds a row. `size`: its length, by which rows may be sorted. */
  add(row: Buffer, size: number): void {
    this.waiting.push(row);
    this.length += row.length;
    this.end += row.length;
    this.ends.push(this.end);
    this.lengths.push(size);
    if (this.length >= BATCH) this.flush();
  }

  private flush(): void {
    if (this.length > 0) this.file.write(Buffer.concat(this.waiting));
    this.waiting = [];
    this.length = 0;
  }

  get sizes(): Float64Array {
    return this.lengths.toArray();
  }

  row(index: number): Buffer {
    this.flush();
    const start = index === 0 ? 0 : this.ends.at(index - 1);
    const row = Buffer.allocUnsafe(this.ends.at(index) - start);
    for (let done = 0; done < row.length; ) {
      const read = readSync(this.file.fd, row, done, row.length - done, start + done);
      if (read === 0) throw new Error('a temporary file was truncated while in use');
      done += read;
    }
    return row;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
