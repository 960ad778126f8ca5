/**
 * Work in a thread of its own: on templates and tokenizers, which are a stranger's and may take their time. The thread is kept while
 * there are questions, and ends after minutes without any, since a vocabulary is large. What was cancelled is told to stop, which an
 * interpreter looks for as it counts its steps; what does not stop is ended, and begun again.
 */
import type { Start, Thread } from './thread.ts';

export interface Workshop<Task> {
  /**
   * Has something made; what was asked before with the same key answers undefined. Throws why it cannot be made: also if it takes
   * longer than `limit`, in milliseconds.
   */
  ask<Result>(key: string, task: Task, limit?: number): Promise<Result | undefined>;
  /** Takes back what was asked. */
  cancel(key: string): void;
}

interface Job<Task> {
  readonly key: string;
  readonly task: Task;
  readonly limit: number | undefined;
  tell(result: unknown): void;
  fail(error: Error): void;
}

/** How long what is no longer wanted may take to stop, in milliseconds. */
const patience = 300;
/** For how long a thread is kept that has nothing to do, in milliseconds. */
const rest = 300_000;

type Timer = ReturnType<typeof setTimeout>;

/** `start`: begins a thread, and throws if none is to be had. */
export function createWorkshop<Task>(start: Start): Workshop<Task> {
  const waiting = new Map<string, Job<Task>>();
  let thread: Thread | undefined;
  /** `late`: it has taken too long; `stopping`: it was cancelled. */
  let running: (Job<Task> & { readonly id: number; late?: Timer | undefined; stopping?: Timer }) | undefined;
  let count = 0;
  let idle: Timer | undefined;

  function done(): void {
    clearTimeout(running?.late);
    clearTimeout(running?.stopping);
    running = undefined;
    next();
  }

  function started(): Thread {
    const fresh = start(
      ({ id, result, error }) => {
        if (running?.id !== id) return;
        if (error === undefined) running.tell(result);
        else running.fail(new Error(error));
        done();
      },
      (error) => {
        if (thread !== fresh) return;
        thread = undefined;
        running?.fail(error);
        done();
      },
    );
    return fresh;
  }

  function next(): void {
    const [first] = waiting.values();
    clearTimeout(idle);
    if (running) return;
    if (first === undefined) {
      idle = setTimeout(end, rest);
      // Nothing to stay alive for, where a timer counts as something; a browser's is a number.
      if (typeof idle === 'object') idle.unref();
      return;
    }
    waiting.delete(first.key);
    running = { ...first, id: ++count };
    try {
      thread ??= started();
      thread.post({ id: running.id, task: running.task });
      running.late = first.limit === undefined ? undefined : setTimeout(() => giveUp(), first.limit);
    } catch (error) {
      // No thread is to be had: that ends this question, and not those that come after it.
      running.fail(error as Error);
      done();
    }
  }

  function end(): void {
    const last = thread;
    thread = undefined;
    last?.end();
  }

  /** Ends the thread, and continues with another. */
  function begin(): void {
    end();
    done();
  }

  function giveUp(): void {
    running?.fail(new Error('It took too long.'));
    begin();
  }

  function cancel(key: string): void {
    waiting.get(key)?.tell(undefined);
    waiting.delete(key);
    if (running?.key !== key) return;
    const { id } = running;
    running.tell(undefined);
    thread?.stop(id);
    running.stopping ??= setTimeout(begin, patience);
  }

  return {
    ask<Result>(key: string, task: Task, limit?: number) {
      cancel(key);
      return new Promise<Result | undefined>((tell, fail) => {
        waiting.set(key, { key, task, limit, tell: (result) => tell(result as Result | undefined), fail });
        next();
      });
    },
    cancel,
  };
}
