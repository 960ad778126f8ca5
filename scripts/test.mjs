// Installs what the tests need, builds, runs all parts and sums up.
//   npm test                                    everything
//   npm test -- --only unit,lsp                 some parts: the folders of test/
//   npm test -- --only unit --grep rule-pages   the test files with that in their path from `test/` on; in VS Code, the tests
//                                               with it in their name
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, relative, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { endWithParent } from './run.mjs';
import { build, installDependencies } from './setup.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    grep: { type: 'string', default: '' },
    // The second process of a run: the first one has built, and sums up.
    second: { type: 'boolean', default: false },
  },
});

if (values.second) endWithParent();
else {
  await installDependencies();
  await build();
}
const { packageExtension } = await import('./package.mjs');
const { bundle, testsOf } = await import('./test/bundle.mjs');
const { runNodeTests } = await import('./test/node.mjs');
const { runVSCodeTests } = await import('./test/vscode.mjs');

/** Runs a part and gives its counts. Scripts run as they are, TypeScript is bundled. */
async function runPart(part) {
  if (part === 'vscode') return runVSCodeTests(values.grep);
  const all = testsOf(part);
  if (all.length === 0) throw new Error(`test/${part} has no test.`);
  const files = all.filter((file) => relative(root, file).split(sep).join('/').includes(values.grep));
  if (files.length === 0) throw new Error(`No test file in test/${part} has "${values.grep}" in its path.`);
  const scripts = files.filter((file) => file.endsWith('.mjs'));
  const bundles = await bundle(
    part,
    files.filter((file) => file.endsWith('.ts')),
  );
  if (part === 'packaged') await packageExtension();
  // The packaged extension is tested in one VS Code at a time.
  return runNodeTests([...scripts, ...bundles], part !== 'packaged');
}

/** All of these must run: a lost folder is no clean one. Other folders with tests join by themselves, before VS Code. */
const [texts, windows] = [
  ['unit', 'conformance', 'grammar', 'lsp'],
  ['vscode', 'packaged'],
];
const found = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !windows.includes(entry.name) && testsOf(entry.name).length > 0)
  .map((entry) => entry.name);
const asked = values.only?.split(',') ?? [...new Set([...texts, ...found]), ...windows];

/** Tests in a window wait more than they work: they run in a process of their own, and all others give way to it. */
const [inWindows, others] = [
  asked.filter((part) => windows.includes(part)),
  asked.filter((part) => !windows.includes(part)),
];
const beside = !values.second && inWindows.length > 0 && others.length > 0 ? runBeside(inWindows) : undefined;
if (beside) setPriority(10);
const parts = beside ? others : asked;

/** Runs parts in a second process; gives their rows and what was printed, which is not to be mixed with the rest. */
async function runBeside(parts) {
  console.log(`• ${parts.join(', ')}: beside the rest, shown at the end`);
  const args = [process.argv[1], '--second', '--only', parts.join(','), '--grep', values.grep];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let rows = {};
  child.on('message', (sent) => {
    rows = sent;
  });
  const ended = once(child, 'close');
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { rows, printed: out + errors };
}

const rows = {};
for (const part of parts) {
  console.log(`\n── ${part} ${'─'.repeat(80 - part.length)}`);
  const start = Date.now();
  const { passed = 0, failed = 0, skipped = 0 } = await runPart(part).catch((error) => console.error(error) ?? {});
  const ran = passed + failed > 0;
  rows[part] = { ran, passed, failed, skipped, seconds: Math.round((Date.now() - start) / 1000) };
}

if (values.second) process.send(rows, () => process.exit());
else {
  if (beside) {
    const { rows: more, printed } = await beside;
    console.log(printed);
    for (const part of inWindows) rows[part] = more[part] ?? { ran: false, passed: 0, failed: 0, skipped: 0 };
  }
  sumUp();
}

function sumUp() {
  console.log();
  console.table(rows);
  const sum = (key) => Object.values(rows).reduce((total, row) => total + row[key], 0);
  const lost = Object.keys(rows).filter((part) => !rows[part].ran);
  if (lost.length > 0) console.log(`Did not run, so failed: ${lost.join(', ')}`);
  const failed = sum('failed') + lost.length;
  console.log(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
  process.exit(failed > 0 ? 1 : 0);
}
