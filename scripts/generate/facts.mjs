// Loads the facts about the languages. They are written in TypeScript, which Node 20 cannot run, so they are first bundled to a file, which
// git ignores.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { out, root } from '../paths.mjs';

/** The modules with facts that the server loads at startup or later, and the dialect families, which are built from the facts. */
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

/** Returns everything that these modules of `server/src/grammar/` export, and `families`. */
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
