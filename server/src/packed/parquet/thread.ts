/** Reads a Parquet file in a separate thread, while other threads process its rows. An untrusted file can crash only this thread. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FileError } from '../../files/regular.ts';
import { readFooter } from './footer.ts';
import type { Chunk } from './parquet-rows.ts';

/**
 * The worker's answer: the next lines, undefined after the last ones, or a failure. `ours`: whether this project wrote the failure message.
 * Messages of libraries are not shown to users.
 */
export type Answer = { readonly chunk: Chunk | undefined } | { readonly failure: string; readonly ours: boolean };

/** The number of chunks that the thread reads ahead. */
const CHUNKS_AHEAD = 2;

/**
 * Returns the maximum size of the thread's heap in MB. It must hold a row group as bytes, as values and as objects. If
 * the limit were much higher, Node would let garbage accumulate before it collects it.
 */
function heapFor(file: string): number {
  const fd = openSync(file, 'r');
  try {
    const needs = readFooter(fd).groups.map(({ columns }) =>
      columns.reduce((sum, { unpacked, values }) => sum + 8 * unpacked + 100 * values, 0),
    );
    return Math.min(256 + Math.ceil(needs.reduce((most, one) => Math.max(most, one), 0) / 2 ** 20), 4096);
  } finally {
    closeSync(fd);
  }
}

/**
 * Yields the rows of a file as JSON lines, in chunks. `reached`: called with the fraction that is finished, from 0 to
 * 1. Throws a `FileError`.
 */
export async function* parquetLines(file: string, reached: (part: number) => void): AsyncGenerator<Buffer> {
  const resourceLimits = { maxOldGenerationSizeMb: heapFor(file), maxYoungGenerationSizeMb: 64 };
  const worker = new Worker(join(__dirname, 'parquet-worker.js'), { workerData: file, resourceLimits });
  const answers: Answer[] = [];
  let wake = () => {};
  const take = (answer: Answer) => {
    answers.push(answer);
    wake();
  };
  worker.on('message', take);
  worker.on('error', ({ message }) => take({ failure: message, ours: false }));
  try {
    for (let i = 0; i < CHUNKS_AHEAD; i++) worker.postMessage(undefined);
    for (;;) {
      const answer = answers.shift();
      if (answer === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if ('failure' in answer) throw new FileError(answer.ours ? answer.failure : damaged(answer.failure));
      if (answer.chunk === undefined) return;
      worker.postMessage(undefined);
      const { bytes, part } = answer.chunk;
      reached(part);
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
  } finally {
    await worker.terminate();
  }
}

/**
 * Returns a message for users that states the kind of an error. The original message, from a library or the engine, describes internals of
 * that code.
 */
function damaged(message: string): string {
  const why =
    errorKinds.find(([pattern]) => pattern.test(message))?.[1] ?? 'one of its pages does not match its header';
  return `it cannot be read as Parquet: ${why}. Create it again, or write it as .jsonl`;
}

const errorKinds: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/out of memory|memory limit|allocation failed/i, 'one of its row groups needs more memory than is available'],
  [/unsupported|not supported|unhandled/i, 'it uses an unsupported encoding, compression or type'],
];
