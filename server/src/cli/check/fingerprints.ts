import { createHash } from 'node:crypto';

/**
 * The maximum length of the text on each side of the flagged text that is included in the hash (UTF-16 units). A limit is needed because a
 * line can be as long as the file.
 */
const around = 100;

/**
 * Returns a function that names the problems in a file. A name consists of a hash of the code and the line, and a number that distinguishes
 * problems with the same hash. Names do not change when lines are inserted above. The function takes a text, and offsets in this text.
 */
export function fingerprints(): (text: string, code: string, start: number, end: number) => string {
  const countByHash = new Map<string, number>();
  return (text, code, start, end) => {
    const hash = hashOf(text, code, start, end);
    const count = (countByHash.get(hash) ?? 0) + 1;
    countByHash.set(hash, count);
    return `${hash}:${count}`;
  };
}

/** Hashes the properties of a problem that stay the same when its text moves: its name, the flagged text, and the line around that text. */
export function hashOf(text: string, name: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - around), start).replace(/^.*[\r\n]/s, '');
  const flagged = text.slice(start, Math.min(end, start + 2 * around));
  const after = text.slice(end, end + around).replace(/[\r\n].*$/s, '');
  return createHash('sha256').update([name, before, flagged, after].join('\0')).digest('hex').slice(0, 16);
}
