/** Limits for work on untrusted input, which may take forever. */
import { createContext, runInContext } from 'node:vm';

/** Does some work within so many milliseconds, or throws: an expression in the file may take forever for a text. */
export function within<T>(milliseconds: number, work: () => T): T {
  try {
    return runInContext('work()', createContext({ work }), { timeout: Math.ceil(milliseconds) }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(
      `it takes more than ${Math.ceil(milliseconds / 1000)} seconds for this text, as a regular expression can: is this the tokenizer of a model?`,
    );
  }
}
