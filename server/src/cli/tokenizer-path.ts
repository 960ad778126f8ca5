/** Finds the file that `--tokenizer` names. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the path of the `tokenizer.json` that an argument names: the argument itself, or the file in the folder that it names. Throws an
 * error with a message for the user if the file does not exist.
 */
export function tokenizerPath(argument: string): string {
  const isFolder = existsSync(argument) && statSync(argument).isDirectory();
  const path = isFolder ? join(argument, 'tokenizer.json') : argument;
  if (!existsSync(path)) throw new Error(`--tokenizer ${path}: no such file`);
  return path;
}
