/** Checks files, in several threads if that is faster. The findings are always in the order of the files. */
import { rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { onExit } from '../files/exit-handlers.ts';
import { isPipe } from '../files/pipes.ts';
import { checkFile } from './file.ts';
import { type CheckTask, type Finding, isLast } from './task.ts';

/** The minimum cost, in bytes, at which threads save more time than they take to start. */
const MIN_THREADED_COST = 12_000_000;
/** The cost of each file, in bytes, in addition to its size. */
const FILE_COST = 4_000;
/** The maximum weight of the findings that wait in memory while an earlier file is being printed. A diagnostic has the weight 1. */
const MAX_WAITING_WEIGHT = 20_000;
/** The weight of a finding without its diagnostics, each of which adds 1. */
const FINDING_WEIGHT = 50;

export async function* findingsIn(tasks: readonly CheckTask[]): AsyncGenerator<Finding> {
  const count = threadsFor(tasks);
  if (count > 1) yield* inThreads(tasks, count);
  else for (const task of tasks) yield* checkFile(task);
}

/** Returns the number of threads to use: one for little work, or if standard input or a pipe is among the files. */
function threadsFor(tasks: readonly CheckTask[]): number {
  const most = Math.min(availableParallelism(), tasks.length);
  if (most < 2 || tasks.some(({ path }) => path === '-' || isPipe(path))) return 1;
  let cost = 0;
  for (const { path } of tasks) {
    cost += FILE_COST + sizeOf(path);
    if (cost >= MIN_THREADED_COST) return most;
  }
  return 1;
}

/** Returns the size of a file in bytes; 0 if the file cannot be read. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** The number of characters of a diff that count as one diagnostic. */
const DIFF_LENGTH_PER_DIAGNOSTIC = 500;
const weightOf = (finding: Finding) =>
  FINDING_WEIGHT +
  ('diagnostics' in finding
    ? finding.diagnostics.length
    : 'diff' in finding
      ? finding.diff.length / DIFF_LENGTH_PER_DIAGNOSTIC
      : 0);

/** The state of a thread: the file that it is checking, and whether it waits for the next request. */
interface ThreadState {
  index: number | undefined;
  waits: boolean;
}

async function* inThreads(tasks: readonly CheckTask[], count: number): AsyncGenerator<Finding> {
  const threads = new Map<Worker, ThreadState>();
  /** The findings waiting to be printed, by file. */
  const findingsByFile = new Map<number, Finding[]>();
  let weight = 0;
  let next = 0;
  let printed = 0;
  let wake = () => {};

  function start(): void {
    const worker = new Worker(join(__dirname, 'check-worker.js'));
    const thread: ThreadState = { index: undefined, waits: true };
    threads.set(worker, thread);
    worker.on('message', (finding: Finding) => {
      const index = thread.index as number;
      if (isLast(finding)) thread.index = undefined;
      thread.waits = true;
      take(index, finding);
    });
    // An error in a thread probably means that memory ran out. Only the file that the thread was checking is reported as unreadable.
    worker.on('error', ({ message }) => {
      threads.delete(worker);
      removeBeside(thread);
      const { index } = thread;
      if (index === undefined) throw new Error(message);
      start();
      take(index, { file: (tasks[index] as CheckTask).file, unreadable: true, unfixed: false, failures: [message] });
    });
  }

  function take(index: number, finding: Finding): void {
    weight += weightOf(finding);
    const before = findingsByFile.get(index);
    if (before) before.push(finding);
    else findingsByFile.set(index, [finding]);
    dispatch();
    wake();
  }

  /**
   * Lets threads continue while few findings wait to be printed. The thread that checks the file being printed always continues if none of
   * its findings wait.
   */
  function dispatch(): void {
    for (const [worker, thread] of threads) {
      if (!thread.waits || (weight > MAX_WAITING_WEIGHT && (thread.index !== printed || findingsByFile.has(printed))))
        continue;
      if (thread.index === undefined && next >= tasks.length) continue;
      thread.waits = false;
      if (thread.index !== undefined) worker.postMessage(undefined);
      else worker.postMessage(tasks[(thread.index = next++)]);
    }
  }

  /** Removes the temporary file that a thread was writing when the thread ended early. */
  function removeBeside({ index }: ThreadState): void {
    const place = index === undefined ? undefined : tasks[index]?.fix;
    if (place) rmSync(place.beside, { force: true });
  }

  const stop = () => Promise.all([...threads.keys()].map((worker) => worker.terminate()));
  const remove = () => threads.forEach(removeBeside);
  const callOff = tasks.some(({ fix }) => fix) ? onExit({ stop, remove }) : () => {};
  for (let i = 0; i < count; i++) start();
  dispatch();
  try {
    while (printed < tasks.length) {
      const findings = findingsByFile.get(printed);
      const finding = findings?.shift();
      if (finding === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (findings?.length === 0) findingsByFile.delete(printed);
      weight -= weightOf(finding);
      if (isLast(finding)) printed++;
      dispatch();
      yield finding;
    }
  } finally {
    await stop();
    remove();
    callOff();
  }
}
