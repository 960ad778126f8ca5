// Serves the static build of VS Code for the Web with an extension and a test suite. Both run in its extension host, which is a worker.
import { createRequire } from 'node:module';
import { openPage } from './browser.mjs';
import { installWebVSCode } from './install.mjs';

/**
 * Opens VS Code for the Web in a browser, without a page yet. `extension`: the folder of an extension with a `browser` entry. `tests`: a
 * module in that folder that runs in the extension host, if any. `folder`: the folder to open; changes to its files are kept only in memory.
 * Returns `{ browser, page, url, close }`.
 */
export async function startWeb({ extension, tests, folder }) {
  const { build, server } = await installWebVSCode();
  const { runServer } = createRequire(server)(server);
  const quietly = console.log;
  console.log = () => {};
  const app = await runServer('127.0.0.1', 0, {
    build: { type: 'static', location: build, quality: 'stable', version: 'x' },
    extensionDevelopmentPath: extension,
    ...(tests && { extensionTestsPath: tests }),
    folderMountPath: folder,
  }).finally(() => {
    console.log = quietly;
  });
  await new Promise((resolve) => (app.listening ? resolve() : app.once('listening', resolve)));
  const { browser, page } = await openPage();
  const close = async () => {
    await browser.close();
    app.close();
    app.closeAllConnections();
  };
  return { browser, page, url: `http://localhost:${app.address().port}/`, close };
}

/** Runs a suite and returns its exit code. `heard`: called with every line that the extension host writes. */
export async function runInWeb({ heard, ...host }) {
  const { browser, page, url, close } = await startWeb(host);
  try {
    return await new Promise((resolve, reject) => {
      page.on('crash', () => reject(new Error('The page of VS Code crashed.')));
      browser.on('disconnected', () => reject(new Error('The browser has gone.')));
      page.exposeFunction('codeAutomationLog', (type, args) => heard(`${type} ${args.join(' ')}`));
      page.exposeFunction('codeAutomationExit', resolve);
      page.goto(url).catch(reject);
    });
  } finally {
    await close();
  }
}
