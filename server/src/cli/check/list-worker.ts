/** Runs in a thread: for each piece of a list of rows, answers with its problems. */
import { parentPort, workerData } from 'node:worker_threads';
import { LineChecker } from './line-checker.ts';
import { checkListPiece, type ListInput, type ListTask } from './list-checker.ts';

const { task, read, firstRow } = workerData as ListTask;
let failures: [string, string][] = [];
const checker = new LineChecker(task, read, (code, error) => failures.push([code, String(error)]), true);

// One after the other: they are answered in their order.
let last = Promise.resolve();
parentPort?.on('message', (input: ListInput) => {
  last = last.then(async () => {
    failures = [];
    parentPort?.postMessage(await checkListPiece(checker, firstRow, input, failures));
  });
});
