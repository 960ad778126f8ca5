/**
 * Work on templates beside the server: a template is a stranger's, and may take its time. The worker is kept. What nobody wants
 * any more is told to stop, which its interpreter looks for as it counts its steps; what does not stop is ended, and begun anew.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Task } from './templates-worker.ts';

export interface Workshop {
  /** Has something made; what was asked before with the same key answers undefined. Throws why it cannot be made. */
  ask<Result>(key: string, task: Task): Promise<Result | undefined>;
  /** Takes back what was asked. */
  cancel(key: string): void;
}

interface Job {
  readonly key: string;
  readonly task: Task;
  tell(result: unknown): void;
  fail(error: Error): void;
}

/** How long what is not wanted any more may take to stop, in milliseconds. */
const patience = 300;

export function createWorkshop(): Workshop {
  const waiting = new Map<string, Job>();
  /** The number of the newest job that is not wanted any more, as the worker sees it. */
  const stop = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker | undefined;
  let running: (Job & { readonly id: number; timer?: ReturnType<typeof setTimeout> }) | undefined;
  let count = 0;

  function done(): void {
    clearTimeout(running?.timer);
    running = undefined;
    next();
  }

  function started(): Worker {
    const fresh = new Worker(join(__dirname, 'templates-worker.js'), { workerData: stop });
    fresh.unref();
    fresh.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
      if (running?.id !== id) return;
      if (error === undefined) running.tell(result);
      else running.fail(new Error(error));
      done();
    });
    fresh.on('error', (error) => {
      if (worker !== fresh) return;
      worker = undefined;
      running?.fail(error);
      done();
    });
    return fresh;
  }

  function next(): void {
    const [first] = waiting.values();
    if (running || first === undefined) return;
    waiting.delete(first.key);
    running = { ...first, id: ++count };
    worker ??= started();
    worker.postMessage({ id: running.id, task: running.task });
  }

  function cancel(key: string): void {
    waiting.get(key)?.tell(undefined);
    waiting.delete(key);
    if (running?.key !== key) return;
    const { id } = running;
    running.tell(undefined);
    Atomics.store(stop, 0, id);
    running.timer ??= setTimeout(() => {
      const busy = worker;
      worker = undefined;
      void busy?.terminate();
      done();
    }, patience);
  }

  return {
    ask<Result>(key: string, task: Task) {
      cancel(key);
      return new Promise<Result | undefined>((tell, fail) => {
        waiting.set(key, { key, task, tell: (result) => tell(result as Result | undefined), fail });
        next();
      });
    },
    cancel,
  };
}
