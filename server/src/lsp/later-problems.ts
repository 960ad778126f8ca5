/** Problems that another thread finds: looked for when nobody has typed for a while, and reported when they are there. */
import type { Diagnostics, LaterFinder, LaterProblem } from './diagnostics.ts';

interface LaterProblemsOptions {
  readonly finder: LaterFinder;
  /** How long the user must have stopped typing, in milliseconds. */
  readonly pause: number;
  diagnostics(): Pick<Diagnostics, 'addLater'> | undefined;
  /** Looks for the problems of a document, and puts them. */
  look(uri: string): Promise<void>;
  /** Ends a look that has begun. */
  cancel(uri: string): void;
}

export interface LaterProblems {
  /** Looks for the problems of a document after the pause. */
  soon(uri: string): void;
  /** Reports what was found in a version; an empty list takes back what was reported. */
  put(uri: string, version: number | undefined, items: readonly LaterProblem[]): void;
  /** Whether a look is to begin soon, and whether something is reported. */
  isWaiting(uri: string): boolean;
  isReported(uri: string): boolean;
  /** The document was closed. */
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
