// Measures the parser and the server in turns with others, and prints the ratios (docs/performance.md).
//   npm run bench                                       measures everything, in about ten minutes
//   npm run bench -- --quick                            runs fewer rounds, and nothing above 10 MB
//   npm run bench -- --only parse,edit --sizes 0.1,10   some subjects (named in bench/main.ts) and sizes (MB)
//   npm run bench -- --before ../base                   also measures the server in another built tree
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { ofServer } from '../scripts/of-server.mjs';
import { out, root } from '../scripts/paths.mjs';
import { run } from '../scripts/run.mjs';

const shared = {
  absWorkingDir: root,
  outdir: join(out, 'bench'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
};

await run(process.execPath, [join(root, 'scripts/build.mjs')]);
// This server is built like ours, so that their startup times can be compared.
await esbuild.build({ ...shared, entryPoints: ['bench/servers/do-nothing.ts'], minify: true });
await esbuild.build({
  ...shared,
  entryPoints: ['bench/main.ts'],
  plugins: [ofServer(['yaml', 'markdown-it'])],
  sourcemap: true,
});

const flags = ['--expose-gc', '--max-old-space-size=12000', '--enable-source-maps'];
const { status } = spawnSync(process.execPath, [...flags, join(out, 'bench/main.js'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
