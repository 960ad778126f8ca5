// Writes a conversation from an empty file with the keyboard only, in each family. Completions and templates insert more text than the user
// types, and no list gets in the way.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { typist } from './typist.mjs';
import { openWindow } from './window.mjs';
import { answer, askForFixes, isReached, openFile, runCommand, screenshot, webview } from './workbench.mjs';

/** The maximum number of keys, as a share of the characters in the result. */
const most = 0.6;
/** These messages contain tokens as text, which Harmony cannot express. */
const inexpressible = ['user<|message|>Say <<|end|> twice', 'assistant<|channel|>final<|message|>No']
  .map((message) => `<|start|>${message}<|end|>\n`)
  .join('');
const names = ['day.ocml', 'day.harmony', 'chat.ocml'];

let folder, page, close;

before(async () => {
  ({ folder, page, close } = await openWindow('day', (folder) => {
    for (const name of names) writeFileSync(join(folder, name), '');
    writeFileSync(join(folder, 'token.ocml'), inexpressible);
  }));
});

after(() => close?.());

afterEach(({ name }) => screenshot(page, name.replaceAll(/\W+/g, '-')));

/** Opens an empty file, and waits until the server offers completions for it. */
async function begin(name) {
  await openFile(page, name);
  await page.locator('.statusbar', { hasText: 'Activating' }).waitFor({ state: 'hidden', timeout: 60_000 });
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Control+Space');
    const label = page.locator('.suggest-widget.visible .label-name', { hasText: /^(?:header|system)$/ });
    const offered = await isReached(label.first().waitFor({ timeout: 1000 }));
    await page.keyboard.press('Escape');
    if (offered) return typist(page, folder, name);
  }
  throw new Error('nothing is offered');
}

/**
 * Asserts that there are no problems, that the preview shows only text that users see, and that enough of the text was inserted by
 * completions.
 */
async function end(person, seen, hidden) {
  const text = await person.saved();
  await page.locator('.statusbar-item[aria-label="No Problems"]').waitFor();
  await runCommand(page, 'OpenChatML: Open Preview to the Side');
  const body = webview(page).locator('body');
  for (const words of seen) await body.getByText(words).first().waitFor();
  for (const words of hidden) assert.equal(await body.getByText(words).count(), 0, words);
  const share = person.keys() / text.length;
  console.log(`${person.keys()} keys for ${text.length} characters: ${Math.round(share * 100)} %`);
  assert.ok(share <= most, `${person.keys()} keys for ${text.length} characters`);
  await runCommand(page, 'View: Close All Editors');
  return text;
}

/** Applies the first fix for the mistake at the caret. */
async function mend(person) {
  await page.locator('.squiggly-error').first().waitFor();
  await askForFixes(page);
  await person.press('Enter');
  await page.locator('.squiggly-error').first().waitFor({ state: 'hidden' });
}

test('OpenChatML 2.2', async () => {
  const person = await begin('day.ocml');
  await person.take('head', 'header');
  await person.fill('', '');
  await person.choose('low', 'medium', 'high');
  await person.take('tool', 'developer tools');
  await person.fill('Be brief.', '', '', 'city: string, unit: "C" | "F"');
  await person.write('\n');
  await person.take('us', 'user');
  await person.fill('How warm is it in Lyon, and in Rome? They said "hot": is a < b, or a = b?');
  await person.take('ana', 'analysis');
  await person.fill('Two calls at once.');
  await person.take('call', 'call get_weather');
  await person.fill('Lyon');
  await person.choose('"C"', '"F"');
  await person.take('call', 'call get_weather');
  await person.fill('Rome');
  await person.choose('"C"', '"F"');
  await person.take('rep', 'reply get_weather c1');
  await person.fill('20');
  await person.take('rep', 'reply get_weather c2');
  await person.fill('31');
  await person.take('fin', 'final');
  await person.fill('Lyon has 20 degrees, Rome 31.');
  await person.rename('c1', 'lyon');
  await person.type('\n<|start|>usre');
  await person.take('<|m', '<|message|>');
  await person.write('Thanks!');
  await person.take('<|e', '<|end|>');
  await mend(person);
  const text = await end(person, ['Lyon has 20 degrees', 'Thanks!'], ['Two calls at once', 'Be brief.']);
  assert.equal(text.match(/call_id=lyon\b/g)?.length, 2, 'the call and its reply');
  assert.match(text, /call_id=c2/);
  assert.match(text, /<\|end\|>\n<\|start\|>user<\|message\|>Thanks!<\|end\|>$/);
});

