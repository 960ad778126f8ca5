// Features of the packaged extension around a document: symbols, previews, templates, formatting, quick fixes, and configurations.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import {
  askForFixes,
  becomes,
  colors,
  completions,
  goTo,
  openFile,
  runCommand,
  screenshot,
  until,
  webview,
} from './workbench.mjs';

const named = (id) =>
  `<|start|>user name=ann<|message|>Question ${id}<|end|>\n<|start|>assistant<|channel|>final<|message|>Answer ${id}<|end|>\n`;
const rows =
  '{"messages":[{"role":"user","content":"First question"},{"role":"assistant","content":"Yes"}]}\n{"messages":[{"role":"user","content":"Second question"},{"role":"assistant","content":"No"}]}\n';

const template =
  "{# Each message #}\n{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}\n";
const message = (text) => `<|start|>user<|message|>${text}<|end|>`;
const spaced = `version: 2.2\n\n${message('One')}\n\n\n<|start|>user   name=ann<|message|>Two<|end|>\n${message('Three')}\n`;
const call = (id) =>
  `<|start|>assistant to=functions.f call_id=c${id}<|channel|>commentary<|message|>{}<|call|>\n<|start|>tool to=assistant call_id=c${id} name=functions.f<|channel|>commentary<|constrain|>json<|message|>{"ok": true, "content": 1, "error": null}<|end|>\n`;

let folder, page, close;
before(async () => {
  ({ folder, page, close } = await openWindow('frictions', (folder) => {
    writeFileSync(join(folder, 'names.ocml'), `version: 2.2\n${named(1)}${named(2)}${named(3)}`);
    writeFileSync(join(folder, 'rows.jsonl'), rows);
    writeFileSync(join(folder, '.ocmlrc.yaml'), '');
    const request = { model: 'gpt-oss', messages: [{ role: 'user', content: 'In a request' }] };
    writeFileSync(join(folder, 'request.json'), JSON.stringify(request));
    writeFileSync(join(folder, 'other.json'), '{"name": "x", "files": ["a"]}');
    writeFileSync(join(folder, 'chat.jinja'), template);
    writeFileSync(join(folder, 'spaced.ocml'), spaced);
    writeFileSync(join(folder, 'kinds.ocml'), `version: 2.2\n${call(1)}${call(2)}`);
    writeFileSync(join(folder, 'unfixed.ocml'), 'version: 2.2\n<|start|>user<|message|>Hi\n');
    writeFileSync(join(folder, 'word.ocml'), `version: 2.2\n<|start|>asistant<|channel|>final<|message|>Hi<|end|>\n`);
  }));
});
after(() => close?.());
afterEach(({ name }) => screenshot(page, `frictions-${name.replaceAll(/\W+/g, '-')}`));

async function open(name) {
  await openFile(page, name);
  await page.mouse.move(0, 0);
}

/** Returns the names that _Go to Symbol in Editor_ lists. */
async function symbols(words) {
  await page.keyboard.press('Control+Shift+O');
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: words });
  await row.first().waitFor();
  const text = await page.locator('.quick-input-list .monaco-list-row .label-name').allInnerTexts();
  await page.keyboard.press('Escape');
  return text.map((name) => name.replaceAll('\u00a0', ' ').trim());
}

test('Go to Symbol has the first words of messages, and finds by them', async () => {
  await open('names.ocml');
  const found = await symbols('Question 2');
  assert.ok(found.includes('user (ann): Question 2'), found.join());
  assert.ok(found.includes('assistant · final: Answer 3'), found.join());
  await open('rows.jsonl');
  const inRows = await symbols('Second question');
  assert.ok(inRows.includes('Conversation 2: Second question'), inRows.join());
});

test('.ocmlrc.yaml is completed', async () => {
  await open('.ocmlrc.yaml');
  await page.keyboard.type('stri', { delay: 40 });
  assert.equal((await completions(page))[0], 'strict');
  await page.keyboard.press('Tab');
  assert.deepEqual((await completions(page)).sort(), ['false', 'true']);
  await page.keyboard.press('Escape');
  await page.keyboard.type(': on', { delay: 40 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('strikt: true');
  await page.keyboard.press('Escape');
  await runCommand(page, 'Problems: Focus on Problems View');
  await page.locator('.markers-panel .monaco-list-row', { hasText: 'strikt' }).first().waitFor();
});

const previewButton = () => page.locator('.editor-actions [aria-label*="Open Preview"]');

test('a request in JSON has the button of the preview and its key; other JSON has neither', async () => {
  await open('other.json');
  await page.waitForTimeout(2000);
  assert.equal(await previewButton().count(), 0);
  await open('request.json');
  await previewButton().first().waitFor();
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('v');
  await webview(page).getByText('In a request').first().waitFor();
  await runCommand(page, 'View: Close All Editors');
});

test('the preview that stays with its file comes after the other in the list of commands', async () => {
  await open('names.ocml');
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill('>OpenChatML: Open Preview');
  const rows = page.locator('.quick-input-list .monaco-list-row .label-name');
  await rows.filter({ hasText: 'Locked' }).first().waitFor();
  const names = (await rows.allInnerTexts()).map((name) => name.replaceAll('\u00a0', ' '));
  await page.keyboard.press('Escape');
  assert.ok(
    names.findIndex((name) => /Locked/.test(name)) > names.findIndex((name) => /to the Side$/.test(name)),
    names.join(),
  );
});

test('a template has colours, and a key for comments', async () => {
  await open('chat.jinja');
  await until(async () => new Set((await colors(page)).map(({ color }) => color)).size > 2, 'colours');
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('x');
  await page.keyboard.press('Control+/');
  await page.keyboard.press('Control+s');
  await becomes(() => readFileSync(join(folder, 'chat.jinja'), 'utf8'), `${template}{# x #}`);
});

test('Format Document keeps the blank lines between messages', async () => {
  await open('spaced.ocml');
  await page.locator('.view-line').first().click();
  await runCommand(page, 'Format Document');
  await page.locator('.view-line', { hasText: 'user name=ann' }).waitFor();
  await page.keyboard.press('Control+s');
  const expected = `version: 2.2\n\n${message('One')}\n\n<|start|>user name=ann<|message|>Two<|end|>\n${message('Three')}\n`;
  await becomes(() => readFileSync(join(folder, 'spaced.ocml'), 'utf8'), expected);
});

/** Returns the titles of the code actions at a position. */
async function fixes(line, column) {
  await page.locator('.cdr[class*="squiggly"]').first().waitFor();
  await goTo(page, line, column);
  const titles = await askForFixes(page);
  await page.keyboard.press('Escape');
  return titles;
}

test('each problem offers to mend all of its kind, and to turn its rule off', async () => {
  await open('kinds.ocml');
  const several = await fixes(2, 21);
  assert.ok(
    several.some((title) => /Fix all 2 .* problems/.test(title)),
    several.join(),
  );
  assert.ok(
    several.some((title) => /Turn off `constrain-missing`/.test(title)),
    several.join(),
  );
  await open('unfixed.ocml');
  const one = await fixes(2, 3);
  assert.ok(
    one.some((title) => /Turn off /.test(title)),
    one.join(),
  );
});

test('what is probably meant comes first in the text of a problem', async () => {
  await open('word.ocml');
  await runCommand(page, 'Problems: Focus on Problems View');
  const row = page.locator('.markers-panel .monaco-list-row', { hasText: 'asistant' }).first();
  await row.waitFor();
  assert.match((await row.innerText()).replaceAll('\u00a0', ' '), /^Did you mean `assistant`\?/);
});
