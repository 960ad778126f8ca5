/** Goes through a data set stretch by stretch, in several threads; results arrive in file order. */

import type { Stretch } from '../data-set-stretch.ts';
import type { RowIndex } from '../row-index.ts';
import type { TaskPool } from '../task-pool.ts';
import type { Task } from '../tasks.ts';

export interface JobHost {
  readonly index: RowIndex;
  readonly pool: TaskPool;
  /** Resolves when more of the file is indexed. */
  grown(): Promise<void>;
}

/** The first and the maximum size of a stretch, in bytes: the first is small, so that something is shown at once. */
const [FIRST_SIZE, MAX_SIZE] = [1 << 19, 1 << 22];

interface Walk<Result> {
  /** Returns the task for a stretch; undefined: nothing to do. */
  task(stretch: Stretch): Task | undefined;
  /** Receives each result, in order. Returns false to stop. */
  take(result: Result | undefined, stretch: Stretch): boolean;
  isStopped(): boolean;
}

/** The fraction of the rows counted so far that precedes the end of a stretch, from 0 to 1. */
export const partDone = ({ index }: JobHost, { row, count }: Stretch): number =>
  Math.min(1, (row + count - 1) / Math.max(1, index.rows));

interface Asked<Result> {
  readonly stretch: Stretch;
  readonly result: Promise<Result | undefined>;
}

/** Returns whether the whole file was processed. When the promise settles, no thread reads the file for this walk anymore. */
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
    const found = host.index.stretchFrom(index, size);
    if (found === undefined) {
      if (host.index.isComplete) break;
      if (waiting.length > 0) {
        if (!(await takeFirst())) return false;
      } else await host.grown();
      if (walk.isStopped()) return false;
      continue;
    }
    const { stretch, next } = found;
    index = next;
    size = Math.min(2 * size, MAX_SIZE);
    const task = walk.task(stretch);
    const result = task === undefined ? Promise.resolve(undefined) : host.pool.ask<Result>(task);
    // If an earlier stretch fails, this promise is never awaited.
    result.catch(() => {});
    waiting.push({ stretch, result });
    if (waiting.length >= width && !(await takeFirst())) return false;
  }
  while (waiting.length > 0) if (!(await takeFirst())) return false;
  return !walk.isStopped();
}
