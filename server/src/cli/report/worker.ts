/** Runs in a thread: each message is a piece of a data set, and the reply is its figures. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type ReportStretch, reportStretch } from './report-stretch.ts';

// Replies are in order. An exception ends the thread and is reported by the thread that started it.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (stretch: ReportStretch) => {
  last = last.then(async () => {
    const part = await reportStretch(stretch);
    parentPort?.postMessage(part, [part.keys.buffer]);
  });
});
