// Starts a headless Chromium that shows the workbench of the embedded VS Code.
import { endWithParent } from '../run.mjs';
import { installChromium } from './install.mjs';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a browser with one empty page for a test run. The caller has to close the browser. */
export async function openPage() {
  endWithParent();
  const { chromium } = await import('playwright-core');
  const { executablePath, env } = await installChromium();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  return { browser, page };
}
