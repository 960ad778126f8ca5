import { join } from 'node:path';

/**
 * The root of the checkout. Tests run as bundles in `out/test/<part>/`, and npm may be started in any folder, so the root is searched for.
 */
export const root = findRoot(__dirname);

function findRoot(folder: string): string {
  try {
    const { name } = require(join(folder, 'package.json'));
    if (name === 'openchatml') return folder;
  } catch {
    // This folder has no package, so the search continues in its parent folder.
  }
  return findRoot(join(folder, '..'));
}
