// In VS Code for the Web, whose extension host is a worker, no list opens by itself either, and every key writes what it says.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { startWeb } from '../../scripts/host/web.mjs';
import { root } from '../../scripts/paths.mjs';
import { documents, settings, unread } from './key-samples.mjs';
import { deleteMark, lists, type, typedAfter, watch } from './keys.mjs';
import { becomes, openFile, ready, runCommand, screenshot } from './workbench.mjs';

const names = [
  'two.ocml',
  'harmony.harmony',
  'gemma.ocml',
  'train.jsonl',
  'request.json',
  'server.log',
  'chat_template.jinja',
];

let folder, page, close;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openchatml-web-'));
  for (const name of names) writeFileSync(join(folder, name), documents[name][0]);
  mkdirSync(join(folder, '.vscode'));
  writeFileSync(join(folder, '.vscode/settings.json'), settings);
  let url;
  ({ page, url, close } = await startWeb({ extension: root, folder }));
  await page.goto(url);
  await ready(page);
});

after(async () => {
  await close?.();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async ({ name }) => {
  await screenshot(page, `web-${name.replaceAll(/\W+/g, '-')}`);
  await runCommand(page, 'View: Revert and Close Editor');
});

/** Returns the text on the screen. Changes to files are kept in the memory of the page, so they cannot be read elsewhere. */
const shown = () =>
  page.locator('.editor-group-container.active .monaco-editor .view-lines').evaluate((lines) =>
    [...lines.children]
      .map((line) => [Number.parseFloat(line.style.top), line.textContent.replaceAll('\u00a0', ' ')])
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text)
      .join('\n'),
  );

/** Lines are compared without their breaks, because long ones are wrapped. */
const unbroken = (text) => text.replaceAll('\n', '');

for (const name of names) {
  test(name, async () => {
    const [marked, text] = documents[name];
    await openFile(page, name);
    if (!unread.has(name)) await page.locator('.breadcrumbs-control .monaco-breadcrumb-item').nth(1).waitFor();
    await deleteMark(page, '@@');
    await watch(page);
    await type(page, text);
    assert.deepEqual(await lists(page), []);
    const [before, after] = marked.split('@@');
    await becomes(async () => unbroken(await shown()), unbroken(typedAfter(before, text) + after));
  });
}
