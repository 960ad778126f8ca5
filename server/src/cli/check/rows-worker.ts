/** The code of a thread that receives texts in JSON Lines, and replies to each with the problems that a chat template has with the rows. */
import { parentPort, workerData } from 'node:worker_threads';
import { problemsOfRows, type Under } from './template-rows.ts';

// Texts are checked one after another, so that replies are in order.
let last = Promise.resolve();
parentPort?.on('message', (text: string) => {
  last = last.then(async () => parentPort?.postMessage(await problemsOfRows(workerData as Under, text)));
});
