// Types prose, code and thoughts key by key into bodies of every family. No list opens by itself, Enter inserts a line break, and Tab
// indents, or moves to the next tab stop of a template.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import { becomes, openFile, runCommand, screenshot, until } from './workbench.mjs';

/** Prose with the beginnings of messages, with keys and roles, and with characters that open lists in other contexts. */
const prose =
  'Is a < b, or "c" = d? user: call to=x > y | z, role system assistant final <b> {"name": 1}\nversion: no\n';
/** Code in which `<|` is an operator. */
const code = '```fsharp\nlet user = x <| y |> "z"\n```\nand `a <| b` is code\n';
/** Words that a list could complete, each followed by a tab. */
const tabbed = 'us\tto=\tsays "a"\tend\n';
const spoken = prose + code + tabbed;
// The text to type inside a JSON string, so without double quotes and line breaks.
const inString = 'Is a < b, or c = d? us\tuser:\tto=x | z <b> {1} `<|` a';

/** For each file: its text, with `@@` where the test types; the text to type; and the terminators to type after it. */
const documents = {
  'two.ocml': ['version: 2.2\n<|start|>user<|message|>@@', spoken, '<|end|>'],
  'thought.ocml': [
    'version: 2.2\n<|start|>assistant<|channel|>analysis<|message|><|start_reason|>@@',
    spoken,
    '<|end_reason|><|end|>',
  ],
  'harmony.harmony': ['<|start|>system<|message|>You are kind.\n@@', spoken, '<|end|>'],
  'chat.ocml': ['<|im_start|>user\n@@', spoken, '<|im_end|>'],
  'think.ocml': ['<|im_start|>assistant\n<think>\n@@', spoken, '</think><|im_end|>'],
  'llama.ocml': ['<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\n@@', spoken, '<|eot_id|>'],
  'model.ocml': ['<|begin_of_text|><|start_header_id|>assistant<|end_header_id|>\n\n@@', spoken, '<|eot_id|>'],
  'chat.messages.json': ['{"messages": [{"role": "user", "content": "@@"}]}', inString, ''],
  'chat.ocml.json': ['{"version": "2.2", "messages": [{"role": "user", "content": "@@"}]}', inString, ''],
  'rows.messages.jsonl': ['{"messages": [{"role": "user", "content": "@@"}]}\n', inString, ''],
  'chat.chatml.json': ['[{"token": "<|user|>"}, "@@"]', inString, ''],
};

let folder, page, close;

before(async () => {
  ({ folder, page, close } = await openWindow('quiet', (folder) => {
    for (const [name, [text]] of Object.entries(documents)) writeFileSync(join(folder, name), text);
    // In strings of any JSON file, VS Code offers the words of the file by itself. Only the lists of the extension are tested here.
    const wordless = { 'editor.wordBasedSuggestions': 'off' };
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(
      join(folder, '.vscode/settings.json'),
      JSON.stringify({ '[json]': wordless, '[jsonl]': wordless, '[jsonc]': wordless }),
    );
  }));
});

after(() => close?.());

afterEach(async ({ name }) => {
  await screenshot(page, `quiet-${name.replaceAll(/\W+/g, '-')}`);
  await runCommand(page, 'View: Close All Editors');
});

/**
 * Selects a text that occurs once in the document, using the search widget. The widget is cleared first, because it ignores a text that it
 * already contains.
 */
async function select(words) {
  const isSelected = page.locator('.statusbar', { hasText: `(${words.length} selected)` });
  for (let tries = 0; tries < 5; tries++) {
    await page.keyboard.press('Control+f');
    await page.locator('.find-widget textarea').first().fill('');
    await page.locator('.find-widget textarea').first().fill(words);
    await page.locator('.find-widget .matchesCount', { hasText: '1 of 1' }).waitFor();
    await page.keyboard.press('Escape');
    const found = isSelected.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (await found) return;
  }
  assert.fail(`${words} is not selected`);
}

/** Records every list that appears on the screen, however briefly. */
const watch = () =>
  page.evaluate(() => {
    window.lists = [];
    clearInterval(window.watching);
    window.watching = setInterval(() => {
      const list = document.querySelector('.suggest-widget.visible .monaco-list-row');
      if (list) window.lists.push(list.getAttribute('aria-label'));
    }, 10);
  });
const lists = () => page.evaluate(() => [...new Set(window.lists)]);

async function type(text) {
  for (const key of text) {
    const name = named.get(key);
    if (name) await page.keyboard.press(name);
    else await page.keyboard.type(key);
    await page.waitForTimeout(25);
  }
  await page.waitForTimeout(600);
}
const named = new Map([
  ['\n', 'Enter'],
  ['\t', 'Tab'],
]);

/** Returns a text with typed keys appended. Tab inserts spaces up to the next multiple of four columns. */
function typedAfter(text, keys) {
  for (const key of keys) {
    const column = text.length - (text.lastIndexOf('\n') + 1);
    text += key === '\t' ? ' '.repeat(4 - (column % 4)) : key;
  }
  return text;
}

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
    await page.locator('.breadcrumbs-control .monaco-breadcrumb-item').nth(1).waitFor();
    await select('@@');
    await page.keyboard.press('Delete');
    await watch();
    await type(text);
    assert.deepEqual(await lists(), []);
    if (end !== '') {
      await type(end);
      await page.keyboard.press('Enter');
      await type('a');
    }
    const [before, after] = marked.split('@@');
    const expected = typedAfter(before, end === '' ? text : `${text}${end}\na`) + after;
    await becomes(() => saved(name), expected);
    if (end === '') return;
    // A template has a tab stop for the body. From there, Tab leads to the next message, whatever was typed.
    await page.keyboard.press('Escape');
    await type('\nuse');
    const focused = page.locator('.suggest-widget.visible .monaco-list-row.focused .label-name');
    assert.equal(await focused.first().innerText(), 'user');
    await page.keyboard.press('Tab');
    await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor({ state: 'hidden' });
    await watch();
    await type('say to=user <us');
    await page.keyboard.press('Tab');
    assert.deepEqual(await lists(), []);
    await type('z');
    // The text is kept as soon as it is complete, because saving it again empties the file for a moment.
    let written = '';
    const read = async () => {
      written = (await saved(name)).slice(expected.length);
      return written.endsWith('z');
    };
    await until(read, 'the last letter');
    assert.match(written, /^\n<\|.*say to=user <us<\|\w+\|>\n?z$/s);
  });
}
