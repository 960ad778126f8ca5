// Pictures of the walkthrough: what users see of its sample, and one of its mistakes. Run it with `node scripts/pictures/walkthrough.mjs`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPreview, setTheme } from '../../test/attack/page.mjs';
import { startServer } from '../../test/attack/views.mjs';
import { createHost } from '../../test/page/host.mjs';
import { root } from '../paths.mjs';

const folder = join(root, 'docs/walkthrough');
const sample = readFileSync(join(folder, 'sample.ocml'), 'utf8');
const server = await startServer();
const { browser, page } = await openPreview();
try {
  const host = await createHost(page, server);
  await page.setViewportSize({ width: 390, height: 264 });
  await setTheme(page, 'vscode-dark');
  await host.open(sample.replace('finale', 'final').replace(',}', '}'), { name: 'sample.ocml' });
  await page.screenshot({ path: join(folder, 'preview.png') });
  await host.open(sample, { name: 'sample.ocml', debug: true });
  // The first view does not contain the problems yet, so request another one.
  await host.edit([]);
  await page
    .locator('.card.wrong')
    .first()
    .screenshot({ path: join(folder, 'problems.png') });
} finally {
  await browser.close();
  server.stop();
}
