/** A data set in several threads where that pays: stretches of it are converted at once, and come in their order. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Options } from '../../convert/index.ts';
import type { Input } from '../files/input.ts';
import { convertLines, type Lines, type LinesOut } from './lines.ts';

/** So many characters are converted before threads are started: less is done sooner than they begin. */
const worthwhile = 6_000_000;
/** More threads than this would wait for whoever reads and writes. */
const mostThreads = 8;

export interface Stretch {
  readonly input: Input;
  readonly out: LinesOut;
}

/** What becomes of the pieces. `placed`: of how many losses the places are still asked for. */
export async function* stretchesOf(
  pieces: AsyncIterable<Input>,
  options: Options,
  placed: () => number,
): AsyncGenerator<Stretch> {
  const count = Math.min(availableParallelism(), mostThreads);
  const threads: Thread[] = [];
  const waiting: Promise<Stretch>[] = [];
  let seen = 0;
  try {
    for await (const input of pieces) {
      const { text, invalidAt } = input;
      const lines: Lines = { input: { text, invalidAt }, options, placed: placed() };
      seen += text.length;
      if (count < 2 || seen < worthwhile) {
        yield { input, out: convertLines(lines) };
        continue;
      }
      while (threads.length < count) threads.push(new Thread());
      // One after the other: a thread has its next stretch before it is done with one, so that it never waits.
      const thread = threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
      const stretch = thread.convert(lines).then((out) => ({ input, out }));
      // Where an earlier one fails, nobody waits for this.
      stretch.catch(() => {});
      waiting.push(stretch);
      if (waiting.length >= 2 * count) yield await (waiting.shift() as Promise<Stretch>);
    }
    for (const stretch of waiting) yield await stretch;
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

interface Awaited {
  readonly resolve: (out: LinesOut) => void;
  readonly reject: (error: Error) => void;
}

/** A thread answers in the order in which it is asked. */
class Thread {
  private readonly worker = new Worker(join(__dirname, 'convert-worker.js'));
  private readonly asked: Awaited[] = [];
  private failure: Error | undefined;

  constructor() {
    this.worker.on('message', (out: LinesOut) => this.asked.shift()?.resolve(out));
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

  convert(lines: Lines): Promise<LinesOut> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.asked.push({ resolve, reject });
      this.worker.postMessage(lines);
    });
  }

  stop(): Promise<number> {
    return this.worker.terminate();
  }
}
