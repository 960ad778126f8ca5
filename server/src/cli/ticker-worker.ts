/** The code of a thread that keeps printing a line with the elapsed seconds until it is stopped. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { delay, over, type Tick, writing } from './ticker.ts';

const { shared, says } = workerData as Tick;
const begun = performance.now();
while (Atomics.wait(shared, over, 0, delay) === 'timed-out') {
  Atomics.store(shared, writing, 1);
  try {
    if (Atomics.load(shared, over) === 0)
      writeSync(2, `\r\x1b[K${says}, ${Math.round((performance.now() - begun) / 1000)} s`);
  } catch {
    // The terminal cannot accept output at the moment, so this update is skipped.
  }
  Atomics.store(shared, writing, 0);
  Atomics.notify(shared, writing);
}
