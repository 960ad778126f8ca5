/** Cleanup to do when the process ends early: by a signal, or by an uncaught error. */
import { constants } from 'node:os';
import { isMainThread } from 'node:worker_threads';

interface Ending {
  /** Stops work that could race with `remove`. A signal waits for it. */
  stop?(): Promise<unknown>;
  /** Removes unfinished output. */
  remove(): void;
}

/** The signals of Ctrl+C, `kill` and closing a terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const endings = new Set<Ending>();
let interrupted = false;

/**
 * Runs `ending` if the process ends before the returned function is called. Does nothing outside the main thread: only this
 * thread receives signals. A process that listens for a signal does not end by it until it is idle, so it listens no longer than needed.
 */
export function onExit(ending: Ending): () => void {
  if (!isMainThread) return () => {};
  if (endings.size === 0) {
    for (const signal of signals) process.on(signal, interrupt);
    process.on('exit', removeAll);
  }
  endings.add(ending);
  return () => {
    if (endings.delete(ending) && endings.size === 0 && !interrupted) ignoreSignals();
  };
}

async function interrupt(signal: (typeof signals)[number]): Promise<void> {
  if (!interrupted) {
    interrupted = true;
    await Promise.allSettled([...endings].map(({ stop }) => stop?.()));
  }
  removeAll();
  // The process ends itself by the same signal, so that its parent learns of it: only then does a loop in a shell stop, too.
  ignoreSignals();
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);
}

function removeAll(): void {
  for (const { remove } of endings) {
    try {
      remove();
    } catch {
      // The other files still have to be removed.
    }
  }
}

function ignoreSignals(): void {
  for (const signal of signals) process.off(signal, interrupt);
  process.off('exit', removeAll);
}
