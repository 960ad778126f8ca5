// Downloads requirements, builds, runs all parts, and prints a line for each. Failures are printed in full, and again at the end.
//   npm test                                    runs most parts, but only samples of random or slow tests
//   OCML_TESTS=whole npm test                   runs all tests, as .ci/run does
//   npm test -- --only unit,lsp                 runs some parts, which are the folders of test/
//   npm test -- --only unit --grep fixes,json   runs the test files whose path in test/ contains one of these; in VS Code,
//                                               those whose name contains the whole text
//   npm test -- --verbose                       shows all output of the parts, even of tests that pass
//   npm test -- --limit 5                       minutes without output after which a part counts as hanging; default 20
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { build, download } from './setup.mjs';
import { failuresOf, partLine, summary } from './test/report.mjs';
import { runScript } from './test/watch.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    grep: { type: 'string', default: '' },
    verbose: { type: 'boolean' },
    limit: { type: 'string', default: '20' },
  },
});
const isWhole = process.env.OCML_TESTS === 'whole';

const hasTests = (part) =>
  readdirSync(join(root, 'test', part), { recursive: true }).some((file) => /\.test\.(ts|mjs)$/.test(file));

/**
 * Parts that always run, so that a missing folder does not count as passed. Other folders with tests are found automatically, and run in
 * Node.
 */
const inNode = ['unit', 'conformance', 'grammar', 'lsp'];
/** Parts that mostly wait for a browser, so they run at the same time as the others. */
const onScreen = ['vscode', 'web', 'packaged', 'page'];
/** Parts that wait for servers and installations. They run after those on the screen, so that both lanes take about the same time. */
const waiting = ['lsp', 'npm', 'python', 'templates'];
/** Parts that run only in `.ci/run`, or if `--only` or `--grep` selects them, each with a description. */
const onlyWhole = new Map([
  ['web', 'which runs the suite of vscode in VS Code for the Web'],
  ['npm', 'which builds and installs the package for npm'],
  ['python', 'which builds and installs the package for Python'],
]);
const testFolders = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && hasTests(entry.name))
  .map((entry) => entry.name);
const allParts = [...new Set([...inNode, ...testFolders, ...onScreen])];
const parts =
  values.only?.split(',') ?? allParts.filter((part) => isWhole || values.grep !== '' || !onlyWhole.has(part));
const isOnScreen = (part) => onScreen.includes(part);
const isWaiting = (part) => waiting.includes(part);
/**
 * When all tests run, the parts run one after another: the attack tests use all processors, so an editor could be too slow for the tests
 * that type in it.
 */
const lanes = isWhole
  ? [[...parts.filter((part) => !isOnScreen(part)), ...parts.filter(isOnScreen)]]
  : [
      parts.filter((part) => !isOnScreen(part) && !isWaiting(part)),
      [...parts.filter(isOnScreen), ...parts.filter(isWaiting)],
    ].filter((lane) => lane.length > 0);

/** The programs that each part needs besides the dependencies: an editor without a display, an editor for the Web, or a browser. */
const hostsOf = {
  vscode: ['vscode', 'browser'],
  packaged: ['vscode', ...(isWhole ? ['web'] : []), 'browser'],
  web: ['web', 'browser'],
  page: ['browser'],
  attack: ['browser'],
  npm: ['browser'],
};
// If a program cannot be downloaded, the parts that need it report an error, and the other parts still run.
const hosts = [...new Set(parts.flatMap((part) => hostsOf[part] ?? []))];
await download(...hosts).catch((error) => console.error(error.message));
await build();
// One of the tests runs `npm start`, which would otherwise overwrite the build while other tests use it.
process.env.OCML_BUILT = '1';

const rows = [];
const running = new Set();
const began = Date.now();

/** Whether the last line can always show which tests are running. Without a terminal, a new line every minute shows this. */
const isTerminal = process.stdout.isTTY && !values.verbose;
const clearLine = () => isTerminal && process.stdout.write('\r\x1b[K');
const minutes = () => `${((Date.now() - began) / 60_000).toFixed(1)} min`;
const say = (text) => {
  clearLine();
  console.log(text);
};
const sign = setInterval(
  () =>
    isTerminal
      ? process.stdout.write(`\r\x1b[K… ${[...running].join(', ')} (${minutes()})`)
      : say(`… ${[...running].join(', ')} (${minutes()})`),
  isTerminal ? 1000 : 60_000,
);

/** Runs a part in a separate process, and records its results. */
async function runPart(part) {
  const start = Date.now();
  running.add(part);
  const show = values.verbose && lanes.length === 1;
  if (show) say(`── ${part} ${'─'.repeat(80 - part.length)}`);
  const { said, counts, hung } = await runScript(join(root, 'scripts/test/part.mjs'), [part, values.grep], {
    limit: Number(values.limit) * 60_000,
    show,
  });
  running.delete(part);
  const { passed = 0, failed = 0, skipped = 0, failures = [], unsteady = [], skips = [] } = counts ?? {};
  const seconds = Math.round((Date.now() - start) / 1000);
  const row = {
    part,
    passed,
    failed,
    skipped,
    failures,
    unsteady,
    skips,
    hung,
    said,
    seconds,
    ran: passed + failed > 0,
  };
  rows.push(row);
  if (values.verbose && !show) say(`── ${part} ${'─'.repeat(80 - part.length)}\n${said}`);
  say(partLine(row));
  for (const failure of failuresOf(row)) say(`\n${failure}`);
}

await Promise.all(
  lanes.map(async (lane) => {
    for (const part of lane) await runPart(part);
  }),
);
clearInterval(sign);
clearLine();

/** Returns descriptions of the tests that this run skips by default, except for those that the user has excluded. */
async function untried() {
  if (isWhole || values.grep !== '') return [];
  const { takesLong, testsOf } = await import('./test/bundle.mjs');
  const files = parts.flatMap((part) => testsOf(part).map((file) => relative(root, file).split(sep).join('/')));
  const longTests = files
    .filter((file) => takesLong.test(file))
    .map((file) => file.replace(/^test\/|\.test\.\w+$/g, ''));
  return [
    ...(values.only === undefined ? [...onlyWhole].map(([part, text]) => `${part}, ${text}`) : []),
    ...(longTests.length > 0 ? [`${longTests.join(', ')}: they take minutes`] : []),
    'five sixths of the random documents and of the samples',
    'OCML_TESTS=whole npm test tries all of these, as .ci/run does.',
  ];
}

const { text, failed } = summary(rows, await untried());
console.log(`${text} in ${minutes()}`);
process.exit(failed > 0 ? 1 : 0);
