/** Threads that answer each message with one: for pieces of a large input, whose results come in the order of the pieces. */
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { AnsweringThread, type ThreadStart } from '../rows/answering-thread.ts';

export interface Work<In, Out> extends ThreadStart {
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
