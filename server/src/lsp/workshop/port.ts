/** A worker's side of the connection to the server: a port of Node's workers. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LearnedFacts } from '../../syntax/families/learned/facts.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';

export interface Job<Task = unknown> {
  /** The id of the previous job plus one. */
  readonly id: number;
  readonly task: Task;
  /** The dialects learned so far. */
  readonly learned?: readonly LearnedFacts[];
}

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  /** Why there is no result, with a message for the user. */
  readonly error?: string;
}

/** Whether a job is no longer wanted; called repeatedly while it runs. */
export const isStopped = (id: number): boolean => Atomics.load(workerData as Int32Array, 0) >= id;

/** Calls `work` for each job. */
export function serveJobs<Task>(work: (job: Job<Task>) => Promise<Answer>): void {
  parentPort?.on('message', async (job: Job<Task>) => {
    knowDialects(job.learned);
    parentPort?.postMessage(await work(job));
  });
}
