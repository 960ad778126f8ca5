// Measures how well `ocml import` reads back the prompts that chat templates render from conversations.
//   npm install --prefix .cache/published --no-save @huggingface/ollama-utils; node scripts/template-readings.mjs
//   node scripts/template-readings.mjs --python --write   writes the tables into docs/template-readings.md
//   node scripts/template-readings.mjs --python FOLDER    measures the *.jinja files in a folder instead
// With `--python`, the local Python (python3 with jinja2) renders the prompts. With `--prompts`, those that were not read back are shown.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { build } from './setup.mjs';

await build();
const { bundle } = await import('./test/bundle.mjs');
const [script] = await bundle('template-readings', [join(root, 'test/support/learn/print-readings.ts')]);
const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
