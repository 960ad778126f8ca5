import { join } from 'node:path';

/**
 * The root of the checkout. It is searched for because tests run as bundles in `out/test/<part>/`, and npm may be started in any folder.
 */
export const root = findRoot(__dirname);

function findRoot(folder: string): string {
  try {
    const { name } = require(join(folder, 'package.json'));
    if (name === 'openchatml') return folder;
  } catch {
    // There is no package here, so the search continues in the parent folder.
  }
  return findRoot(join(folder, '..'));
}
