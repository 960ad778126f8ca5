// The source and the preview of a data set move together in both directions.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import { openFile, runCommand, screenshot, until, webview } from './workbench.mjs';

const row = (i) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Question ${i}: when does the train leave?` },
      { role: 'assistant', content: `Answer ${i}.` },
    ],
  });
const request = { model: 'x', messages: [{ role: 'user', content: 'Only in the request' }] };

let page, close;
before(async () => {
  ({ page, close } = await openWindow('together', (folder) => {
    writeFileSync(join(folder, 'train.jsonl'), `${Array.from({ length: 2000 }, (_, i) => row(i + 1)).join('\n')}\n`);
    writeFileSync(join(folder, 'request.json'), JSON.stringify(request, null, 2));
    writeFileSync(join(folder, 'package.json'), '{"name": "x", "type": "module"}');
  }));
});
after(() => close?.());
afterEach(({ name }) => screenshot(page, `together-${name.replaceAll(/\W+/g, '-')}`));

const inEditor = async () => {
  const text = await page.locator('.editor-instance .view-lines').first().innerText();
  return [...text.replaceAll('\u00a0', ' ').matchAll(/Question (\d+):/g)].map(([, number]) => Number(number));
};
const shows = (text) => webview(page).getByText(text).first().waitFor();

test('what is found in row 1500 is shown by the editor', async () => {
  await openFile(page, 'train.jsonl');
  await page.locator('.editor-actions [aria-label*="Open Preview"]').first().waitFor();
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('v');
  await shows('Question 1:');
  await webview(page)
    .locator('#conversation')
    .click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Control+f');
  await webview(page).locator('#query').waitFor();
  await page.keyboard.type('Question 1500:');
  await shows('Answer 1500.');
  await until(async () => (await inEditor()).includes(1500), 'row 1500 in the editor');
  await page.keyboard.press('Escape');
});

test('another row is shown by the editor, and a row of the editor by the page', async () => {
  await webview(page).getByRole('button', { name: 'Next conversation' }).click();
  await shows('Answer 1501.');
  await webview(page).locator('#number').fill('700');
  await page.keyboard.press('Enter');
  await shows('Answer 700.');
  await until(async () => (await inEditor()).includes(700), 'row 700 in the editor');
  await page.locator('.tab', { hasText: 'train.jsonl' }).first().click();
  await page.keyboard.press('Control+Home');
  await shows('Question 1:');
  await page.keyboard.press('Control+End');
  // The last line is empty.
  await page.keyboard.press('ArrowUp');
  await shows('Answer 2000.');
});

test('the preview follows to a request in JSON, and not to other JSON', async () => {
  await openFile(page, 'request.json');
  await shows('Only in the request');
  await openFile(page, 'package.json');
  await page.waitForTimeout(3000);
  await shows('Only in the request');
  await runCommand(page, 'View: Close All Editors');
});
