// Prints how conversations that the published templates write are read back by `ocml import`: a table for each set of templates.
//   npm install --prefix .cache/published --no-save @huggingface/ollama-utils; node scripts/template-readings.mjs
// With `--python`, the conversations are rendered by the local Python (python3 with jinja2) instead.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { build } from './setup.mjs';

await build();
const { bundle } = await import('./test/bundle.mjs');
const [script] = await bundle('template-readings', [join(root, 'test/support/learn/print-readings.ts')]);
const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
