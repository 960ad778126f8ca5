/** Processes a data set stretch by stretch, in several threads. The results are passed on in file order. */

import type { Stretch } from '../data-set-stretch.ts';
import type { RowIndex } from '../row-index.ts';
import type { TaskPool } from '../task-pool.ts';
import type { Task } from '../tasks.ts';

export interface JobHost {
  readonly index: RowIndex;
  readonly pool: TaskPool;
  /** Resolves when more of the file has been indexed, or when indexing has ended. */
  grown(): Promise<void>;
}

/** The size of the first stretch, and the maximum size of later ones, in bytes. The first is small, so that results appear at once. */
const [FIRST_SIZE, MAX_SIZE] = [1 << 19, 1 << 22];

interface Walk<Result> {
  /** Returns the task for a stretch; undefined if there is nothing to do. */
  task(stretch: Stretch): Task | undefined;
  /** Called with each result, in file order. Returns false to stop. */
  take(result: Result | undefined, stretch: Stretch): boolean;
  isStopped(): boolean;
}

/**
 * Returns the fraction of the work that is done once a stretch has been processed, from 0 to 1. The total is the number of rows indexed so
 * far.
 */
export const partDone = ({ index }: JobHost, { row, count }: Stretch): number =>
  Math.min(1, (row + count - 1) / Math.max(1, index.rows));

interface Asked<Result> {
  readonly stretch: Stretch;
  readonly result: Promise<Result | undefined>;
}

/**
 * Processes all stretches, and returns whether it reached the end of the file. When the promise settles, no thread is
 * reading the file for this walk any more.
 */
export async function eachStretch<Result>(
  host: JobHost,
  walk: Walk<Result>,
  width = 2 * host.pool.length,
): Promise<boolean> {
  const waiting: Asked<Result>[] = [];
  try {
    return await goThrough(host, walk, width, waiting);
  } finally {
    await Promise.allSettled(waiting.map(({ result }) => result));
  }
}

async function goThrough<Result>(
  host: JobHost,
  walk: Walk<Result>,
  width: number,
  waiting: Asked<Result>[],
): Promise<boolean> {
  let size = FIRST_SIZE;
  let index = 0;
  const takeFirst = async (): Promise<boolean> => {
    const first = waiting.shift();
    if (first === undefined) return true;
    const result = await first.result;
    return !walk.isStopped() && walk.take(result, first.stretch);
  };
  for (;;) {
    const indexedStretch = host.index.stretchFrom(index, size);
    if (indexedStretch === undefined) {
      if (host.index.isComplete) break;
      if (waiting.length > 0) {
        if (!(await takeFirst())) return false;
      } else await host.grown();
      if (walk.isStopped()) return false;
      continue;
    }
    const { stretch, next } = indexedStretch;
    index = next;
    size = Math.min(2 * size, MAX_SIZE);
    const task = walk.task(stretch);
    const result = task === undefined ? Promise.resolve(undefined) : host.pool.ask<Result>(task);
    // If an earlier stretch fails, this promise is never awaited, and its rejection must not count as unhandled.
    result.catch(() => {});
    waiting.push({ stretch, result });
    if (waiting.length >= width && !(await takeFirst())) return false;
  }
  while (waiting.length > 0) if (!(await takeFirst())) return false;
  return !walk.isStopped();
}
