/** Processes pieces of a large input in several threads. The results are in the order of the pieces. */
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { AnsweringThread, type ThreadStart } from '../rows/answering-thread.ts';

export interface Work<In, Out> extends ThreadStart {
  /** Processes an input in the current thread instead. */
  here(input: In): Out | Promise<Out>;
  /** Returns the size of an input, in UTF-16 units or bytes. */
  sizeOf(input: In): number;
  /** Returns the buffers that are transferred to a thread instead of being copied, since this thread no longer needs them. */
  handedOver?(input: In): ArrayBuffer[];
  /**
   * The total size that the current thread processes before other threads are started, since small inputs do not need them. With infinity,
   * no threads are started.
   */
  readonly minSize: number;
}

/** The maximum number of threads. Any further threads would only wait for the thread that reads the input and writes the output. */
const MAX_THREADS = 8;

/** Yields the results for the inputs, in order. They are computed in several threads if that is faster. */
export async function* orderedParallelMap<In, Out>(
  inputs: AsyncIterable<In>,
  work: Work<In, Out>,
): AsyncGenerator<Out> {
  // A thread other than the main thread does not start further threads.
  const count = isMainThread ? Math.min(availableParallelism(), MAX_THREADS) : 1;
  const threads: AnsweringThread<In, Out>[] = [];
  const waiting: Promise<Out>[] = [];
  let totalSize = 0;
  try {
    for await (const input of inputs) {
      totalSize += work.sizeOf(input);
      if (count < 2 || totalSize < work.minSize) {
        yield await work.here(input);
        continue;
      }
      while (threads.length < count) threads.push(new AnsweringThread(work));
      // A thread receives its next piece before it has finished the current one, so it need not wait for input.
      const thread = threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
      const output = thread.work(input, work.handedOver?.(input));
      // This prevents an unhandled rejection if an earlier piece fails and this promise is never awaited.
      output.catch(() => {});
      waiting.push(output);
      if (waiting.length >= 2 * count) yield await (waiting.shift() as Promise<Out>);
    }
    for (const output of waiting) yield await output;
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}
