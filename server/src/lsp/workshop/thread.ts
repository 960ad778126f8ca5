/** A thread next to the server's, as the server sees it: a worker of Node. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answer, Job } from './port.ts';

export interface Thread {
  /** Gives it something to do. */
  post(job: Job): void;
  /** Tells it that a job is no longer wanted. */
  stop(id: number): void;
  /** Ends it, whatever it does. */
  end(): void;
}

/** Starts a thread: `heard` gets each answer, `failed` the reason why there will be none. */
export type Start = (heard: (answer: Answer) => void, failed: (error: Error) => void) => Thread;

/** How to start what is built under a name. */
export const threadOf =
  (name: string): Start =>
  (heard, failed) => {
    /** The number of the newest job that is no longer wanted, as the worker sees it while it works. */
    const stopped = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(join(__dirname, `${name}.js`), { workerData: stopped });
    worker.unref();
    worker.on('message', heard);
    worker.on('error', failed);
    worker.on('exit', (code) => failed(new Error(`The worker thread ended unexpectedly (${code}).`)));
    return {
      post: (job) => worker.postMessage(job),
      stop: (id) => void Atomics.store(stopped, 0, id),
      end: () => void worker.terminate(),
    };
  };