test('Harmony', async () => {
  const person = await begin('day.harmony');
  await person.take('sys', 'system');
  await person.fill('', '', '');
  await person.choose('medium', 'low', 'high');
  await person.take('tool', 'developer tools');
  await person.fill('Be brief.', '', '', 'city: string, unit: "C" | "F"');
  await person.take('us', 'user');
  await person.fill('How warm is it in Lyon, and in Rome? They said "hot": is a < b, or a = b?');
  await person.take('ana', 'analysis');
  await person.fill('Two calls at once.');
  await person.take('call', 'call get_weather');
  await person.fill('Lyon');
  await person.choose('"C"', '"F"');
  await person.take('call', 'call get_weather');
  await person.fill('Rome');
  await person.choose('"C"', '"F"');
  await person.take('rep', 'reply get_weather');
  await person.fill('20');
  await person.take('rep', 'reply get_weather');
  await person.fill('31');
  await person.take('fin', 'final');
  await person.fill('Lyon has 20 degrees, Rome 31.');
  await person.rename('get_weather', 'warmth');
  await person.type('<|start|>usre');
  await person.take('<|m', '<|message|>');
  await person.write('Thanks!');
  await person.take('<|e', '<|end|>');
  await mend(person);
  const text = await end(person, ['Lyon has 20 degrees', 'Thanks!'], ['Two calls at once', 'Be brief.']);
  assert.doesNotMatch(text, /get_weather|call_id|\|>\s+<\|start/);
});

test('ChatML', async () => {
  const person = await begin('chat.ocml');
  await person.take('chattool', 'ChatML system tools');
  await person.fill('Be brief.', '', '', '', '');
  await person.write('\n');
  await person.take('us', 'user');
  await person.fill('How warm is it in Lyon, and in Rome? Call the tool <twice>, then say "final": a < b.');
  await person.take('calls', 'calls');
  await person.fill('Lyon', 'Rome');
  await person.take('rep', 'reply');
  await person.fill('20', '31');
  await person.take('as', 'assistant');
  await person.fill('Lyon has 20 degrees, Rome 31.');
  await person.rename('get_weather', 'warmth');
  await person.type('\n<|im_start|>usre');
  // The list is closed, because accepting an item would fix the mistake.
  await person.press('Escape');
  await person.type('\n');
  await person.write('Thanks!');
  await person.take('<|im_e', '<|im_end|>');
  // In ChatML, the header is on its own line, which is above the caret.
  await person.press('ArrowUp');
  await mend(person);
  const text = await end(person, ['Lyon has 20 degrees', 'Thanks!'], ['Be brief.', 'tool_call']);
  assert.doesNotMatch(text, /get_weather|<\|start\|>/);
});

/** Returns the text that the visible lines show. */
const shown = async (locator) => (await locator.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');

test('the day ends: laid out, and in other forms', async () => {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'settings.json'), '{ "editor.formatOnType": true }');
  await openFile(page, 'day.ocml');
  const person = typist(page, folder, 'day.ocml');
  await person.press('Control+End');
  // Enter after a terminator begins the next message, and `>` ends its header.
  const opener = page.locator('.view-line', { hasText: /^<\|start\|>$/ });
  let isBegun = false;
  for (let i = 0; i < 5 && !isBegun; i++) {
    // The setting may not have taken effect yet.
    if (i > 0) await person.press('Backspace');
    await person.press('Enter');
    isBegun = await isReached(opener.waitFor({ timeout: 8000 }));
  }
  await person.type('assistant<|channel|>final');
  await person.press('Escape');
  await person.type('>');
  await page.locator('.view-line', { hasText: 'final<|message|>' }).last().waitFor();
  await person.type('  Bye  <|end|>');
  await person.press('Escape');
  await person.press('Enter');
  await opener.waitFor();
  await person.type('user   name=Ann<|message|>Ciao<|end|>');
  await person.press('Escape');
  await screenshot(page, 'day-before-format');
  await runCommand(page, 'Format Document');
  await page.locator('.view-line', { hasText: '<|start|>user name=Ann<|message|>Ciao' }).waitFor();
  let text = '';
  // Saving during the formatting may write an older state of the text.
  for (let i = 0; i < 20 && !text.includes('user name=Ann'); i++) text = await person.saved();
  assert.match(text, /final<\|message\|> {2}Bye {2}<\|end\|>\n<\|start\|>user name=Ann<\|message\|>Ciao<\|end\|>\n?$/);
  await screenshot(page, 'day-formatted');
  await runCommand(page, 'OpenChatML: Convert To');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'harmony' }).first().click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Everything' }).click();
  await page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
  const lines = page.locator('.editor-group-container.active .view-line');
  await lines.first().waitFor();
  // The text is one line, which the editor may wrap at any character.
  assert.match((await shown(lines)).replaceAll('\n', ''), /functions\.get_weather to=assistant/);
  await screenshot(page, 'day-converted');
  await answer(page, 'Show Losses');
  const losses = page.locator('.pane-body .monaco-list-row');
  await losses.filter({ hasText: 'name=Ann' }).first().waitFor();
  assert.match(await shown(losses), /call_id=lyon. is dropped/);
  await screenshot(page, 'day-losses');
  await losses.filter({ hasText: 'name=Ann' }).first().click();
  await page.locator('.tab.active[data-resource-name="day.ocml"]').waitFor();
});

test('a form that cannot express a message: nothing is written, or the rest, as one asks', async () => {
  await openFile(page, 'token.ocml');
  await runCommand(page, 'OpenChatML: Convert To');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'harmony' }).first().click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Everything' }).click();
  await page.getByText('Nothing was written').first().waitFor();
  await screenshot(page, 'day-refused');
  assert.equal(await page.locator('.tab.active').getAttribute('data-resource-name'), 'token.ocml');
  await answer(page, 'Convert Anyway');
  await page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
  await screenshot(page, 'day-anyway');
});
