// Runs the test cases of the specifications and prints a table of them.
//   npm run cases
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { build, download } from './setup.mjs';

await download();
await build();
const { bundle } = await import('./test/bundle.mjs');
const [script] = await bundle('cases', [join(root, 'test/conformance/print-cases.ts')]);
await run(process.execPath, ['--enable-source-maps', script]).catch(() => {
  process.exitCode = 1;
});
