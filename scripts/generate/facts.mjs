// The facts are TypeScript, which Node 20 cannot read by itself: bundled to a git-ignored file first.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { out, root } from '../paths.mjs';

/** Everything that `server/src/grammar/index.ts` exports. */
export async function loadFacts() {
  const outfile = join(out, `generate/facts-${process.pid}.mjs`);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['server/src/grammar/index.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}
