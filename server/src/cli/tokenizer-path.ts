/** Finds the file that `--tokenizer` names. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The `tokenizer.json` for an argument: the named file, or the one in the named folder. Throws with a message for the user. */
export function tokenizerPath(argument: string): string {
  const isFolder = existsSync(argument) && statSync(argument).isDirectory();
  const path = isFolder ? join(argument, 'tokenizer.json') : argument;
  if (!existsSync(path)) throw new Error(`--tokenizer ${path}: no such file`);
  return path;
}
