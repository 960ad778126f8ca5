#!/usr/bin/env node
// Replaces the `code` executable where there is no desktop: takes the arguments from @vscode/test-electron, runs the tests in
// the extension host of the embedded VS Code, and exits with the result of the tests. The output of the host goes to host.log,
// next to the tests.
//   code.mjs FOLDER --extensionDevelopmentPath=DIR --extensionTestsPath=FILE
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openPage } from './browser.mjs';
import { startServer } from './server.mjs';

const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const folder = process.argv[2];
const tests = option('extensionTestsPath');
const log = join(dirname(tests), 'host.log');

const { port, url, stop } = await startServer({ folder });
const { browser, page } = await openPage();

/**
 * Converts a path to an address in the remote workbench. The page's address names the extension to load, and the tests to run in its
 * extension host.
 */
const remote = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
const payload = [
  ['extensionDevelopmentPath', remote(option('extensionDevelopmentPath'))],
  ['extensionTestsPath', remote(tests)],
  ['skipWelcome', 'true'],
];

const code = await new Promise((resolve, reject) => {
  page.on('crash', () => reject(new Error('The page of VS Code crashed.')));
  browser.on('disconnected', () => reject(new Error('The browser has gone.')));
  page.exposeFunction('codeAutomationLog', (type, args) => appendFileSync(log, `${type} ${args.join(' ')}\n`));
  page.exposeFunction('codeAutomationExit', resolve);
  page.goto(`${url}&${new URLSearchParams({ payload: JSON.stringify(payload) })}`).catch(reject);
});
await browser.close();
stop();
process.exit(code);
