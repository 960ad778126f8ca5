/** Threads that go through data sets for jobs in the background. They end when nothing is asked of them for some time. */
import { availableParallelism } from 'node:os';
import { TaskThread } from './task-thread.ts';
import type { Task } from './tasks.ts';

/** More would wait for the disk. */
const MAX_THREADS = 4;
/** For how long threads are kept that have nothing to do, in milliseconds. */
const IDLE_FOR = 5_000;

export class TaskPool {
  private readonly threads = Array.from(
    { length: Math.max(1, Math.min(availableParallelism(), MAX_THREADS)) },
    () => new TaskThread(true),
  );
  private asked = 0;
  private idle: ReturnType<typeof setTimeout> | undefined;

  get length(): number {
    return this.threads.length;
  }

  /** Has the thread do it that has least to do. */
  async ask<Result>(task: Task): Promise<Result> {
    clearTimeout(this.idle);
    this.asked++;
    const thread = this.threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
    try {
      return await thread.ask<Result>(task);
    } finally {
      if (--this.asked === 0) {
        this.idle = setTimeout(() => void this.stop(), IDLE_FOR);
        this.idle.unref();
      }
    }
  }

  /** Ends threads that have nothing to do, since another kind of work begins: each holds what it has loaded and read. */
  async rest(): Promise<void> {
    if (this.asked === 0) await this.stop();
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }
}
