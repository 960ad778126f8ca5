// A data set in its own editor, as a user reads it, in the packaged extension with the real server.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { themes } from './graph-samples.mjs';
import { openWindow } from './window.mjs';
import { answer, runCommand, screenshot, until, webview } from './workbench.mjs';

const row = (i) =>
  JSON.stringify({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: `Question ${i}: when does the train to Lyon leave?` },
      { role: 'assistant', content: `Answer ${i}: at ${i % 24} o’clock, from platform ${i % 9}.` },
      ...(i % 3 === 0 ? [{ role: 'user', content: 'And back?' }] : []),
    ],
  });
const rows = Array.from({ length: 2000 }, (_, i) => row(i + 1));
rows[4] = '{"messages": [{"role": "user", "content": "cut';
rows[6] = '{"name": "not a conversation", "value": 7}';
rows[8] = JSON.stringify({ messages: [{ role: 'user', content: `Long text: ${'words '.repeat(200_000)}` }] });

let page, close, folder;
const settings = () => join(folder, '.vscode', 'settings.json');
const choose = (values) => writeFileSync(settings(), JSON.stringify(values));

before(async () => {
  ({ page, close, folder } = await openWindow('data-set', (to) => {
    folder = to;
    mkdirSync(join(to, '.vscode'));
    choose({});
    writeFileSync(join(to, 'train.jsonl'), `${rows.join('\n')}\n`);
    writeFileSync(join(to, 'chat.json'), rows[0]);
    writeFileSync(join(to, 'empty.jsonl'), '');
  }));
});
after(() => close?.());
afterEach(({ name }) => screenshot(page, `data-set-${name.replaceAll(/\W+/g, '-')}`));

const view = () => webview(page);
/** Opens a file with _Open as Data Set_ in its context menu. Tries again until the extension has started. */
async function openAsDataSet(name) {
  const entry = page.locator('.context-view .action-label', { hasText: 'Open as Data Set' });
  await until(async () => {
    await page.keyboard.press('Escape');
    await page.locator('.explorer-folders-view').getByText(name, { exact: true }).click({ button: 'right' });
    await page.waitForTimeout(500);
    return entry.isVisible();
  }, 'the entry of the menu');
  await entry.click();
}
const shows = (text) => view().locator('#conversation').getByText(text).first().waitFor();

test('opened from the explorer, first rows and the first of them are there', async () => {
  await openAsDataSet('train.jsonl');
  await view().locator('.row').first().waitFor();
  await shows('Question 1:');
  await until(async () => (await view().locator('#rows-count').innerText()) === '2,000 rows', 'the number of rows');
});

test('by keyboard: down, to the end, to a row by number', async () => {
  await view().locator('#rows').focus();
  await page.keyboard.press('ArrowDown');
  await shows('Question 2:');
  await page.keyboard.press('End');
  await shows('Question 2000:');
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await shows('Question 1234:');
  await view().locator('#row-name').getByText('Row 1,234').waitFor();
});

test('with the views of the preview: hidden layers stay with the user, who goes on', async () => {
  await view().getByRole('switch', { name: 'Show hidden layers' }).click();
  await shows('Be brief.');
  await view().locator('#rows').focus();
  await page.keyboard.press('ArrowDown');
  await shows('Question 1235:');
  await shows('Be brief.');
  await view().getByRole('switch', { name: 'Show hidden layers' }).click();
  await view().getByText('Be brief.').first().waitFor({ state: 'hidden' });
  await view().getByRole('button', { name: 'Model’s next turn' }).click();
  await view().locator('#model[aria-pressed="true"]').waitFor();
  await view().getByRole('button', { name: 'User', exact: true }).first().click();
});

test('rows that are broken, not conversations, or long, say what they are', async () => {
  const go = async (number) => {
    await view().locator('#rows').focus();
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await view().locator('#row-name').getByText(`Row ${number}`, { exact: true }).waitFor();
  };
  await go('5');
  await page.waitForTimeout(600);
  await screenshot(page, 'data-set-row-broken');
  await go('7');
  await view().locator('#row-facts').getByText('not a conversation').waitFor();
  await page.waitForTimeout(600);
  await screenshot(page, 'data-set-row-other');
  await go('9');
  await view().getByText('Only the beginning is shown.').waitFor();
  await view().getByText('Long text: words').first().waitFor();
  await screenshot(page, 'data-set-row-part');
  await view().getByRole('button', { name: 'Show All' }).click();
  await view().getByText('Only the beginning is shown.').waitFor({ state: 'hidden' });
});

test('a row as a document, read-only, with its problems', async () => {
  await view().locator('#rows').focus();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await view().locator('#row-name').getByText('Row 5', { exact: true }).waitFor();
  await view().getByRole('button', { name: 'Open Row as Document' }).click();
  await page.locator('.tab.active', { hasText: 'train.row-5.json' }).waitFor();
  await page.locator('.view-line', { hasText: 'cut' }).first().waitFor();
  await page.locator('.squiggly-error').first().waitFor();
  await page.keyboard.press('Control+w');
});

const count = () => view().locator('#rows-count').innerText();
const counts = (text) => until(async () => (await count()) === text, text);

test('words are found in the whole file, and the first row that has them is shown', async () => {
  await view().locator('#rows').focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('question 77');
  await page.keyboard.press('Enter');
  await counts('11 of 2,000 rows');
  await shows('Question 77:');
  await view().locator('#rows').focus();
  await page.keyboard.press('End');
  await shows('Question 779:');
  await view().getByRole('button', { name: 'Remove: Search: question 77' }).click();
  await counts('2,000 rows');
  await view().locator('#row-name').getByText('Row 779', { exact: true }).waitFor();
});

