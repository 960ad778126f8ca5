/** Runs in a thread and masks stretches of a data set. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { maskStretch, type Stretch } from './mask-stretch.ts';

let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (stretch: Stretch) => {
  // In order of arrival. An exception ends the thread and is reported by the thread that started it.
  last = last.then(async () => parentPort?.postMessage(await maskStretch(stretch)));
});
