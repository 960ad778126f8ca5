// Tokens and Follow as a user sees them: hints, a hover and the language status; a file that grows, is flooded, truncated and deleted.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import { hover, openFile, runCommand, screenshot, until, webview } from './workbench.mjs';

const message = (role, text, channel = '') =>
  `<|start|>${role}${channel && `<|channel|>${channel}`}<|message|>${text}<|end|>\n`;
const chat = [
  message('system', 'You help people plan trips.'),
  message('user', 'How do I get from Lima to Cusco?'),
  message('assistant', 'By bus or by plane. The plane takes an hour.', 'analysis'),
  message('assistant', 'Take the **plane**: it takes an hour.', 'final'),
  message('user', 'Thank you!'),
].join('');

let folder, page, close;

before(async () => {
  ({ folder, page, close } = await openWindow('tokens', (folder) => {
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, '.vscode/settings.json'), '{ "ocml.inlayHints.tokens": true }');
    writeFileSync(join(folder, 'chat.harmony'), chat);
    writeFileSync(join(folder, 'server.harmony'), chat);
  }));
});

after(() => close?.());

afterEach(async ({ name }) => {
  await screenshot(page, name.replaceAll(/\W+/g, '-'));
  await page.keyboard.press('Escape');
});

test('tokens of messages, as hints and in a hover', async () => {
  await openFile(page, 'chat.harmony');
  await page
    .locator('.view-line', { hasText: /14\stokens/ })
    .first()
    .waitFor();
  await hover(page, 'system', /tokens in this message · o200k_harmony/);
});

test('tokens of the document, in the language status', async () => {
  const status = page.locator('.hover-language-status .left', { hasText: /\d+ tokens/ });
  await until(async () => {
    await page.mouse.move(0, 0);
    await page.locator('[id="status.languageStatus"]').hover();
    await page.waitForTimeout(300);
    return (await status.allInnerTexts()).some((text) => /o200k_harmony · analysis 18 · final 17/.test(text));
  }, 'how many tokens there are');
});

test('truncate shows what goes before it goes', async () => {
  await runCommand(page, 'OpenChatML: Truncate…');
  await page.locator('.quick-input-widget', { hasText: /The transcript has \d+ tokens/ }).waitFor();
  await page.keyboard.type('60');
  await screenshot(page, 'truncate-asks');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Remove reasoning first' }).click();
  await page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
  await page.locator('.tab.active', { hasText: 'chat.harmony: 52 tokens remain' }).waitFor();
  await screenshot(page, 'truncate-shows');
  await page.locator('.editor-actions .action-label[aria-label^="Remove Marked"]').click();
  await page.locator('.tab.active[data-resource-name="chat.harmony"]').waitFor();
  await until(async () => !(await page.locator('.view-lines').first().innerText()).includes('By bus'), 'that it goes');
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+z');
  await page.locator('.view-line', { hasText: 'By bus' }).first().waitFor();
});

const shown = () => webview(page).locator('body');
/** Waits for a status of the file in the visible status line. Screen readers have a copy of the status. */
const told = (what) => shown().locator('#following', { hasText: what }).waitFor();
/** Waits until a text is on the page and in view. */
const seen = async (text) => {
  const found = shown().getByText(text);
  await found.waitFor();
  const inView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  };
  await until(() => found.evaluate(inView), text);
};
const file = () => join(folder, 'server.harmony');

test('a file is followed as it grows', async () => {
  await runCommand(page, 'View: Close All Editors');
  await openFile(page, 'server.harmony');
  await runCommand(page, 'OpenChatML: Follow File');
  await page.locator('.tab', { hasText: 'Following server.harmony' }).waitFor();
  await shown().getByText('it takes an hour').waitFor();
  appendFileSync(file(), '<|start|>user<|message|>And from Cusco');
  await shown().getByText('And from Cusco').waitFor();
  appendFileSync(file(), ' to Puno?<|end|>\n<|start|>assistant<|channel|>analysis<|message|>CANARY');
  await shown().getByText('And from Cusco to Puno?').waitFor();
  appendFileSync(file(), `<|end|>\n${message('assistant', 'By train.', 'final')}`);
  await seen('By train.');
  await told('Following this file: 1 KB');
  assert.doesNotMatch(await shown().innerText(), /CANARY|By bus/);
  await screenshot(page, 'follow');
  // Following the file needs no editor, and VS Code would show the flood in the editor as well.
  await runCommand(page, 'View: Close Editor');
  await page.locator('.tab[data-resource-name="server.harmony"]').waitFor({ state: 'detached' });
});

test('a flood of 10 MB a second stalls nothing, and its end is shown', async () => {
  const piece = message('user', `${'words of a user, '.repeat(20)}END`).repeat(2500);
  const times = [];
  for (let i = 0; i < 30; i++) {
    appendFileSync(file(), piece);
    const start = Date.now();
    await page.waitForTimeout(100);
    times.push(Date.now() - start);
  }
  appendFileSync(file(), message('assistant', 'After the flood.', 'final'));
  await seen('After the flood.');
  await told(/Only the end is shown\. Earlier messages or lines omitted: [\d,]+\./);
  // While a user reads earlier messages, the page does not scroll by itself. Scrolling to the end follows the file again.
  await shown().hover();
  await page.mouse.wheel(0, -3000);
  await page.waitForTimeout(300);
  appendFileSync(file(), message('assistant', 'Nobody looks at this.', 'final'));
  await shown().getByText('Nobody looks at this.').waitFor();
  const isAtEnd = () =>
    shown().evaluate(() => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 60);
  assert.equal(await isAtEnd(), false);
  await page.mouse.wheel(0, 9000);
  await until(isAtEnd, 'the end');
  appendFileSync(file(), message('assistant', 'The last word.', 'final'));
  await seen('The last word.');
  console.log(`${piece.length * 30} bytes; the longest wait: ${Math.max(...times)} ms`);
});

test('a file that is cut off, and one that is deleted', async () => {
  writeFileSync(file(), message('user', 'A new beginning.'));
  await shown().getByText('A new beginning.').waitFor();
  await told(/the file was truncated/);
  await shown().getByText('The last word.').waitFor({ state: 'detached' });
  await screenshot(page, 'follow-cut-off');
  rmSync(file());
  await told('The file no longer exists');
  await screenshot(page, 'follow-deleted');
  writeFileSync(file(), message('user', 'It is there again.'));
  await shown().getByText('It is there again.').waitFor();
  await runCommand(page, 'OpenChatML: Stop Following Files');
  await told('This file is no longer followed.');
});
