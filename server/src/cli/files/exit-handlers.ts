/** Cleanup for a process that ends early, because of a signal or an uncaught error. */
import { constants } from 'node:os';
import { isMainThread } from 'node:worker_threads';

interface Ending {
  /** Stops work that could race with `remove`. If a signal arrives, the process waits for this. */
  stop?(): Promise<unknown>;
  /** Removes the unfinished output. */
  remove(): void;
}

/** The signals of Ctrl+C, `kill` and closing a terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const endings = new Set<Ending>();
let interrupted = false;

/**
 * Runs `ending` if the process ends before the returned function is called. Does nothing outside the main thread, since only the main
 * thread receives signals. A signal does not end a process that listens for it, so signals are listened for only as long as necessary.
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
  // The process ends itself with the same signal, so that its parent process knows the reason. A shell loop, for example, stops only in
  // this case.
  ignoreSignals();
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);
}

function removeAll(): void {
  for (const { remove } of endings) {
    try {
      remove();
    } catch {
      // An error must not prevent the removal of the other files.
    }
  }
}

function ignoreSignals(): void {
  for (const signal of signals) process.off(signal, interrupt);
  process.off('exit', removeAll);
}
