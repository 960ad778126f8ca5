// What every command needs first: the dependencies and an up-to-date build.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { npm, run, step } from './run.mjs';

const packages = (lockFile) => JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;

/** Whether `node_modules` holds what the lock file says; npm keeps the same table of what it installed. */
function installed() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const present = packages('node_modules/.package-lock.json');
  return Object.entries(packages('package-lock.json')).every(
    ([path, { version, optional }]) =>
      !/(?:^|\/)node_modules\//.test(path) || (present[path] ? present[path].version === version : optional),
  );
}

/** Installs the dependencies unless they are there. */
export async function installDependencies() {
  if (installed()) return;
  await step('Fetching dependencies from the npm registry (about 370 MB in node_modules/), once', () =>
    npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']),
  );
}

/**
 * Bundles extension, server and command line: less than a second, cheaper than finding out whether it is needed. Not below a
 * process that has done it (`OCML_BUILT`), since others may be running what would be written anew.
 */
export async function build() {
  if (process.env.OCML_BUILT) return;
  await step('Building', () => run(process.execPath, ['scripts/build.mjs']));
}
