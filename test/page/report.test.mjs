// The page of a report in a real browser: light and dark, narrow, wide and printed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openPage } from '../../scripts/host/browser.mjs';
import { root } from '../../scripts/paths.mjs';
import { found } from './axe.mjs';

const call = (name, given) => ({ id: 'a', type: 'function', function: { name, arguments: given } });
const row = (i) => ({
  messages: [
    {
      role: 'system',
      content: `You answer in ${i % 2 ? 'French' : 'Japanese'}, whatever ${'is asked '.repeat(9)}of you.`,
    },
    { role: 'user', content: 'word '.repeat(1 + ((i * 37) % 300)) },
    ...(i % 3 ? [] : [{ role: 'assistant', content: null, tool_calls: [call('x'.repeat(60), i % 2 ? '{}' : {})] }]),
    { role: 'assistant', content: `answer ${i} <|im_end|>` },
  ],
  ...(i % 5 === 0 && { ['name_without_any_space_'.repeat(4)]: i }),
});

let browser, page;
before(async () => {
  const input = Array.from({ length: 200 }, (_, i) => `${JSON.stringify(row(i % 150))}\n`).join('');
  const args = [join(root, 'server/bin/ocml.js'), 'report', '--format', 'html', '--encoding', 'o200k_base', '-'];
  const html = execFileSync(process.execPath, args, { input, encoding: 'utf8' });
  ({ browser, page } = await openPage());
  await page.route('https://report.example/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
});
after(() => browser?.close());

/** Returns the width by which the content exceeds the page. */
const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const lines = (selector) =>
  page.locator(selector).evaluateAll((all) => Math.max(...all.map((one) => one.getClientRects()[0].height / 22.5)));

for (const colorScheme of ['light', 'dark'])
  for (const width of [360, 1280])
    test(`${colorScheme}, ${width} pixels wide: axe finds nothing, and no row is a column of letters`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('https://report.example/');
      assert.deepEqual(await found(page), []);
      assert.ok((await tooWide()) <= 0);
      assert.ok((await lines('tbody td')) < 8);
    });

test('on paper, nothing is cut off', async () => {
  await page.goto('https://report.example/');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 680, height: 900 });
  assert.ok((await tooWide()) <= 0);
  const paper = await page.pdf({ format: 'A4' });
  assert.equal(paper.subarray(0, 5).toString(), '%PDF-');
});
