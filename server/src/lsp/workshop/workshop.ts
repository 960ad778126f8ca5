/**
 * Runs work in a separate thread, because templates and tokenizers may be untrusted and slow. The thread is kept while
 * there are jobs, and ends after some minutes without a job, since a vocabulary takes much memory. A cancelled job is
 * told to stop; the template interpreter checks for that while it counts its steps. If the job does not stop in time,
 * the thread is replaced.
 */
import { learnedFacts } from '../../syntax/families/index.ts';
import type { Start, Thread } from './thread.ts';

export interface WorkerQueue<Task> {
  /**
   * Runs a job. An earlier job with the same key is cancelled and resolves to undefined. Throws if the job fails, or if
   * it takes longer than `limit` milliseconds.
   */
  ask<Result>(key: string, task: Task, limit?: number): Promise<Result | undefined>;
  /** Cancels the job that has this key, whether it is waiting or running. */
  cancel(key: string): void;
}

interface Job<Task> {
  readonly key: string;
  readonly task: Task;
  readonly limit: number | undefined;
  tell(result: unknown): void;
  fail(error: Error): void;
}

/** The time that a cancelled job has to stop before the thread is replaced, in milliseconds. */
const patience = 300;
/** The time after which an idle thread ends, in milliseconds. */
const rest = 300_000;

type Timer = ReturnType<typeof setTimeout>;

/** `start`: starts a thread. It throws if that is impossible. */
export function createWorkshop<Task>(start: Start): WorkerQueue<Task> {
  const waiting = new Map<string, Job<Task>>();
  let thread: Thread | undefined;
  /**
   * The job that is running. `late`: the timer for its time limit. `stopping`: the timer that replaces the thread if
   * the cancelled job does not stop.
   */
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
      // The timer must not keep the process alive. In a browser, where timers are numbers, it never does.
      if (typeof idle === 'object') idle.unref();
      return;
    }
    waiting.delete(first.key);
    running = { ...first, id: ++count };
    try {
      thread ??= started();
      const learned = learnedFacts();
      thread.post({ id: running.id, task: running.task, ...(learned.length > 0 && { learned }) });
      running.late = first.limit === undefined ? undefined : setTimeout(() => giveUp(), first.limit);
    } catch (error) {
      // The thread could not be started. This job fails, and the next job tries again.
      running.fail(error as Error);
      done();
    }
  }

  function end(): void {
    const last = thread;
    thread = undefined;
    last?.end();
  }

  /** Ends the thread, and runs the next job in another one. */
  function begin(): void {
    end();
    done();
  }

  function giveUp(): void {
    running?.fail(new Error('The task took too long.'));
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
