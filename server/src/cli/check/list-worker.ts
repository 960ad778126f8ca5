/** The code of a thread that receives pieces of a list of rows, and replies to each with its problems. */
import { parentPort, workerData } from 'node:worker_threads';
import { LineChecker } from './line-checker.ts';
import { checkListPiece, type ListInput, type ListTask } from './list-checker.ts';

const { task, read, firstRow } = workerData as ListTask;
let failures: [string, string][] = [];
const checker = new LineChecker(task, read, (code, error) => failures.push([code, String(error)]), true);

// Pieces are checked one after another, so that replies are in order.
let last = Promise.resolve();
parentPort?.on('message', (input: ListInput) => {
  last = last.then(async () => {
    failures = [];
    parentPort?.postMessage(await checkListPiece(checker, firstRow, input, failures));
  });
});
