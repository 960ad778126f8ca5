/** The threads for background jobs on data sets. They end after some time without tasks. */
import { availableParallelism } from 'node:os';
import { TaskThread } from './task-thread.ts';
import type { Task } from './tasks.ts';

/** The maximum number of threads. More would only wait for the disk. */
const MAX_THREADS = 4;
/** The time without tasks after which the threads end, in milliseconds. */
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

  /** Runs a task in the thread with the fewest waiting tasks. */
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

  /** Ends all threads if they are idle, since their code and data occupy memory that other work may need. */
  async rest(): Promise<void> {
    if (this.asked === 0) await this.stop();
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }
}
