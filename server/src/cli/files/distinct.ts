/** Ensures that an output is not an input, under whichever names. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** `names`: paths by what the user calls them; undefined and `-` are ignored. Throws, with a message for the user, at two that are one file. */
export function mustDiffer(names: Readonly<Record<string, string | undefined>>): void {
  const seen = new Map<string, string>();
  for (const [name, path] of Object.entries(names)) {
    if (path === undefined || path === '-') continue;
    const key = identity(path);
    const other = seen.get(key);
    if (other !== undefined) throw new Error(`${other} and ${name} are the same file, ${path}: give each its own`);
    seen.set(key, name);
  }
}

/** Identifies the file that a path leads to, under whichever name. A file that does not exist has its absolute path. */
export function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return resolve(path);
  }
}
