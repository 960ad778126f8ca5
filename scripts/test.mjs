// Installs what the tests need, builds, runs all parts and sums up.
//   npm test                                   everything
//   npm test -- --only unit,lsp                some parts: the folders of test/
//   npm test -- --only vscode --grep hover     tests of one part: a file name, or a test name in VS Code
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { build, installDependencies } from './setup.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string' } } });

await installDependencies();
await build();
const { bundle, testsOf } = await import('./test/bundle.mjs');
const { runNodeTests } = await import('./test/node.mjs');
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`;

/** Tests outside of VS Code. */
async function nodePart(part) {
  const files = testsOf(part).filter((file) => file.includes(values.grep ?? ''));
  if (files.length === 0) throw new Error(`test/${part}: no test found`);
  return runNodeTests(await bundle(part, files));
}

/** The parts with a way of their own to run. */
const special = {
  vscode: async () => (await import('./test/vscode.mjs')).runVSCodeTests(values.grep),
  packaged: async () => (await import('./test/packaged.mjs')).runPackagedTests(),
};

/** Each must run, so that a lost folder does not pass for a clean one; further folders with tests join by themselves. */
const expected = ['unit', 'conformance', 'grammar', 'lsp'];
const found = readdirSync(join(root, 'test')).filter((part) => !(part in special) && testsOf(part).length > 0);
const all = [...new Set([...expected, ...found]), ...Object.keys(special)];
const parts = values.only?.split(',') ?? all;

const rows = [];
for (const part of parts) {
  console.log(`\n── ${part} ${'─'.repeat(100 - part.length)}`);
  const start = Date.now();
  let result;
  try {
    result = await (special[part] ?? nodePart)(part);
  } catch (error) {
    console.error(error);
  }
  rows.push({
    part,
    ...result,
    seconds: Math.round((Date.now() - start) / 1000),
    ran: result?.passed + result?.failed > 0,
  });
}

const sum = (key) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
const lost = rows.filter((row) => !row.ran).map((row) => row.part);
console.log();
console.table(Object.fromEntries(rows.map(({ part, ran, ...row }) => [part, ran ? row : 'did not run'])));
if (lost.length > 0) console.log(`did not run: ${lost.join(', ')}`);
console.log(`${sum('passed')} passed, ${sum('failed') + lost.length} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') + lost.length > 0 ? 1 : 0);
