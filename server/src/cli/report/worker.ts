/** Runs in a thread: each message is a piece of a data set, and its answer the figures of that. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type ReportStretch, reportStretch } from './report-stretch.ts';

// One after the other: they are answered in their order. What is thrown ends the thread, and is said there.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (stretch: ReportStretch) => {
  last = last.then(async () => {
    const part = await reportStretch(stretch);
    parentPort?.postMessage(part, [part.keys.buffer]);
  });
});
