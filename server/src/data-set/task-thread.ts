/** A thread for tasks about data sets. It starts with the first task, and again with the next task if it has ended. */
import { AnsweringThread } from '../rows/answering-thread.ts';
import type { Task, TaskAnswer } from './tasks.ts';

/** The maximum size of the thread's heap in MB. It suffices because only a few rows are read at a time. */
const memory = { maxOldGenerationSizeMb: 1024 };

export class TaskThread {
  private thread: AnsweringThread<Task, TaskAnswer> | undefined;
  private ending: Promise<unknown> = Promise.resolve();

  /** `isInBackground`: whether no user waits for the results. */
  constructor(private readonly isInBackground = false) {}

  /** Returns the thread, and starts it first if it is not running. */
  start(): AnsweringThread<Task, TaskAnswer> {
    this.thread ??= new AnsweringThread<Task, TaskAnswer>({
      script: 'data-set-worker.js',
      memory,
      workerData: { isInBackground: this.isInBackground },
    });
    return this.thread;
  }

  get waiting(): number {
    return this.thread?.waiting ?? 0;
  }

  /** Runs a task in the thread. Throws, with a message for the user, if the task fails. */
  async ask<Result>(task: Task): Promise<Result> {
    const thread = this.start();
    let answer: TaskAnswer;
    try {
      answer = await thread.work(task);
    } catch (error) {
      // The thread probably ran out of memory. The next task starts another one.
      if (this.thread === thread) this.thread = undefined;
      throw error;
    }
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.result as Result;
  }

  /** Ends the thread, and resolves when it has ended. The next task starts another one, even before that. */
  async stop(): Promise<void> {
    if (this.thread) this.ending = this.thread.stop();
    this.thread = undefined;
    await this.ending;
  }
}
