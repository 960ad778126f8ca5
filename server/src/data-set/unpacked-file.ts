/**
 * Creates a file for the text of a packed data set. If the system allows it, the file is unlinked at once, so that it
 * disappears even if the process is killed.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnreadable } from '../files/regular.ts';

export interface UnpackedFile {
  readonly fd: number;
  close(): void;
}

/** `temporary`: the set of files to remove when the process ends. Throws, with a message for the user, if the file cannot be created. */
export function createUnpackedFile(temporary: Set<string>): UnpackedFile {
  const path = join(tmpdir(), `ocml-data-set-${randomBytes(8).toString('hex')}`);
  let fd: number;
  try {
    fd = openSync(path, 'wx+', 0o600);
  } catch (error) {
    throw new Error(`nothing can be unpacked in ${tmpdir()}: ${whyUnreadable(error)}`, { cause: error });
  }
  // On systems that cannot unlink an open file, it is removed when it is closed.
  if (!removed(path)) temporary.add(path);
  return {
    fd,
    close() {
      closeSync(fd);
      if (temporary.has(path) && removed(path)) temporary.delete(path);
    },
  };
}

function removed(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}
