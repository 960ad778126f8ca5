/** Processes pieces of a large input in several threads. Results are in the order of the pieces. */
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { AnsweringThread, type ThreadStart } from '../rows/answering-thread.ts';

export interface Work<In, Out> extends ThreadStart {
  /** Does the same work in this thread. */
  here(input: In): Out | Promise<Out>;
  /** The size of an input in UTF-16 units or bytes. */
  sizeOf(input: In): number;
  /** Buffers to transfer to a thread instead of copying them, since this thread no longer uses them. */
  handedOver?(input: In): ArrayBuffer[];
  /** The size that this thread processes before it starts others, which small inputs do not need. Infinity: starts no threads. */
  readonly minSize: number;
}

/** The maximum number of threads. With more, they would only wait for the reader and the writer. */
const MAX_THREADS = 8;

/** The results for the inputs, in order, computed in several threads if that is faster. */
export async function* orderedParallelMap<In, Out>(
  inputs: AsyncIterable<In>,
  work: Work<In, Out>,
): AsyncGenerator<Out> {
  // A thread does not start further threads.
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
      // Each thread gets its next piece before it is done with the current one, so it never waits.
      const thread = threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
      const output = thread.work(input, work.handedOver?.(input));
      // If an earlier piece fails, this promise is never awaited.
      output.catch(() => {});
      waiting.push(output);
      if (waiting.length >= 2 * count) yield await (waiting.shift() as Promise<Out>);
    }
    for (const output of waiting) yield await output;
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}
