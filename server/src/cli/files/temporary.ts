/** A file that is removed after use, no matter how the process ends. */
import { closeSync, createReadStream, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { onExit } from './exit-handlers.ts';

export interface TemporaryFile {
  readonly fd: number;
  write(data: string | Uint8Array): void;
  /** Yields everything written so far, from the beginning. */
  read(): AsyncIterable<Buffer>;
  /** Renames the file to `path`, in the same folder, and replaces any file there. */
  moveTo(path: string): void;
  /** Removes the file, unless it was moved. It must always be called. */
  close(): Promise<void>;
}

/**
 * Creates a file that only the user can read. It is created, moved and removed synchronously, so that no signal can interrupt these steps.
 * If a thread ends early, its parent thread removes the file.
 */
export function createTemporaryFile(path: string): TemporaryFile {
  const remove = () => rmSync(path, { force: true });
  const callOff = onExit({ remove });
  let fd: number;
  try {
    // With `x`, opening fails if a file or link of that name exists.
    fd = openSync(path, 'wx+', 0o600);
  } catch (error) {
    callOff();
    throw error;
  }
  return {
    fd,
    write: (data) => writeFileSync(fd, data),
    read: () => createReadStream('', { fd, start: 0, autoClose: false, highWaterMark: 1 << 20 }),
    moveTo: (target) => renameSync(path, target),
    async close() {
      closeSync(fd);
      remove();
      // This waits until any signal that has arrived in the meantime is handled.
      await new Promise((resolve) => setImmediate(resolve));
      callOff();
    },
  };
}
