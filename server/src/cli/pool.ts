/** Checks files in several threads where that pays; results come in the order of the files all the same. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { type CheckTask, checkFile, type Outcome } from './check-file.ts';

/** From so many bytes on, threads win more time than they take to start. */
const worthwhile = 12_000_000;
/** What a file costs besides its bytes, in the same unit. */
const perFile = 4_000;
/** How many files may be checked ahead of the one that is printed next: results wait in memory. */
const ahead = 256;

export async function* outcomesOf(tasks: readonly CheckTask[]): AsyncGenerator<Outcome> {
  const count = threadsFor(tasks);
  if (count > 1) yield* inThreads(tasks, count);
  else for (const task of tasks) yield await checkFile(task);
}

/** How many threads to use: one for little work, and where standard input is among the files. */
function threadsFor(tasks: readonly CheckTask[]): number {
  const most = Math.min(availableParallelism(), tasks.length);
  if (most < 2 || tasks.some(({ file }) => file === '-')) return 1;
  let cost = 0;
  for (const { file } of tasks) {
    cost += perFile + (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    if (cost >= worthwhile) return most;
  }
  return 1;
}

async function* inThreads(tasks: readonly CheckTask[], count: number): AsyncGenerator<Outcome> {
  const outcomes = new Map<number, Outcome>();
  /** The file that each thread works on. */
  const working = new Map<Worker, number | undefined>();
  let next = 0;
  let printed = 0;
  let wake = () => {};

  function start(): void {
    const worker = new Worker(__filename);
    working.set(worker, undefined);
    worker.on('message', (outcome: Outcome) => {
      const index = working.get(worker) as number;
      working.set(worker, undefined);
      settle(index, outcome);
    });
    // It ran out of memory, most likely: that costs this file, and no other.
    worker.on('error', ({ message }) => {
      const index = working.get(worker);
      working.delete(worker);
      if (index === undefined) throw new Error(message);
      start();
      settle(index, { file: (tasks[index] as CheckTask).file, failures: [message] });
    });
  }

  function settle(index: number, outcome: Outcome): void {
    outcomes.set(index, outcome);
    dispatch();
    wake();
  }

  function dispatch(): void {
    for (const [worker, index] of working) {
      if (index !== undefined || next >= tasks.length || next > printed + ahead) continue;
      working.set(worker, next);
      worker.postMessage(tasks[next++]);
    }
  }

  for (let i = 0; i < count; i++) start();
  dispatch();
  try {
    for (; printed < tasks.length; printed++) {
      while (!outcomes.has(printed)) await new Promise<void>((resolve) => (wake = resolve));
      yield outcomes.get(printed) as Outcome;
      outcomes.delete(printed);
      dispatch();
    }
  } finally {
    await Promise.all([...working.keys()].map((worker) => worker.terminate()));
  }
}

/** The other end, in a thread: a task comes, its outcome goes. */
export function serveTasks(): void {
  parentPort?.on('message', async (task: CheckTask) => parentPort?.postMessage(await checkFile(task)));
}
