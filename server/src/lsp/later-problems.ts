/**
 * Schedules searches for problems in another thread. A search begins after a pause in typing, and its results are
 * reported when they are available.
 */
import type { Diagnostics, LaterFinder, LaterProblem } from './diagnostics.ts';

interface LaterProblemsOptions {
  readonly finder: LaterFinder;
  /** The pause in typing before a search begins, in milliseconds. */
  readonly pause: number;
  diagnostics(): Pick<Diagnostics, 'addLater'> | undefined;
  /** Searches a document for problems, and reports them with `put`. */
  look(uri: string): Promise<void>;
  /** Stops a search that is running. */
  cancel(uri: string): void;
}

export interface LaterProblems {
  /** Searches a document for problems after a pause in typing. */
  soon(uri: string): void;
  /** Reports the problems found in a version of a document. An empty list withdraws those reported before. */
  put(uri: string, version: number | undefined, items: readonly LaterProblem[]): void;
  /** Whether a search is scheduled. */
  isWaiting(uri: string): boolean;
  isReported(uri: string): boolean;
  /** Called when a document has been closed. */
  forget(uri: string): void;
}

export function createLaterProblems(options: LaterProblemsOptions): LaterProblems {
  const { finder, pause, diagnostics, look, cancel } = options;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const reported = new Set<string>();

  function stop(uri: string): void {
    cancel(uri);
    clearTimeout(timers.get(uri));
    timers.delete(uri);
  }

  return {
    soon(uri) {
      stop(uri);
      const begin = () => {
        timers.delete(uri);
        void look(uri);
      };
      timers.set(uri, setTimeout(begin, pause));
    },
    put(uri, version, items) {
      if (items.length === 0 && !reported.has(uri)) return;
      if (items.length > 0) reported.add(uri);
      else reported.delete(uri);
      diagnostics()?.addLater(finder, uri, version, items);
    },
    isWaiting: (uri) => timers.has(uri),
    isReported: (uri) => reported.has(uri),
    forget(uri) {
      stop(uri);
      reported.delete(uri);
    },
  };
}
