// Runs the checker over transcripts from other sources and prints a summary.
//   npm run corpus -- DIR [--dialect D] [--show]
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { build, download } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dialect: { type: 'string', default: 'auto' }, show: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: npm run corpus -- DIR [--dialect D] [--show]');
  process.exit(2);
}

await download();
await build();

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const bin = join(root, 'server', 'bin', 'ocml.js');
const run = spawnSync(
  process.execPath,
  [bin, 'check', '--format', 'json', '--dialect', values.dialect, '--', ...files],
  {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  },
);
process.stderr.write(run.stderr);
const checked = JSON.parse(run.stdout);

const severities = ['error', 'warning', 'information', 'hint'];
const codes = new Map();
for (const { file, dialect, mode, diagnostics } of checked) {
  const counts = severities.map((severity) => diagnostics.filter((one) => one.severity === severity).length);
  console.log(
    `${counts.map((count) => String(count).padStart(5)).join('')}  ${relative(folder, file)} (${dialect}, ${mode})`,
  );
  for (const { code, severity, message, range } of diagnostics) {
    codes.set(`${severity} ${code}`, (codes.get(`${severity} ${code}`) ?? 0) + 1);
    if (values.show)
      console.log(`       ${range.start.line + 1}:${range.start.character + 1} ${severity} ${code}: ${message}`);
  }
}
console.log('\n  (errors, warnings, notes, hints)\n');
for (const [code, count] of [...codes].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(7)}  ${code}`);
const failed = checked.filter(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error')).length;
console.log(`\n${checked.length} files, ${failed} with errors`);
process.exitCode = run.status ?? 2;
