/** A line on the terminal that counts seconds while this thread computes and cannot draw anything itself. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Progress is hidden for tasks shorter than this (ms). */
export const delay = 1000;

/** Indexes of flags that both threads share: work is over, and the other thread is writing. */
export const [over, writing] = [0, 1];

export interface Tick {
  readonly shared: Int32Array;
  /** The text before the seconds. */
  readonly says: string;
}

/** Returns a function that stops the ticker: after that call, it writes nothing. */
export function startTicker(says: string): () => void {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const workerData: Tick = { shared, says };
  const worker = new Worker(join(__dirname, 'ticker-worker.js'), { workerData });
  worker.unref();
  // Work goes on without the ticker.
  worker.on('error', () => {});
  return () => {
    Atomics.store(shared, over, 1);
    Atomics.notify(shared, over);
    // A suspended terminal blocks the writing thread, so the wait has a limit.
    Atomics.wait(shared, writing, 1, 200);
  };
}
