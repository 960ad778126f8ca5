/** The code of a thread that receives pieces of a data set, and replies to each with the figures of the piece. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type ReportStretch, reportStretch } from './report-stretch.ts';

// Pieces are processed one after another, so that replies are in order. An exception ends this thread, and its parent thread reports the
// exception.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (stretch: ReportStretch) => {
  last = last.then(async () => {
    const part = await reportStretch(stretch);
    parentPort?.postMessage(part, [part.keys.buffer]);
  });
});
