// The preview beside a conversation on one line, scrolled as a user does: with keys in the editor, with the wheel on the page.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import { openFile, ready, runCommand, screenshot, until, webview } from './workbench.mjs';

const turn = (i) =>
  `<|start|>user<|message|>Question ${i}<|end|>` +
  `<|start|>assistant<|channel|>final<|message|>Answer ${i}: ${'words and more words '.repeat(15)}<|end|>`;

let folder, page, close;
before(async () => {
  ({ folder, page, close } = await openWindow('preview', (folder) => {
    writeFileSync(join(folder, 'line.harmony'), Array.from({ length: 60 }, (_, i) => turn(i)).join(''));
  }));
});
after(() => close?.());
afterEach(({ name }) => screenshot(page, `preview-${name.replaceAll(/\W+/g, '-')}`));

/** Returns the text of the first message on the page that is visible below the bar. */
const onPage = () =>
  webview(page)
    .locator('body')
    .evaluate((body) => {
      const bar = body.querySelector('#bar').offsetHeight;
      const all = [...body.querySelectorAll('article')];
      return all.find((one) => one.getBoundingClientRect().bottom > bar + 12)?.textContent ?? '';
    });
const numberIn = (text) => Number(/(?:Question|Answer) (\d+)/.exec(text)?.[1] ?? -1);
/** Returns the numbers of the messages that the editor shows. */
const inEditor = async () => {
  const text = await page.locator('.editor-instance .view-lines').first().innerText();
  return [...text.replaceAll('\u00a0', ' ').matchAll(/(?:Question|Answer) (\d+)/g)].map(([, n]) => Number(n));
};

test('the page follows the editor', async () => {
  await openFile(page, 'line.harmony');
  // The key only works in transcripts, and the editor recognizes the file as one only a moment after it is shown.
  await page.waitForTimeout(1500);
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('v');
  await webview(page).getByText('Question 0', { exact: true }).waitFor();
  await page.locator('.tab', { hasText: 'line.harmony' }).first().click();
  // A key may be pressed before the editor has the focus.
  for (let i = 0; i < 20 && Math.min(...(await inEditor())) < 4; i++) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(250);
  }
  await until(async () => {
    const shown = await inEditor();
    const first = numberIn(await onPage());
    return first > 3 && shown.length > 0 && Math.abs(first - Math.min(...shown)) <= 3;
  }, 'the same turn first in both');
});

test('the editor follows the page, and stays where it was led', async () => {
  const before = Math.min(...(await inEditor()));
  await webview(page).locator('#conversation').hover();
  for (let i = 0; i < 12; i++) {
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(60);
  }
  await until(async () => {
    const first = numberIn(await onPage());
    const shown = await inEditor();
    return first > before + 5 && shown.some((one) => Math.abs(one - first) <= 2);
  }, 'the turn of the page in the editor');
  const [there, here] = [Math.min(...(await inEditor())), numberIn(await onPage())];
  await page.waitForTimeout(1500);
  assert.deepEqual([Math.min(...(await inEditor())), numberIn(await onPage())], [there, here]);
});

test('Ctrl+F finds words that are not on the page', async () => {
  const view = webview(page);
  await view.locator('article .body').first().click();
  await page.keyboard.press('Control+f');
  await view.locator('#query').waitFor();
  await page.keyboard.type('Question 57');
  await view.locator('#hits', { hasText: 'Message 1 of 1' }).waitFor();
  await until(async () => numberIn(await onPage()) >= 50, 'the message');
  await page.keyboard.press('Escape');
  await view.locator('#finder').waitFor({ state: 'hidden' });
});

test('filters, and comes back with the window as it was: its view, its filter, its lock', async () => {
  const view = () => webview(page);
  await view().getByRole('button', { name: 'Filter', exact: true }).click();
  await view().getByRole('button', { name: 'user 60' }).click();
  await view().getByText('The filter hides 60 messages.').waitFor();
  await view().getByRole('button', { name: 'Model’s next turn' }).click();
  await view().locator('#model[aria-pressed="true"]').waitFor();
  await runCommand(page, 'OpenChatML: Toggle Preview Locking');
  await page.locator('.tab', { hasText: '[Preview line.harmony]' }).waitFor();
  // VS Code in a browser stores its state every five seconds.
  await page.waitForTimeout(8000);
  await page.reload();
  await ready(page);
  await page.locator('.tab', { hasText: '[Preview line.harmony]' }).click();
  await view().locator('#model[aria-pressed="true"]').waitFor();
  await view().getByText('The filter hides 60 messages.').waitFor();
  await view().getByRole('button', { name: 'User', exact: true }).first().click();
  await view().locator('#user[aria-pressed="true"]').waitFor();
});

test('what is shown is saved where the user says, and nothing is replaced unasked', async () => {
  const file = join(folder, 'line.html');
  const save = async () => {
    await webview(page).locator('article .body').first().click();
    await runCommand(page, 'OpenChatML: Save Preview As…');
    await page
      .locator('.quick-input-widget .quick-input-title', { hasText: 'Save the part that end users see' })
      .waitFor();
    await until(
      () =>
        page
          .locator('.quick-input-widget input')
          .first()
          .inputValue()
          .then((at) => at.endsWith('line.html')),
      'the name',
    );
    await page.keyboard.press('Enter');
  };
  assert.ok(!existsSync(file));
  await save();
  await until(() => existsSync(file), 'the file');
  const saved = readFileSync(file, 'utf8');
  assert.ok(saved.includes('Question 3') && !saved.includes('Answer 3') && /A filter hides 60/.test(saved));
  writeFileSync(file, 'mine');
  await save();
  await page.getByText('already exists').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal(readFileSync(file, 'utf8'), 'mine');
});

/** A position to click beside the messages. A click on a message would open the file again. */
const margin = { position: { x: 2, y: 2 } };

test('follows the file when its tab is closed, and says when it is gone', async () => {
  const file = join(folder, 'line.harmony');
  await page.locator('.tab', { hasText: /^line\.harmony/ }).click({ button: 'middle' });
  await page.locator('.tab', { hasText: /^line\.harmony/ }).waitFor({ state: 'detached' });
  appendFileSync(file, '<|start|>user<|message|>One more question<|end|>');
  await page.locator('.tab', { hasText: '[Preview line.harmony]' }).click();
  await webview(page).locator('#conversation').click(margin);
  await page.keyboard.press('End');
  await webview(page).getByText('One more question').waitFor();
  rmSync(file);
  await webview(page).getByText('The file line.harmony no longer exists').waitFor();
  writeFileSync(file, '<|start|>user<|message|>Here again<|end|>');
  await webview(page).getByText('Here again').waitFor();
});

test('follows a file without a tab that grows by 10 MB a second, and is cut', async () => {
  const file = join(folder, 'line.harmony');
  const piece = Array.from({ length: 2500 }, (_, i) => turn(i)).join('');
  for (let i = 0; i < 20; i++) {
    appendFileSync(file, piece);
    await page.waitForTimeout(100);
  }
  appendFileSync(file, '<|start|>user<|message|>After the flood<|end|>');
  // While a user reads earlier messages, the page does not scroll by itself, but the user can scroll to the end.
  await webview(page).getByText('Here again').waitFor();
  await webview(page).locator('#conversation').click(margin);
  await until(async () => {
    await page.keyboard.press('Control+End');
    return webview(page).getByText('After the flood').isVisible();
  }, 'its end');
  writeFileSync(file, '<|start|>user<|message|>Cut<|end|>');
  await webview(page).getByText('Cut', { exact: true }).waitFor();
  await webview(page).getByText('After the flood').waitFor({ state: 'detached' });
});
