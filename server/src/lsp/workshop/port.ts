/** The worker's side of the connection to the server, which is a port of a Node worker. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LearnedFacts } from '../../syntax/families/learned/facts.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';

export interface Job<Task = unknown> {
  /** The number of the job, which is one higher than that of the previous job. */
  readonly id: number;
  readonly task: Task;
  /** The dialects learned so far. */
  readonly learned?: readonly LearnedFacts[];
}

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  /** The reason why there is no result, as a message for the user. */
  readonly error?: string;
}

/** Whether a job is no longer wanted. Long jobs call this repeatedly while they run. */
export const isStopped = (id: number): boolean => Atomics.load(workerData as Int32Array, 0) >= id;

/** Calls `work` for each job, and sends its answer to the server. */
export function serveJobs<Task>(work: (job: Job<Task>) => Promise<Answer>): void {
  parentPort?.on('message', async (job: Job<Task>) => {
    knowDialects(job.learned);
    parentPort?.postMessage(await work(job));
  });
}
