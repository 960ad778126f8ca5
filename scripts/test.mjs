// Installs what the tests need, builds, runs all parts and sums up.
//   npm test                                    everything, of what is random or takes long a sample
//   OCML_TESTS=whole npm test                   all of it, as in .ci/run
//   npm test -- --only unit,lsp                 some parts: the folders of test/
//   npm test -- --only unit --grep fixes,json   the test files with one of these in their path from `test/` on; in VS Code, the
//                                               tests with the whole of it in their name
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { build, installDependencies } from './setup.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string', default: '' } } });

await installDependencies();
await build();
const { packageExtension } = await import('./package.mjs');
const { bundle, testsOf } = await import('./test/bundle.mjs');
const { runNodeTests } = await import('./test/node.mjs');
const { runVSCodeTests } = await import('./test/vscode.mjs');
const { runWebTests } = await import('./test/web.mjs');

/** Parts that start no program and leave nothing, so that their files can share processes. */
const sharing = new Set(['unit', 'conformance', 'grammar', 'templates']);
const groups = 4 * availableParallelism();

/**
 * What takes long: in `.ci/run`, and whenever `--grep` asks for it. Of VS Code with the package, all but its start and its first steps,
 * since the suite of `vscode` goes through the same features.
 */
const long =
  /^test\/(?:packaged\/(?:day|graph|quiet|preview|prompt|tokens|walkthrough)|cli\/(?:recipes|table|terminal))\./;
const isWhole = process.env.OCML_TESTS === 'whole' || values.grep !== '';

/** Runs a part and gives its counts. Scripts run as they are, TypeScript is bundled. */
async function runPart(part) {
  if (part === 'vscode') return runVSCodeTests(values.grep);
  if (part === 'web') return runWebTests(values.grep);
  const all = testsOf(part);
  if (all.length === 0) throw new Error(`test/${part} has no test.`);
  const wanted = values.grep.split(',');
  const files = all.filter((file) => {
    const path = relative(root, file).split(sep).join('/');
    return wanted.some((word) => path.includes(word)) && (isWhole || !long.test(path));
  });
  if (files.length === 0)
    throw new Error(`No test file in test/${part} has ${wanted.map((word) => `"${word}"`).join(' or ')} in its path.`);
  const scripts = files.filter((file) => file.endsWith('.mjs'));
  const bundles = await bundle(
    part,
    files.filter((file) => file.endsWith('.ts')),
    sharing.has(part) ? groups : undefined,
  );
  if (part === 'packaged') await packageExtension();
  // The packaged extension is tested in one VS Code at a time.
  return runNodeTests([...scripts, ...bundles], part !== 'packaged');
}

/** All of these must run: a lost folder is not a clean one. Other folders with tests join by themselves, before VS Code. */
const [quick, slow] = [
  ['unit', 'conformance', 'grammar', 'lsp'],
  // The suite of `vscode` once more, in a browser: in `.ci/run`, and whenever it is asked for.
  ['vscode', ...(process.env.OCML_TESTS === 'whole' ? ['web'] : []), 'packaged'],
];
const found = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !slow.includes(entry.name) && testsOf(entry.name).length > 0)
  .map((entry) => entry.name);
const parts = values.only?.split(',') ?? [...new Set([...quick, ...found]), ...slow];

const rows = {};
for (const part of parts) {
  console.log(`\n── ${part} ${'─'.repeat(80 - part.length)}`);
  const start = Date.now();
  const { passed = 0, failed = 0, skipped = 0 } = await runPart(part).catch((error) => console.error(error) ?? {});
  const ran = passed + failed > 0;
  rows[part] = { ran, passed, failed, skipped, seconds: Math.round((Date.now() - start) / 1000) };
}

console.log();
console.table(rows);
const sum = (key) => Object.values(rows).reduce((total, row) => total + row[key], 0);
const lost = Object.keys(rows).filter((part) => !rows[part].ran);
if (lost.length > 0) console.log(`Did not run, so failed: ${lost.join(', ')}`);
const failed = sum('failed') + lost.length;
console.log(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
process.exit(failed > 0 ? 1 : 0);
