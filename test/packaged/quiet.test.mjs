// Types prose, code and thoughts key by key into bodies of every family, into requests and training rows, into a log and a chat template. No
// list opens by itself, Enter inserts a line break, and Tab indents, or moves to the next tab stop of a template.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { documents, settings, unread } from './key-samples.mjs';
import { deleteMark, lists, type, typedAfter, watch } from './keys.mjs';
import { openWindow } from './window.mjs';
import { becomes, openFile, runCommand, screenshot, until } from './workbench.mjs';

let folder, page, close;

before(async () => {
  ({ folder, page, close } = await openWindow('quiet', (folder) => {
    for (const [name, [text]] of Object.entries(documents)) writeFileSync(join(folder, name), text);
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, '.vscode/settings.json'), settings);
  }));
});

after(() => close?.());

afterEach(async ({ name }) => {
  await screenshot(page, `quiet-${name.replaceAll(/\W+/g, '-')}`);
  await runCommand(page, 'View: Close All Editors');
});

const saved = async (name) => {
  await page.keyboard.press('Control+s');
  await page.locator('.tab.active.dirty').waitFor({ state: 'hidden' });
  return readFileSync(join(folder, name), 'utf8');
};

for (const [name, [marked, text, end]] of Object.entries(documents)) {
  test(name, async () => {
    await openFile(page, name);
    await page.locator('.statusbar', { hasText: 'Activating' }).waitFor({ state: 'hidden', timeout: 60_000 });
    // The outline shows that the server has processed the file.
    if (!unread.has(name)) await page.locator('.breadcrumbs-control .monaco-breadcrumb-item').nth(1).waitFor();
    await deleteMark(page, '@@');
    await watch(page);
    await type(page, text);
    assert.deepEqual(await lists(page), []);
    if (end !== '') {
      await type(page, end);
      await page.keyboard.press('Enter');
      await type(page, 'a');
    }
    const [before, after] = marked.split('@@');
    const expected = typedAfter(before, end === '' ? text : `${text}${end}\na`) + after;
    await becomes(() => saved(name), expected);
    if (end === '') return;
    // A template has a tab stop for the body. From there, Tab leads to the next message, whatever was typed.
    await page.keyboard.press('Escape');
    await type(page, '\nuse');
    const focused = page.locator('.suggest-widget.visible .monaco-list-row.focused .label-name');
    assert.equal(await focused.first().innerText(), 'user');
    await page.keyboard.press('Tab');
    await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor({ state: 'hidden' });
    await watch(page);
    await type(page, 'say to=user <us');
    await page.keyboard.press('Tab');
    assert.deepEqual(await lists(page), []);
    await type(page, 'z');
    // The text is kept as soon as it is complete, because saving it again empties the file for a moment.
    let written = '';
    const read = async () => {
      written = (await saved(name)).slice(expected.length);
      return written.endsWith('z');
    };
    await until(read, 'the last letter');
    assert.match(written, /^\n<.*say to=user <us<[\w|]+>\n?z$/s);
  });
}
