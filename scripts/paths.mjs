// The paths of the repository's folders. Every script uses these, instead of relying on the current directory.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** The folder for downloads, which scripts fetch when they need them. Git ignores it, and it is safe to delete. */
export const cache = join(root, '.cache');

/** The folder for everything that test runs write: bundled tests, results and screenshots. Git ignores it, and it is safe to delete. */
export const out = join(root, 'out');

export const examples = join(root, 'examples');
