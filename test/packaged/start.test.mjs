// `npm start` without a desktop prints an address that opens the examples and the tour, until Ctrl+C is pressed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { openPage } from '../../scripts/host/browser.mjs';
import { root } from '../../scripts/paths.mjs';
import { ready, screenshot } from './workbench.mjs';

test('the address that npm start prints opens the tour with the extension, beside a file', async () => {
  const start = spawn(process.execPath, ['scripts/start.mjs', '--embedded', '--no-open'], { cwd: root });
  process.once('exit', () => start.kill());
  const { browser, page } = await openPage();
  try {
    const url = await address(start.stdout);
    await page.goto(url);
    await ready(page);
    await page.locator('.tab[data-resource-name="trip.ocml"]').waitFor();
    await page.locator('.getting-started-step', { hasText: 'See a transcript' }).first().waitFor();
    await page.locator('.tab[data-resource-name="trip.ocml"]').click();
    await page.locator('.statusbar', { hasText: 'OpenChatML' }).waitFor();
    await screenshot(page, 'start');

    const ended = once(start, 'exit');
    start.kill('SIGINT');
    await ended;
    await assert.rejects(fetch(url), 'nothing is left running');
  } finally {
    await browser.close();
    start.kill();
  }
});

/** Returns the address in the output. */
async function address(output) {
  let text = '';
  for await (const chunk of output.setEncoding('utf8')) {
    text += chunk;
    const url = /http:\/\/\S+/.exec(text)?.[0];
    if (url) return url;
  }
  throw new Error(`No address:\n${text}`);
}
