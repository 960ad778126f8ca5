/** Runs in a thread: each message is JSON Lines text, and the answer contains the problems that a chat template has with its rows. */
import { parentPort, workerData } from 'node:worker_threads';
import { problemsOfRows, type Under } from './template-rows.ts';

// One after the other: messages are answered in order.
let last = Promise.resolve();
parentPort?.on('message', (text: string) => {
  last = last.then(async () => parentPort?.postMessage(await problemsOfRows(workerData as Under, text)));
});
