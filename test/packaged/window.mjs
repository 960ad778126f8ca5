// The packaged extension in a VS Code of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPage } from '../../scripts/host/browser.mjs';
import { startServer } from '../../scripts/host/server.mjs';
import { vsix } from '../../scripts/package.mjs';
import { ready } from './workbench.mjs';

/**
 * Opens a window on a folder of its own, which `fill` fills, and gives `{ folder, page, close }`. Closing it leaves nothing.
 *
 * @param {string} name what the folder's name has in it
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
