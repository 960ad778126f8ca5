/** Finds the files in the folders that are open in the editor. */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathOf } from './addresses.ts';

interface FoundFile {
  readonly path: string;
  /** The size in bytes. */
  readonly size: number;
  /** The time of the last change, as a number that can be compared only with other such times. */
  readonly changed: number;
}

/** The names of folders that are not searched for transcripts. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn']);

/**
 * Yields the files in some folders (URIs) and their subfolders whose names `counts` accepts. Links are not followed. After `most` entries,
 * calls `onLimit` and stops. `unreadable`: called for a folder that exists but cannot be read.
 */
export async function* filesIn(
  uris: readonly string[],
  counts: (name: string) => boolean,
  most: number,
  onLimit: () => void,
  unreadable: (folder: string) => void = () => {},
): AsyncGenerator<FoundFile> {
  const waiting = uris.flatMap((uri) => pathOf(uri) ?? []).reverse();
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const listed = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') unreadable(folder as string);
    });
    if (!listed) continue;
    for await (const entry of listed) {
      if (++entries > most) return onLimit();
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skipped.has(entry.name.toLowerCase())) waiting.push(path);
      else if (entry.isFile() && counts(entry.name)) {
        const { size, mtimeMs } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY, mtimeMs: 0 }));
        yield { path, size, changed: mtimeMs };
      }
    }
  }
}
