// Opens the packaged extension in a separate VS Code.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPage } from '../../scripts/host/browser.mjs';
import { startServer } from '../../scripts/host/server.mjs';
import { vsix } from '../../scripts/package.mjs';
import { ready } from './workbench.mjs';

/**
 * Opens a window on a new folder, which `fill` fills with files. Returns `{ folder, page, close }`. `close` removes the folder.
 *
 * @param {string} name a part of the name of the folder
 * @param {(folder: string) => void} fill
 */
export async function openWindow(name, fill) {
  const folder = mkdtempSync(join(tmpdir(), `openchatml-${name}-`));
  let server, browser, page;
  const close = async () => {
    await browser?.close();
    server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    fill(folder);
    server = await startServer({ folder, vsix });
    ({ browser, page } = await openPage());
    await page.goto(server.url);
    await ready(page);
  } catch (error) {
    await close();
    throw error;
  }
  return { folder, page, close };
}
