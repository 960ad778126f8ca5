// The facts are TypeScript, which Node 20 cannot read by itself: bundled to a git-ignored file first.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { out, root } from '../paths.mjs';

/** The facts that the server reads at its start, those that it loads later, and the families of dialects, which are made of them. */
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

/** Everything that `server/src/grammar/` exports for others, and `families`. */
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
