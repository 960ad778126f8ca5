/** The code of a thread that masks stretches of a data set. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { maskStretch, type Stretch } from './mask-stretch.ts';

let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (stretch: Stretch) => {
  // Stretches are masked in the order in which they arrive. An exception ends this thread, and its parent thread reports it.
  last = last.then(async () => parentPort?.postMessage(await maskStretch(stretch)));
});
