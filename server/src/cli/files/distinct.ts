/** Ensures that an output is not an input, under any name. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * `names`: paths by the names that the user knows; undefined and `-` are ignored. Throws, with a message for the user, if two paths lead to
 * one file.
 */
export function mustDiffer(names: Readonly<Record<string, string | undefined>>): void {
  const seen = new Map<string, string>();
  for (const [name, path] of Object.entries(names)) {
    if (path === undefined || path === '-') continue;
    const key = identity(path);
    const other = seen.get(key);
    if (other !== undefined) throw new Error(`${other} and ${name} are the same file, ${path}: use different files`);
    seen.set(key, name);
  }
}

/** Identifies the file that a path leads to, under any name. A file that does not exist is identified by its absolute path. */
export function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return resolve(path);
  }
}
