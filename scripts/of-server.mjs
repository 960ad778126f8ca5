// A plugin for bundles that load packages with `require`. It resolves the server's dependencies to the versions that the server uses,
// which may differ from those in the root folder.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

const manifest = join(root, 'server/package.json');
const all = Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies);
const fromServer = createRequire(manifest);

/** Returns a plugin for esbuild that resolves the packages `names` from the server's folder. */
export const ofServer = (names = all) => ({
  name: 'of-server',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})(?:/|$)`) }, ({ path }) => ({
      path: fromServer.resolve(path),
      external: true,
    }));
  },
});
