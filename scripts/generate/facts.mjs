// Loads the facts. They are written in TypeScript, which Node 20 cannot run, so they are bundled to a git-ignored file first.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { out, root } from '../paths.mjs';

/** The facts that the server loads at startup, those that it loads later, and the dialect families, which are built from them. */
const contents = [
  ...[
    'index',
    'chatml-wire',
    'messages',
    'model-names',
    'openchatml-json',
    'renamable-members',
    'stream-events',
    'system-message',
  ].map((name) => `export * from './${name}.ts';`),
  "export { families } from '../syntax/families/index.ts';",
].join('\n');

/** Returns everything that `server/src/grammar/` exports, and `families`. */
export async function loadFacts() {
  const outfile = join(out, `generate/facts-${process.pid}.mjs`);
  await esbuild.build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: join(root, 'server/src/grammar'), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}
