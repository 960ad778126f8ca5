// Runs the suite in test/vscode/ in the extension host of VS Code for the Web, which is a worker in a browser.
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { runInWeb } from '../host/web.mjs';
import { examples, out, root } from '../paths.mjs';
import { twins } from '../web-build.mjs';
import { testsOf } from './bundle.mjs';

const tests = join(out, 'test/web/index.js');
/** Matches a line from the extension host that is output of the suite. */
const says = /^\w+ suite: ([^]*)/;
const outcome = /^outcome (\{.*\})/m;

const mocha = ['suite', 'test', 'setup', 'teardown', 'suiteSetup', 'suiteTeardown'];

/** The sources of modules that replace imports of the tests in a browser. */
const standIns = new Map([
  // This module imports all files with tests.
  ['suites', () => testsOf('vscode').map((file) => `import ${JSON.stringify(file)};`)],
  // In a browser, Mocha's functions are global, and are only defined while a test file is being loaded.
  ['mocha', () => mocha.map((name) => `export const ${name} = (...all) => globalThis.${name}(...all);`)],
  ['node:assert/strict', () => ["module.exports = require('assert').strict;"]],
  [
    'node:util',
    () => [
      "const { deepEqual } = require('assert').strict;",
      'exports.isDeepStrictEqual = (a, b) => { try { deepEqual(a, b); return true; } catch { return false; } };',
    ],
  ],
]);

const inBrowser = {
  name: 'in-browser',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${[...standIns.keys()].join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'stand-in',
    }));
    build.onLoad({ filter: /^/, namespace: 'stand-in' }, ({ path }) => ({
      contents: standIns.get(path)().join('\n'),
      resolveDir: root,
    }));
  },
};

/** Runs the tests. `grep`: runs only those with this text in their names. */
export async function runWebTests(grep = '') {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['test/vscode/web/index.ts'],
    outfile: tests,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    external: ['vscode'],
    define: { 'process.env.OCML_TEST_GREP': JSON.stringify(grep), global: 'globalThis' },
    // The npm package `assert` and its dependency `util` use `process` as soon as they are loaded.
    banner: { js: 'globalThis.process ??= { env: {} };' },
    logLevel: 'warning',
    plugins: [inBrowser, twins],
  });
  const lines = [];
  let counts;
  await runInWeb({
    extension: root,
    tests,
    folder: examples,
    heard(line) {
      lines.push(line);
      const [, text] = says.exec(line) ?? [];
      counts ??= outcome.exec(text)?.[1];
      if (text !== undefined) console.log(text);
    },
  });
  if (counts === undefined) throw new Error(`The suite did not run to its end.\n${lines.join('\n')}`);
  return JSON.parse(counts);
}
