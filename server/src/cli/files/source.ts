/** The source of a text, and its name. An editor may pass a file on standard input, and pass its name separately. */

import { isStandardInput } from './pipes.ts';

export interface Source {
  /** The path that is read; `-` for standard input. */
  readonly path: string;
  /** The name for messages, which also determines the format and the project; `-` for standard input without a name. */
  readonly file: string;
}

/** Returns the source that an argument names. `stdinFilename`: the value of `--stdin-filename`. */
export const sourceOf = (path: string, stdinFilename?: string): Source => ({
  ...(isStandardInput(path) ? { path: '-', file: stdinFilename ?? '-' } : { path, file: path }),
});

/** Throws an error with a message for the user if `--stdin-filename` is empty, or is used although no argument is standard input. */
export function mustNameInput(paths: readonly string[], stdinFilename: string | undefined): void {
  if (stdinFilename === undefined) return;
  if (stdinFilename === '')
    throw new Error('--stdin-filename is empty: pass the name of the file that the text belongs to');
  if (!paths.some(isStandardInput))
    throw new Error('--stdin-filename names standard input, which is not read: add - to the arguments');
}
