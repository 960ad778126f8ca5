/** A thread that replies to each message with one message. */
import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

export interface ThreadStart {
  /** The bundle that runs in the thread and replies to each message with one message. */
  readonly script: string;
  readonly workerData?: unknown;
  /** Limits for the thread's memory, in addition to `resourceLimits`, which apply to every such thread. */
  readonly memory?: ResourceLimits;
}

interface Awaited<Out> {
  readonly resolve: (output: Out) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Memory limits that apply to every such thread. The values created for one input are garbage when the next input arrives. With a higher
 * limit, the thread would use more memory for a larger input, without being faster.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** A thread whose replies arrive in the order of the messages. */
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
    // An error here probably means that the thread ran out of memory.
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
