/** What runs in a thread: for a task, and for each message after it, comes the next that is found. */
import { parentPort } from 'node:worker_threads';
import { type CheckTask, checkFile, type Finding } from './file.ts';

let findings: AsyncGenerator<Finding>;

parentPort?.on('message', async (task: CheckTask | undefined) => {
  if (task !== undefined) findings = checkFile(task);
  parentPort?.postMessage((await findings.next()).value);
});
