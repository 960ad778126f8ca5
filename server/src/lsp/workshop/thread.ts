/** The server's side of the connection to a worker thread, which is a Node worker. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answer, Job } from './port.ts';

export interface Thread {
  post(job: Job): void;
  /** Marks a job, and all earlier ones, as no longer wanted. */
  stop(id: number): void;
  /** Terminates the thread, even during a job. */
  end(): void;
}

/**
 * A function that starts a thread. `onAnswer`: called with each answer. `onFailure`: called with the reason if there will be no more
 * answers.
 */
export type Start = (onAnswer: (answer: Answer) => void, onFailure: (error: Error) => void) => Thread;

/** Returns a function that starts a thread with the code of the bundle `name`. */
export const threadOf =
  (name: string): Start =>
  (onAnswer, onFailure) => {
    /** The id of the newest job that is no longer wanted. It is in memory shared with the worker, which reads it during jobs. */
    const stopped = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(join(__dirname, `${name}.js`), { workerData: stopped });
    worker.unref();
    worker.on('message', onAnswer);
    worker.on('error', onFailure);
    worker.on('exit', (code) => onFailure(new Error(`The worker thread ended unexpectedly (${code}).`)));
    return {
      post: (job) => worker.postMessage(job),
      stop: (id) => void Atomics.store(stopped, 0, id),
      end: () => void worker.terminate(),
    };
  };
