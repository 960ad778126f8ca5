/** Time limits for work on untrusted input: such work could run forever. */
import { createContext, runInContext } from 'node:vm';

/** Does some work within the remaining time, or throws. */
export type Allowance = <T>(work: () => T) => T;

/**
 * A time limit in milliseconds for several pieces of work together: a regular expression in a file could run forever on some text.
 * `working`: returns the name of the work in progress.
 */
export function allowance(milliseconds: number, working: () => string | undefined = () => undefined): Allowance {
  let left = milliseconds;
  return <T>(work: () => T): T => {
    const start = performance.now();
    try {
      return runInContext('work()', createContext({ work }), { timeout: Math.max(1, Math.ceil(left)) }) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const what = working();
      throw new Error(
        `${what === undefined ? 'it' : `its ${what}`} needs more than ${Math.ceil(milliseconds / 1000)} seconds for this text, probably because of a slow regular expression. Check that this is a model's tokenizer`,
      );
    } finally {
      left -= performance.now() - start;
    }
  };
}
