/** What runs in a thread: for a task, and for each message after it, comes the next that is found. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { checkFile } from './file.ts';
import type { CheckTask, Finding } from './task.ts';

let findings: AsyncGenerator<Finding>;

parentPort?.on('message', async (task: CheckTask | undefined) => {
  if (task !== undefined) findings = checkFile(task);
  parentPort?.postMessage((await findings.next()).value);
});
