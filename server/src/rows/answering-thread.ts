/** A thread that answers each message with one. */
import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

export interface ThreadStart {
  /** The bundle that runs in the thread: for each message, it answers with one. */
  readonly script: string;
  /** The data that the thread gets at its start. */
  readonly workerData?: unknown;
  /** Limits of the thread's memory, besides those of every thread. */
  readonly memory?: ResourceLimits;
}

interface Awaited<Out> {
  readonly resolve: (output: Out) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The values that a thread makes of one piece are garbage with the next: with more room for them, the memory grows with the
 * input, and nothing is faster.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** A thread answers in the order in which it is asked. */
export class AnsweringThread<In, Out> {
  private readonly worker: Worker;
  private readonly asked: Awaited<Out>[] = [];
  private failure: Error | undefined;

  constructor({ script, workerData, memory }: ThreadStart) {
    this.worker = new Worker(join(__dirname, script), {
      workerData,
      resourceLimits: { ...resourceLimits, ...memory },
    });
    this.worker.on('message', (output: Out) => this.asked.shift()?.resolve(output));
    // It ran out of memory, most likely.
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a worker thread ended before its work was done')));
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.asked.splice(0)) reject(this.failure);
  }

  get waiting(): number {
    return this.asked.length;
  }

  work(input: In, handedOver: ArrayBuffer[] = []): Promise<Out> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.asked.push({ resolve, reject });
      this.worker.postMessage(input, handedOver);
    });
  }

  stop(): Promise<number> {
    return this.worker.terminate();
  }
}
