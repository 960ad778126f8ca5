/** Threads that answer each message with one: for pieces of a large input, whose results come in the order of the pieces. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, type ResourceLimits, Worker } from 'node:worker_threads';

export interface Work<In, Out> {
  /** The bundle that runs in a thread: for each message, it answers with one. */
  readonly script: string;
  /** The data that a thread gets at its start. */
  readonly workerData?: unknown;
  /** Limits of a thread's memory, besides those of every thread. */
  readonly memory?: ResourceLimits;
  /** The same work, in this thread. */
  here(input: In): Out | Promise<Out>;
  /** UTF-16 units, or bytes. */
  sizeOf(input: In): number;
  /** Buffers to transfer to a thread instead of copying them, since they are not used here again. */
  handedOver?(input: In): ArrayBuffer[];
  /**
   * How much is done here before threads are started, since small inputs are done before they would have started. Infinity:
   * all.
   */
  readonly minSize: number;
}

/** More threads than this would wait for the reader and the writer. */
const MAX_THREADS = 8;

/** The results of the work on each input, in their order; in several threads if that pays. */
export async function* orderedParallelMap<In, Out>(
  inputs: AsyncIterable<In>,
  work: Work<In, Out>,
): AsyncGenerator<Out> {
  // A thread has company already.
  const count = isMainThread ? Math.min(availableParallelism(), MAX_THREADS) : 1;
  const threads: AnsweringThread<In, Out>[] = [];
  const waiting: Promise<Out>[] = [];
  let seen = 0;
  try {
    for await (const input of inputs) {
      seen += work.sizeOf(input);
      if (count < 2 || seen < work.minSize) {
        yield await work.here(input);
        continue;
      }
      while (threads.length < count) threads.push(new AnsweringThread(work));
      // One after the other: a thread has its next piece before it is done with one, so that it never waits.
      const thread = threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
      const output = thread.work(input, work.handedOver?.(input));
      // If an earlier one fails, this is not awaited.
      output.catch(() => {});
      waiting.push(output);
      if (waiting.length >= 2 * count) yield await (waiting.shift() as Promise<Out>);
    }
    for (const output of waiting) yield await output;
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

interface Awaited<Out> {
  readonly resolve: (output: Out) => void;
  readonly reject: (error: Error) => void;
}

/**
 * What a thread makes of one piece is garbage with the next: with more room for it, the memory grows with the input, and nothing
 * is faster.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** A thread answers in the order in which it is asked. */
export class AnsweringThread<In, Out> {
  private readonly worker: Worker;
  private readonly asked: Awaited<Out>[] = [];
  private failure: Error | undefined;

  constructor({ script, workerData, memory }: Pick<Work<In, Out>, 'script' | 'workerData' | 'memory'>) {
    this.worker = new Worker(join(__dirname, script), {
      workerData,
      resourceLimits: { ...resourceLimits, ...memory },
    });
    this.worker.on('message', (output: Out) => this.asked.shift()?.resolve(output));
    // It ran out of memory, most likely.
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a thread ended before its work did')));
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
