/**
 * Named pipes, such as those that a shell creates for `<(…)`. A pipe is read only if an argument names it. A pipe found in a folder, or in
 * place of a configuration file, could make the program wait forever.
 */
import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { FileError, openRegular } from '../../files/regular.ts';

/** The arguments that mean standard input on the supported systems. */
const standardInput = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

export const isStandardInput = (path: string): boolean => standardInput.has(path);

/** Whether a path currently leads to a pipe. */
export function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}

/** Opens the file or the pipe that an argument names. For a pipe, waits until a program writes to it. Throws an error for anything else. */
export async function openNamed(path: string): Promise<FileHandle> {
  if (!isPipe(path)) return openRegular(path);
  // Opening waits until another program opens the pipe for writing. If the pipe were opened without waiting and closed again, a signal
  // would end that program.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOCTTY);
  if ((await handle.stat()).isFIFO()) return handle;
  await handle.close();
  throw new FileError('it was a pipe, but has been replaced');
}

/** The reason why text cannot be written to a pipe. */
export const pipeNotWritable = 'it is a pipe. To print the new text, pass the text on standard input (-)';

const descriptors = /^\/(?:dev|proc\/self)\/fd\//;

/** Returns the path that determines the project of an argument. A pipe from the shell belongs to the project of the working folder. */
export const projectPath = (file: string): string => (descriptors.test(file) ? '-' : file);
