// Bundles modules of the server, so that scripts and tests can use their exports.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { out, root } from './paths.mjs';

/** Bundles `contents`, the source of a module in `server/src/`, and returns its exports. `name`: the name of the bundle in `out/`. */
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
