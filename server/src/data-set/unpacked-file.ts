/** A file without a name, for the text of a packed data set: it is gone when it is closed, whatever ends the process. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnreadable } from '../files/regular.ts';

export interface UnpackedFile {
  readonly fd: number;
  close(): void;
}

/** `temporary`: files that are removed if the process ends. Throws, in words for the user, where none can be made. */
export function createUnpackedFile(temporary: Set<string>): UnpackedFile {
  const path = join(tmpdir(), `ocml-data-set-${randomBytes(8).toString('hex')}`);
  let fd: number;
  try {
    fd = openSync(path, 'wx+', 0o600);
  } catch (error) {
    throw new Error(`nothing can be unpacked in ${tmpdir()}: ${whyUnreadable(error)}`, { cause: error });
  }
  // Where an open file cannot be removed, that is done when it is closed.
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
