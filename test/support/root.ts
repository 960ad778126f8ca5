import { join } from 'node:path';

/** The root of the checkout: tests run as bundles in `out/test/<part>/`, wherever npm was started. */
export const root = findRoot(__dirname);

function findRoot(folder: string): string {
  try {
    const { name } = require(join(folder, 'package.json'));
    if (name === 'openchatml') return folder;
  } catch {
    // No package here; continue with the parent folder.
  }
  return findRoot(join(folder, '..'));
}
