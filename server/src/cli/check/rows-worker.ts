/** The code of a thread. Each message is text in JSON Lines; the reply contains the problems that a chat template has with the rows. */
import { parentPort, workerData } from 'node:worker_threads';
import { problemsOfRows, type Under } from './template-rows.ts';

// Texts are checked one after another, so that replies are in order.
let last = Promise.resolve();
parentPort?.on('message', (text: string) => {
  last = last.then(async () => parentPort?.postMessage(await problemsOfRows(workerData as Under, text)));
});
