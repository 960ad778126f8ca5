/** The code of a thread that receives pieces of a data set, and replies to each with its problems. */
import { parentPort, workerData } from 'node:worker_threads';
import { LineChecker } from './line-checker.ts';
import { checkPiece, type Lines, type LinesTask } from './line-threads.ts';

const { task, read } = workerData as LinesTask;
let failures: [string, string][] = [];
const lines = new LineChecker(task, read, (code, error) => failures.push([code, String(error)]));

// Pieces are checked one after another, so that replies are in order.
let last = Promise.resolve();
parentPort?.on('message', (piece: Lines) => {
  last = last.then(async () => {
    failures = [];
    parentPort?.postMessage(await checkPiece(lines, piece, failures));
  });
});
