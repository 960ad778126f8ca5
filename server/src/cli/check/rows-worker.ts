/** Runs in a thread: each message is a text of JSON Lines, and its answer the problems that a chat template has with them. */
import { parentPort, workerData } from 'node:worker_threads';
import { problemsOfRows, type Under } from './template-rows.ts';

// One after the other: they are answered in their order.
let last = Promise.resolve();
parentPort?.on('message', (text: string) => {
  last = last.then(async () => parentPort?.postMessage(await problemsOfRows(workerData as Under, text)));
});
