/** The keys of all rows, for a second pass. If there are many keys, they are stored in a temporary file instead of in memory. */
import { placeOf } from '../files/replace.ts';
import { createTemporaryFile, type TemporaryFile } from '../files/temporary.ts';
import type { RowKeys } from './part.ts';

/** The maximum size of the keys in memory, in bytes. The second limit applies if no file can be written. */
const MAX_KEPT = 1 << 22;
const MAX_WITHOUT_FILE = 1 << 28;

export class KeySpool {
  private kept: RowKeys[] = [];
  private size = 0;
  private file: TemporaryFile | undefined;
  private canWrite = true;
  /** The lengths of the lists in the file. */
  private readonly lengths: number[] = [];
  /** Whether some keys could not be stored, probably because the disk is full. */
  isIncomplete = false;

  /** Adds the keys of complete rows. */
  add(keys: RowKeys): void {
    if (keys.length === 0) return;
    if (this.size + keys.byteLength > (this.canWrite ? MAX_KEPT : MAX_WITHOUT_FILE)) {
      if (this.canWrite) this.flush();
      else {
        this.isIncomplete = true;
        return;
      }
    }
    this.kept.push(keys);
    this.size += keys.byteLength;
  }

  private flush(): void {
    try {
      this.file ??= createTemporaryFile(placeOf('-').beside);
      for (const keys of this.kept) this.file.write(new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength));
    } catch {
      // The file may contain some of these keys, after the lists counted in `lengths`. They are not read from the file.
      this.canWrite = false;
      return;
    }
    for (const keys of this.kept) this.lengths.push(keys.length);
    this.kept = [];
    this.size = 0;
  }

  /** Yields all keys in the order in which they were added, as lists of complete rows. */
  async *all(): AsyncGenerator<RowKeys> {
    if (this.file) yield* this.written(this.file);
    yield* this.kept;
  }

  private async *written(file: TemporaryFile): AsyncGenerator<RowKeys> {
    let next = 0;
    let list = new Uint8Array(8 * (this.lengths[0] ?? 0));
    let copiedLength = 0;
    for await (const chunk of file.read())
      for (let from = 0; from < chunk.length && next < this.lengths.length; ) {
        const part = chunk.subarray(from, from + list.length - copiedLength);
        list.set(part, copiedLength);
        copiedLength += part.length;
        from += part.length;
        if (copiedLength < list.length) continue;
        yield new Float64Array(list.buffer);
        list = new Uint8Array(8 * (this.lengths[++next] ?? 0));
        copiedLength = 0;
      }
  }

  async close(): Promise<void> {
    const { file } = this;
    this.kept = [];
    this.file = undefined;
    await file?.close();
  }
}
