/** Ensures that no output is also an input, even under a different name. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Throws an error with a message for the user if two paths lead to the same file. `names`: the paths, keyed by the argument that the user
 * sees. Undefined paths and `-` are ignored.
 */
export function mustDiffer(names: Readonly<Record<string, string | undefined>>): void {
  const nameByFile = new Map<string, string>();
  for (const [name, path] of Object.entries(names)) {
    if (path === undefined || path === '-') continue;
    const key = identity(path);
    const other = nameByFile.get(key);
    if (other !== undefined) throw new Error(`${other} and ${name} are the same file, ${path}: use different files`);
    nameByFile.set(key, name);
  }
}

/** Returns a key that is the same for all paths to a file. The key of a file that does not exist is its absolute path. */
export function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return resolve(path);
  }
}
