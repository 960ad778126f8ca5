// Prepares every command: the dependencies, an up-to-date build, and a note of what is going to be downloaded.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installChromium, installVSCode, installWebVSCode, systemBrowser } from './host/install.mjs';
import { folderOf, missingPins, needsNode } from './host/pins.mjs';
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

/** The packages of package-lock.json, as a row of what is downloaded; megabytes as in `pins`. */
const dependencies = { title: 'dependencies', fetched: 90, unpacked: 370 };

/** The programs that a command may need besides the dependencies: their packages in .cache/, and how to install them. */
const hosts = {
  vscode: { pins: () => ['vscode', ...(needsNode() ? ['node'] : [])], install: installVSCode },
  web: { pins: () => ['web', 'webServer'], install: installWebVSCode },
  browser: { pins: () => (systemBrowser() ? [] : ['chromium']), install: installChromium },
};

/** The rows of what is to be downloaded: title, megabytes, and the folder where it goes. */
function downloads(names) {
  const missing = missingPins(names.flatMap((name) => hosts[name].pins()));
  return [
    ...(installed() ? [] : [{ ...dependencies, folder: 'node_modules' }]),
    ...missing.map((pin) => ({ ...pin, folder: relative(root, folderOf(pin)) })),
  ];
}

/** Describes the rows of `downloads`: how much it is, and where it goes; nothing if there are none. */
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

/** Downloads the dependencies and those of `hosts` that are named, unless they are there, and says so first. */
export async function download(...names) {
  for (const line of downloadLines(downloads(names))) console.log(line);
  await installDependencies();
  for (const name of names) await hosts[name].install();
}

/** Installs the dependencies unless they are there. */
async function installDependencies() {
  if (installed()) return;
  await step('Fetching dependencies', () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
}

/**
 * Bundles extension, server and command line: less than a second, cheaper than finding out whether it is needed. Not below a
 * process that has done it (`OCML_BUILT`), since others may be running what would be written anew.
 */
export async function build() {
  if (process.env.OCML_BUILT) return;
  await step('Building', () => run(process.execPath, ['scripts/build.mjs']));
}
