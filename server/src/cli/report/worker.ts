/** The code of a thread. Each message is a piece of a data set; the reply contains the figures of the piece. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type ReportStretch, reportStretch } from './report-stretch.ts';

// Replies are in order. An exception ends this thread, and its parent thread reports it.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (stretch: ReportStretch) => {
  last = last.then(async () => {
    const part = await reportStretch(stretch);
    parentPort?.postMessage(part, [part.keys.buffer]);
  });
});
