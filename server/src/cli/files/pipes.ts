/**
 * Named pipes, such as those that a shell creates for `<(…)`. A pipe is read only if an argument names it: in a folder, or as a
 * configuration, it could keep the reader waiting forever.
 */
import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { FileError, openRegular } from '../../files/regular.ts';

/** The arguments that mean standard input on the supported systems. */
const standardInput = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Whether an argument means standard input. */
export const isStandardInput = (path: string): boolean => standardInput.has(path);

/** Whether a path leads to a pipe now. */
export function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}

/** Opens a file or a pipe named by an argument; for a pipe, this waits until somebody writes to it. Throws at anything else. */
export async function openNamed(path: string): Promise<FileHandle> {
  if (!isPipe(path)) return openRegular(path);
  // If a pipe were opened without waiting for its writer, and closed again, a signal would end the writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOCTTY);
  if ((await handle.stat()).isFIFO()) return handle;
  await handle.close();
  throw new FileError('it was a pipe, but has been replaced');
}

/** Why a pipe is not written. */
export const pipeNotWritable = 'it is a pipe. To print the new text, pass the text on standard input (-)';

const descriptors = /^\/(?:dev|proc\/self)\/fd\//;

/** The path that decides the project of an argument: a pipe of the shell belongs to the working folder. */
export const projectPath = (file: string): string => (descriptors.test(file) ? '-' : file);
