import { createHash } from 'node:crypto';

/** The length of the text that is hashed on each side of the flagged text (UTF-16 units): a line can be as long as the file. */
const around = 100;

/**
 * Returns a function that names the problems in a file: a hash of the code and the line, and a number that distinguishes problems with
 * the same hash. Names do not change if lines are inserted above. Offsets refer to the text that is passed with them.
 */
export function fingerprints(): (text: string, code: string, start: number, end: number) => string {
  const seen = new Map<string, number>();
  return (text, code, start, end) => {
    const hash = hashOf(text, code, start, end);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  };
}

/** Hashes the parts of a problem that stay the same when its text moves: its name, the flagged text, and the line around it. */
export function hashOf(text: string, name: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - around), start).replace(/^.*[\r\n]/s, '');
  const flagged = text.slice(start, Math.min(end, start + 2 * around));
  const after = text.slice(end, end + around).replace(/[\r\n].*$/s, '');
  return createHash('sha256').update([name, before, flagged, after].join('\0')).digest('hex').slice(0, 16);
}
