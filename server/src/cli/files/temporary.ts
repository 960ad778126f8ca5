/** A file that is removed after use, however the process ends. */
import { closeSync, createReadStream, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { onExit } from './exit-handlers.ts';

export interface TemporaryFile {
  readonly fd: number;
  write(data: string | Uint8Array): void;
  /** Yields everything written so far, from the beginning. */
  read(): AsyncIterable<Buffer>;
  /** Renames it to another file in its folder, which it replaces. */
  moveTo(path: string): void;
  /** Must be called in any case; a file that was moved stays. */
  close(): Promise<void>;
}

/**
 * Creates the file, readable only by the user. It is created, moved and removed synchronously, so that no signal interrupts that. If a
 * thread ends early, the thread that started it removes the file.
 */
export function createTemporaryFile(path: string): TemporaryFile {
  const remove = () => rmSync(path, { force: true });
  const callOff = onExit({ remove });
  let fd: number;
  try {
    // `x`: an existing file or link of that name is neither followed nor written to.
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
      // A signal that arrived meanwhile is handled first.
      await new Promise((resolve) => setImmediate(resolve));
      callOff();
    },
  };
}
