// Checks the types of each part for the environment in which it runs: the server has no `document`, and the page has no `process`.
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';

/** The first project contains all parts, so that an error that occurs in several of them is shown only once. */
const projects = [
  '.',
  'server',
  'server/tsconfig.web.json',
  'client',
  'client/tsconfig.web.json',
  'client/src/preview/webview',
  'client/src/data-set/webview',
];

const tsc = join(root, 'node_modules/typescript/bin/tsc');

try {
  for (const project of projects) await run(process.execPath, [tsc, '-p', project]);
} catch {
  process.exit(1);
}
