// What the packaged extension offers around a document: names in lists, fixes of a kind, losses, configurations.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import { becomes, completions, openFile, runCommand, screenshot, until } from './workbench.mjs';

const call = (id) =>
  `<|start|>assistant to=functions.f call_id=c${id}<|channel|>commentary<|message|>{}<|call|>\n` +
  `<|start|>tool to=assistant call_id=c${id} name=functions.f<|channel|>commentary<|constrain|>json<|message|>{"ok": true, "content": 1, "error": null}<|end|>\n`;
const calls = `version: 2.2\n${call(1)}${call(2)}${call(3)}`;
const named = (id) =>
  `<|start|>user name=ann<|message|>Question ${id}<|end|>\n<|start|>assistant<|channel|>final<|message|>Answer ${id}<|end|>\n`;
const refused = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>user<|message|>Say <<|end|> twice<|end|>\n';
const rows =
  '{"messages":[{"role":"user","content":"First question"},{"role":"assistant","content":"Yes"}]}\n{"messages":[{"role":"user","content":"Second question"},{"role":"assistant","content":"No"}]}\n';

let page, close;
before(async () => {
  ({ page, close } = await openWindow('frictions', (folder) => {
    writeFileSync(join(folder, 'calls.ocml'), calls);
    writeFileSync(join(folder, 'names.ocml'), `version: 2.2\n${named(1)}${named(2)}${named(3)}`);
    writeFileSync(join(folder, 'refused.ocml'), refused);
    writeFileSync(join(folder, 'rows.jsonl'), rows);
    writeFileSync(join(folder, '.ocmlrc.yaml'), '');
  }));
});
after(() => close?.());
afterEach(({ name }) => screenshot(page, `frictions-${name.replaceAll(/\W+/g, '-')}`));

async function open(name) {
  await openFile(page, name);
  await page.mouse.move(0, 0);
}

/** Presses a button of the latest notification, which is kept in a list when it has left the screen. */
async function choose(name) {
  await page.locator('.statusbar .codicon-bell-dot').first().waitFor();
  await runCommand(page, 'Notifications: Show Notifications');
  await page.locator('.notifications-center').getByRole('button', { name }).first().click();
}

/** The names that _Go to Symbol in Editor_ lists. */
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

test('the light bulb fixes one kind of problem everywhere', async () => {
  await open('calls.ocml');
  const info = page.locator('.squiggly-hint');
  await until(async () => (await info.count()) >= 3, 'three problems');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  for (let i = 0; i <= '<|start|>assistant '.length; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+.');
  const action = page.locator('.action-widget .monaco-list-row', { hasText: 'Fix all 3 problems of' });
  await action.first().waitFor();
  const titles = await page.locator('.action-widget .monaco-list-row').allInnerTexts();
  assert.ok(
    titles.some((title) => title.includes('Turn off')),
    titles.join(),
  );
  await screenshot(page, 'frictions-menu');
  await action.first().click();
  await becomes(() => info.count(), 0);
});

test('what a conversion loses is in a view of its own', async () => {
  await open('names.ocml');
  await runCommand(page, 'OpenChatML: Convert To…');
  await page.locator('.quick-input-widget input').fill('harmony');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Everything' }).first().click();
  await choose('Show Losses');
  const view = page.locator('.part.panel');
  await view.getByText('3 places').first().waitFor();
  await open('names.ocml');
  assert.equal(await page.locator('.monaco-editor .squiggly-info').count(), 0);
});

test('what cannot be said is left out, if that is chosen', async () => {
  await open('refused.ocml');
  await runCommand(page, 'OpenChatML: Convert To…');
  await page.locator('.quick-input-widget input').fill('harmony');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Everything' }).first().click();
  await choose('Convert Anyway');
  await page.locator('.tab.active', { hasText: /Untitled|start/ }).waitFor();
  await page.locator('.part.panel').getByText('The message is left out.').first().waitFor();
});

test('.ocmlrc.yaml is completed', async () => {
  await open('.ocmlrc.yaml');
  await page.keyboard.type('stri', { delay: 40 });
  assert.equal((await completions(page))[0], 'strict');
  await page.keyboard.press('Tab');
  assert.deepEqual((await completions(page)).sort(), ['false', 'true']);
  await page.keyboard.press('Escape');
});
