// Installs what the tests need, builds, runs all parts and sums up.
//   npm test                                    everything, of what is random or takes long a sample
//   OCML_TESTS=whole npm test                   all of it, as in .ci/run
//   npm test -- --only unit,lsp                 some parts: the folders of test/
//   npm test -- --only unit --grep fixes,json   the test files with one of these in their path from `test/` on; in VS Code, the
//                                               tests with the whole of it in their name
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { build, installDependencies } from './setup.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string', default: '' } } });

await installDependencies();
await build();
// `npm start` is one of the tests, and would write anew what others are running.
process.env.OCML_BUILT = '1';
const { testsOf } = await import('./test/bundle.mjs');

/** All of these must run: a lost folder is not a clean one. Other folders with tests join by themselves, with those of Node. */
const inNode = ['unit', 'conformance', 'grammar', 'lsp'];
/** What mostly waits for a browser, so it runs beside the others. The suite of `vscode` runs in a browser, too: in `.ci/run`, or on demand. */
const onScreen = ['vscode', ...(process.env.OCML_TESTS === 'whole' ? ['web'] : []), 'packaged', 'page'];
const found = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && testsOf(entry.name).length > 0)
  .map((entry) => entry.name);
const parts = values.only?.split(',') ?? [...new Set([...inNode, ...found, ...onScreen])];
const isOnScreen = (part) => part === 'web' || onScreen.includes(part);
/** All of the tests run one part after the other: under the load of the attacks, an editor can be too slow for those who type in it. */
const lanes =
  process.env.OCML_TESTS === 'whole'
    ? [[...parts.filter((part) => !isOnScreen(part)), ...parts.filter(isOnScreen)]]
    : [parts.filter((part) => !isOnScreen(part)), parts.filter(isOnScreen)].filter((lane) => lane.length > 0);

const rows = {};
const failures = [];

/** Runs a part in a process of its own, shows what it says, at once or in one piece, and notes its counts. */
async function runPart(part) {
  const heading = `\n── ${part} ${'─'.repeat(80 - part.length)}\n`;
  const start = Date.now();
  const atOnce = lanes.length === 1;
  process.stdout.write(atOnce ? heading : `• ${part} …\n`);
  const child = fork(join(root, 'scripts/test/part.mjs'), [part, values.grep], { silent: !atOnce });
  let [said, counts] = ['', {}];
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
  child.on('message', (message) => (counts = message));
  await once(child, 'close');
  if (!atOnce) process.stdout.write(heading + said);
  const { passed = 0, failed = 0, skipped = 0 } = counts;
  for (const failure of counts.failures ?? []) failures.push(`${part}: ${failure}`);
  rows[part] = { ran: passed + failed > 0, passed, failed, skipped, seconds: Math.round((Date.now() - start) / 1000) };
}

await Promise.all(
  lanes.map(async (lane) => {
    for (const part of lane) await runPart(part);
  }),
);

if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log();
console.table(Object.fromEntries(parts.map((part) => [part, rows[part]])));
const sum = (key) => Object.values(rows).reduce((total, row) => total + row[key], 0);
const lost = Object.keys(rows).filter((part) => !rows[part].ran);
if (lost.length > 0) console.log(`Did not run, so failed: ${lost.join(', ')}`);
const failed = sum('failed') + lost.length;
console.log(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
process.exit(failed > 0 ? 1 : 0);
