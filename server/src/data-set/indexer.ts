/** Builds the index of a file in a thread. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IndexMessage, IndexTask } from './index-worker.ts';
import { notes } from './notes.ts';
import type { OpenFile } from './open-file.ts';
import { RowIndex } from './row-index.ts';

interface Heard {
  changed(): void;
  /** Adds a note for the user. It replaces an earlier note on the same subject. */
  note(subject: string, sentence: string): void;
}

export class Indexer {
  readonly index: RowIndex;
  /** The number of bytes read from the file; for a packed file, the number of packed bytes. */
  read: number;
  /** The reason why reading ended before the end of the file. */
  fault: string | undefined;
  private readonly worker: Worker;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly file: OpenFile,
    private readonly heard: Heard,
  ) {
    const { fd, path, packing, stats, beginning } = file;
    const { layout, begin, rows } = beginning;
    this.index = new RowIndex(begin);
    this.index.add([], rows);
    this.read = 0;
    const packed = packing && { path, packing };
    const workerData: IndexTask = { fd, layout, begin, size: stats.size, ...(packed && { packed }) };
    this.worker = new Worker(join(__dirname, 'data-set-index-worker.js'), { workerData });
    this.worker.unref();
    this.worker.on('message', (message: IndexMessage) => this.take(message));
    this.worker.on('error', ({ message }) => this.fail(message));
  }

  private take({ places, rows, read, packedRead, invalidRow, last, fault }: IndexMessage): void {
    this.index.add(places, rows);
    this.read = packedRead ?? read;
    if (invalidRow !== undefined) this.heard.note('invalid', notes.invalid(invalidRow));
    if (fault !== undefined) this.heard.note('fault', notes.failed(fault));
    this.fault = fault;
    if (last !== undefined) {
      this.index.complete(rows, last.end);
      if (rows === 0 && fault === undefined) this.heard.note('rows', notes.noRows);
      if (last.isCutOff) this.heard.note('last', notes.cutOff(rows));
      if (this.file.packing !== undefined && rows > 0) this.heard.note('packed', notes.unpacked(read));
    }
    this.wake();
    this.heard.changed();
  }

  /** Reports a failure of the thread. The rows that are already indexed remain available. */
  private fail(reason: string): void {
    this.fault = reason;
    this.heard.note('fault', notes.failed(reason));
    this.index.completeAsIs();
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves when more rows have been indexed, or when indexing has ended. */
  grown(): Promise<void> {
    return this.index.isComplete ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
    this.index.completeAsIs();
    this.wake();
  }
}
