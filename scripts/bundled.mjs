// Bundles modules of the server for scripts and tests that use their exports.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { out, root } from './paths.mjs';

/** Returns the exports of `contents`, a module in the folder `server/src/`; `name`: the name of the bundle in `out/`. */
export async function bundled(name, contents, plugins = []) {
  const outfile = join(out, `${name}-${process.pid}.cjs`);
  await esbuild.build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: join(root, 'server/src') },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'cjs',
    platform: 'node',
    logLevel: 'warning',
    plugins,
  });
  return createRequire(import.meta.url)(outfile);
}
