import { join } from 'node:path';

/** The root of the checkout: tests run as bundles in `out/test/<part>/`, from wherever npm was called. */
export const root = findRoot(__dirname);

function findRoot(folder: string): string {
  try {
    const { name } = require(join(folder, 'package.json'));
    if (name === 'openchatml') return folder;
  } catch {
    // Not a package; look further up.
  }
  return findRoot(join(folder, '..'));
}
