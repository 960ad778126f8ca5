// Prepares the run of a script: announces and downloads missing dependencies and programs, and builds everything.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installChromium, installVSCode, installWebVSCode, systemBrowser } from './host/install.mjs';
import { folderOf, missingPins, needsNode } from './host/pins.mjs';
import { root } from './paths.mjs';
import { npm, run, step } from './run.mjs';

const packages = (lockFile) => JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;

/** Whether `node_modules` matches the lock file. npm lists the installed packages there in a file of the same format. */
function installed() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const present = packages('node_modules/.package-lock.json');
  return Object.entries(packages('package-lock.json')).every(
    ([path, { version, optional }]) =>
      !/(?:^|\/)node_modules\//.test(path) || (present[path] ? present[path].version === version : optional),
  );
}

/** The row for all packages in package-lock.json in the list of downloads. Sizes are in megabytes, as in `pins`. */
const dependencies = { title: 'dependencies', fetched: 90, unpacked: 370 };

/** The programs that a script may need besides the dependencies. `pins`: their packages in .cache/; `install`: downloads them. */
const hosts = {
  vscode: { pins: () => ['vscode', ...(needsNode() ? ['node'] : [])], install: installVSCode },
  web: { pins: () => ['web', 'webServer'], install: installWebVSCode },
  browser: { pins: () => (systemBrowser() ? [] : ['chromium']), install: installChromium },
};

/** Returns the pending downloads, with title, size and target folder. */
function downloads(names) {
  const pendingPins = missingPins(names.flatMap((name) => hosts[name].pins()));
  return [
    ...(installed() ? [] : [{ ...dependencies, folder: 'node_modules' }]),
    ...pendingPins.map((pin) => ({ ...pin, folder: relative(root, folderOf(pin)) })),
  ];
}

/** Returns lines that list the pending downloads with their sizes and target folders. Empty if there are none. */
export function downloadLines(rows) {
  if (rows.length === 0) return [];
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const line = ({ fetched, unpacked, title, folder }) =>
    `${`${fetched} MB`.padStart(9)}, ${`${unpacked} MB`.padStart(7)} on disk   ${title.padEnd(34)} ${folder}`.trimEnd();
  const all = { fetched: sum('fetched'), unpacked: sum('unpacked'), title: 'in all', folder: '' };
  return [
    'To be downloaded from the npm registry, once, into this folder:',
    ...[...rows, ...(rows.length > 1 ? [all] : [])].map(line),
  ];
}

/** Announces and downloads missing dependencies, and the missing ones of the programs `names` (keys of `hosts`). */
export async function download(...names) {
  for (const line of downloadLines(downloads(names))) console.log(line);
  await installDependencies();
  for (const name of names) await hosts[name].install();
}

/** Installs the dependencies if they are missing. */
async function installDependencies() {
  if (installed()) return;
  await step('Fetching dependencies', () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
}

/**
 * Bundles the extension, the server and the command line. Bundling takes less than a second, which is less time than checking whether it is
 * necessary. It is skipped if a parent process has built them (`OCML_BUILT`), because other processes may be running these files.
 */
export async function build() {
  if (process.env.OCML_BUILT) return;
  await step('Building', () => run(process.execPath, ['scripts/build.mjs']));
}
