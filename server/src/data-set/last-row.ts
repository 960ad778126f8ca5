/** Detects a last row that is still being written, or was not copied completely. */
import { readSync } from 'node:fs';
import type { LastRow } from './indexing.ts';

/** The maximum size of a row that is examined, in bytes. */
const MAX_SIZE = 1 << 24;

/** Whether a last row, which does not end with a line break, is truncated JSON. */
export function isCutOff(fd: number, { start, end }: LastRow): boolean {
  if (end <= start || end - start > MAX_SIZE) return false;
  const bytes = Buffer.alloc(end - start);
  const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, start)).trim();
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
