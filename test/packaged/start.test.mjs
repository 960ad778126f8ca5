// `npm start` where there is no desktop: prints an address that opens the examples, until Ctrl-C.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { openPage } from '../../scripts/host/browser.mjs';
import { root } from '../../scripts/paths.mjs';
import { becomes, openFile, ready, screenshot } from './workbench.mjs';

test('the address that npm start prints opens the examples with the extension, and its tour', async () => {
  // A browser that keeps what it is given.
  const folder = mkdtempSync(join(tmpdir(), 'openchatml-start-'));
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
  const env = { ...process.env, DISPLAY: ':0', PATH: `${folder}${delimiter}${process.env.PATH}` };
  const start = spawn(process.execPath, ['scripts/start.mjs', '--embedded'], { cwd: root, env });
  process.once('exit', () => start.kill());
  const { browser, page } = await openPage();
  try {
    const url = await address(start.stdout);
    if (process.platform === 'linux')
      await becomes(() => existsSync(opened) && readFileSync(opened, 'utf8').trim(), url);
    await page.goto(url);
    await ready(page);
    await page.locator('.getting-started-step').first().waitFor();
    await openFile(page, 'trip.ocml');
    await page.locator('.statusbar', { hasText: 'OpenChatML' }).waitFor();
    await screenshot(page, 'start');

    const ended = once(start, 'exit');
    start.kill('SIGINT');
    await ended;
    await assert.rejects(fetch(url), 'nothing is left running');
  } finally {
    await browser.close();
    start.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The address in the output. */
async function address(output) {
  let text = '';
  for await (const chunk of output.setEncoding('utf8')) {
    text += chunk;
    const url = /http:\/\/\S+/.exec(text)?.[0];
    if (url) return url;
  }
  throw new Error(`No address:\n${text}`);
}
