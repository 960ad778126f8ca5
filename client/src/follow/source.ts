/** Reads files to which other programs write. On disk, only the appended bytes are read; other files are read through VS Code. */
import { constants, watch } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Uri } from 'vscode';
import { providedSource } from './provided.ts';
import type { Source } from './tail.ts';

/** Reading must not block on a pipe. Windows does not have this flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const isAbsent = (error: unknown) => /^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');

export function sourceOf(uri: Uri): Source {
  return uri.scheme === 'file' ? onDisk(uri.fsPath) : providedSource(uri);
}

function onDisk(path: string): Source {
  return {
    pause: 200,
    watch(changed) {
      try {
        const watcher = watch(path, { persistent: false }, changed);
        // If watching fails, changes are still found by the periodic checks.
        watcher.on('error', () => watcher.close());
        return () => watcher.close();
      } catch {
        return () => {};
      }
    },
    async stat() {
      try {
        const stats = await stat(path);
        if (!stats.isFile()) throw new Error('it is not a regular file');
        return { size: stats.size, changed: stats.mtimeMs, id: `${stats.dev} ${stats.ino}` };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async read(from, length) {
      const file = await open(path, flags);
      try {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, from);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}
