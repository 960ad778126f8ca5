// Compares the model of the reference parser with its recorded answers, and this project's reading with the model.
//   npm run reference -- FILE [--show N]
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { build, installDependencies } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '0' } },
});
const [file] = positionals;
if (file === undefined || !/^\d+$/.test(values.show)) {
  console.error('Usage: npm run reference -- FILE [--show N]');
  process.exit(2);
}

await installDependencies();
await build();
const { bundle } = await import('./test/bundle.mjs');
const [script] = await bundle('reference', [join(root, 'test/conformance/reference/print.ts')]);
const args = ['--enable-source-maps', script, resolve(file), '--show', values.show];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 2;
