/** Time limits for work on untrusted input, which might otherwise run forever. */
import { createContext, runInContext } from 'node:vm';

/** Runs a piece of work within the remaining time. Throws an error if the time is up. */
export type Allowance = <T>(work: () => T) => T;

/**
 * Returns an allowance that limits the total time of all its pieces of work, in milliseconds. Without a limit, a regular expression from a
 * file could run forever on some text.
 *
 * `working`: returns the name of the work in progress, for the error message.
 */
export function allowance(milliseconds: number, working: () => string | undefined = () => undefined): Allowance {
  let remainingTime = milliseconds;
  return <T>(work: () => T): T => {
    const start = performance.now();
    try {
      return runInContext('work()', createContext({ work }), { timeout: Math.max(1, Math.ceil(remainingTime)) }) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const what = working();
      throw new Error(
        `${what === undefined ? 'it' : `its ${what}`} needs more than ${Math.ceil(milliseconds / 1000)} seconds for this text, probably because of a slow regular expression. Check that this is a model's tokenizer`,
      );
    } finally {
      remainingTime -= performance.now() - start;
    }
  };
}
