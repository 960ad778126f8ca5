/** A thread for tasks about data sets. It starts with the first task, and starts again if it has ended. */
import { AnsweringThread } from '../rows/answering-thread.ts';
import type { Task, TaskAnswer } from './tasks.ts';

/** The limit of the thread's heap in MB, which is enough because only a few rows are read at a time. */
const memory = { maxOldGenerationSizeMb: 1024 };

export class TaskThread {
  private thread: AnsweringThread<Task, TaskAnswer> | undefined;

  /** `isInBackground`: nobody is waiting for its results. */
  constructor(private readonly isInBackground = false) {}

  /** Starts the thread if it is not running. */
  start(): AnsweringThread<Task, TaskAnswer> {
    this.thread ??= new AnsweringThread<Task, TaskAnswer>({
      ...{ script: 'data-set-worker.js', memory },
      workerData: { isInBackground: this.isInBackground },
    });
    return this.thread;
  }

  get waiting(): number {
    return this.thread?.waiting ?? 0;
  }

  /** Throws, with a message for the user, if the task fails. */
  async ask<Result>(task: Task): Promise<Result> {
    const thread = this.start();
    let answer: TaskAnswer;
    try {
      answer = await thread.work(task);
    } catch (error) {
      // The thread probably ran out of memory: the next task gets a new one.
      if (this.thread === thread) this.thread = undefined;
      throw error;
    }
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.result as Result;
  }

  async stop(): Promise<void> {
    await this.thread?.stop();
    this.thread = undefined;
  }
}
