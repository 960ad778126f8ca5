// Compares the model of the reference parser with recorded results of that parser, and this project's parser with the model.
//   npm run reference -- FILE [--show N]
//   npm run reference -- --generate N [--seed N] [--show N]      compares the parser with the model on generated texts
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { build, download } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'string', default: '0' },
    generate: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const [file] = positionals;
const { show, generate, seed } = values;
if ((file === undefined) === (generate === undefined) || ![show, generate ?? '1', seed].every((n) => /^\d+$/.test(n))) {
  console.error(
    'Usage: npm run reference -- FILE [--show N]\n       npm run reference -- --generate N [--seed N] [--show N]',
  );
  process.exit(2);
}

await download();
await build();
const { bundle } = await import('./test/bundle.mjs');
const [script] = await bundle('reference', [join(root, 'test/conformance/reference/print.ts')]);
const what = generate === undefined ? [resolve(file)] : ['--generate', generate, '--seed', seed];
const args = ['--enable-source-maps', script, ...what, '--show', show];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 2;
