// Paths of the repository: every script refers to files by these, never by the current directory.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** Downloads, which scripts fetch on demand; git-ignored, safe to delete. */
export const cache = join(root, '.cache');

/** The traces of test runs: bundled tests, results, screenshots; git-ignored, safe to delete. */
export const out = join(root, 'out');

export const examples = join(root, 'examples');
