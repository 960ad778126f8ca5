/**
 * The code of a thread that checks one file at a time. It replies to a task with the first finding, and to each further message with the
 * next one.
 */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { yieldToOthers } from '../../rows/background-thread.ts';
import { checkFile } from './file.ts';
import type { CheckTask, DataSetCheckTask, Finding } from './task.ts';

let findings: AsyncGenerator<Finding>;

parentPort?.on('message', async (task: DataSetCheckTask | undefined) => {
  if (task !== undefined) findings = checkFile(await withProject(task));
  parentPort?.postMessage((await findings.next()).value);
});

/**
 * For a task from the data-set editor, the project's settings for masks are loaded in this thread, because the server does not load them.
 */
async function withProject({ project, isInBackground, ...task }: DataSetCheckTask): Promise<CheckTask> {
  if (isInBackground) yieldToOthers();
  if (project === undefined) return task;
  const { prepareMask } = await import('./masks.ts');
  const { withMask } = await import('./project-mask.ts');
  const masked = await withMask(task, project);
  if (masked.mask) await prepareMask(masked.mask);
  return masked;
}