test('a pattern that is wrong is said to be', async () => {
  await view().locator('#rows-query').fill('(');
  await view().locator('#rows-pattern').click();
  await view().locator('#rows-note').waitFor();
  await screenshot(page, 'data-set-pattern');
  await view().locator('#rows-query').fill('');
  await view().locator('#rows-pattern').click();
});

test('the file is checked, F8 leads to the rows with problems, and they are filtered and exported', async () => {
  await view().getByRole('button', { name: 'Check File' }).click();
  await view().locator('#rows-filter').click();
  await view().locator('#rows-codes .chip').first().waitFor();
  await until(async () => view().locator('#rows-job').isHidden(), 'the end of the check');
  await screenshot(page, 'data-set-checked');
  await view().locator('#rows').focus();
  await page.keyboard.press('Home');
  await shows('Question 1:');
  await page.keyboard.press('F8');
  await view().locator('#row-name').getByText('Row 5', { exact: true }).waitFor();
  await page.keyboard.press('F8');
  await until(async () => (await view().locator('#row-name').innerText()) !== 'Row 5', 'the next one');
  await page.keyboard.press('Shift+F8');
  await view().locator('#row-name').getByText('Row 5', { exact: true }).waitFor();
  await view().locator('#rows-codes .chip').first().click();
  await until(async () => / of 2,000 rows$/.test(await count()), 'the filter');
  const [, filtered] = /^([\d,]+) of/.exec(await count());
  await view().getByRole('button', { name: 'Export Rows…' }).click();
  const name = page.locator('.quick-input-widget input').first();
  await until(async () => (await name.inputValue()).endsWith('train.selected.jsonl'), 'the name');
  await page.keyboard.press('Enter');
  const file = join(folder, 'train.selected.jsonl');
  await until(() => existsSync(file), 'the file');
  await page.getByText('written to train.selected.jsonl').first().waitFor();
  const written = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  assert.equal(written.length, Number(filtered.replace(',', '')));
  assert.ok(written.every((line) => rows.includes(line)));
  await view().locator('#rows-chips button').first().click();
  await counts('2,000 rows');
  await view().locator('#rows-filter').click();
});

test('rows are sorted by length', async () => {
  await view().locator('#rows-sort').selectOption('Longest first');
  await view().locator('.row').first().getByText('Row 9,').waitFor({ state: 'attached' });
  await view().locator('#rows-sort').selectOption('In file order');
  await counts('2,000 rows');
});

for (const [look, theme] of Object.entries(themes))
  test(`theme ${look}`, async () => {
    choose({ 'workbench.colorTheme': theme });
    const kind = look.startsWith('high contrast') ? 'high-contrast' : look;
    await view().locator(`body.vscode-${kind}`).waitFor();
    await view().locator('#rows').focus();
    await page.waitForTimeout(1000);
  });

test('the file changes, and is read again', async () => {
  await view().locator('#rows').focus();
  await page.keyboard.press('Home');
  await shows('Question 1:');
  appendFileSync(join(folder, 'train.jsonl'), `${row(2001)}\n`);
  await view().locator('#rows-disk').getByText('The file has').waitFor();
  await screenshot(page, 'data-set-grown');
  await view().getByRole('button', { name: 'Reload' }).click();
  await until(async () => (await view().locator('#rows-count').innerText()) === '2,001 rows', 'the rows');
  await view().locator('#row-name').getByText('Row 1', { exact: true }).waitFor();
});

test('the server is started again, and the data set is there', async () => {
  await runCommand(page, 'OpenChatML: Restart Server');
  await page.waitForTimeout(3000);
  await view().locator('#rows').focus();
  await page.keyboard.press('End');
  await shows('Question 2001:');
});

test('an empty file says so', async () => {
  await openAsDataSet('empty.jsonl');
  await view().locator('#rows-empty-text').getByText('The file has no rows.').waitFor();
});

test('JSON that holds a conversation has the preview button, and Ctrl+K V opens the preview', async () => {
  await page.locator('.explorer-folders-view').getByText('chat.json', { exact: true }).dblclick();
  await page.locator('.editor-actions [aria-label*="Open Preview"]').first().waitFor();
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('v');
  await view().locator('article', { hasText: 'Question 1:' }).waitFor();
});

test('for a file that is too large for the editor, it is offered, once', async () => {
  // The other preview is closed, so that only that of the data set is examined below.
  await page
    .getByRole('tab', { name: /Preview chat\.json/ })
    .first()
    .click({ button: 'middle' });
  const megabyte = `${JSON.stringify({ messages: [{ role: 'user', content: 'words '.repeat(170_000) }] })}\n`;
  writeFileSync(join(folder, 'large.jsonl'), megabyte.repeat(53));
  await page.locator('.explorer-folders-view').getByText('large.jsonl', { exact: true }).dblclick();
  await page.getByText('large.jsonl is too large for the editor').first().waitFor();
  await screenshot(page, 'data-set-offer');
  await answer(page, 'Open as Data Set');
  await view().locator('.row').first().waitFor();
  await until(async () => (await view().locator('#rows-count').innerText()) === '53 rows', 'the rows');
});

test('the file is as it was', () => {
  assert.equal(readFileSync(join(folder, 'train.jsonl'), 'utf8').split('\n').length, 2002);
});
