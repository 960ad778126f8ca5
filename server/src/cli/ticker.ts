/** Shows a line on the terminal that counts seconds while this thread is busy and cannot draw anything itself. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The time until progress is shown, and the interval between updates (ms). */
export const delay = 1000;

/** The indexes of two flags in shared memory: whether the work is over, and whether the ticker's thread is writing. */
export const [over, writing] = [0, 1];

export interface Tick {
  readonly shared: Int32Array;
  /** The text before the number of seconds. */
  readonly says: string;
}

/** Starts a ticker. Returns a function that stops the ticker, which then writes nothing more. */
export function startTicker(says: string): () => void {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const workerData: Tick = { shared, says };
  const worker = new Worker(join(__dirname, 'ticker-worker.js'), { workerData });
  worker.unref();
  // If the ticker fails, the work continues without it.
  worker.on('error', () => {});
  return () => {
    Atomics.store(shared, over, 1);
    Atomics.notify(shared, over);
    // The wait is limited, since a suspended terminal blocks the thread that is writing.
    Atomics.wait(shared, writing, 1, 200);
  };
}
