/** Detects changes of a file since it was opened. */
import { type Stats, statSync } from 'node:fs';
import { isAbsent } from '../files/regular.ts';

export interface FileStamp {
  readonly size: number;
  readonly changed: number;
  readonly identity: string;
}

export const stampOf = ({ size, mtimeMs, dev, ino }: Stats): FileStamp => ({
  size,
  changed: mtimeMs,
  identity: `${dev} ${ino}`,
});

/** Returns how the file at a path has changed since `stamp` was recorded; undefined if it has not changed. */
export function changeOf(path: string, stamp: FileStamp): 'grown' | 'changed' | 'gone' | undefined {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    return isAbsent(error) ? 'gone' : undefined;
  }
  // For example, the path may now belong to a folder.
  if (!stats.isFile()) return 'gone';
  const now = stampOf(stats);
  if (now.identity !== stamp.identity || now.size < stamp.size) return 'changed';
  if (now.size > stamp.size) return 'grown';
  return now.changed === stamp.changed ? undefined : 'changed';
}
