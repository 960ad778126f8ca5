// Shows the prompt of a chat template beside its conversation, in the packaged extension.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import { hover, openFile, runCommand, screenshot, webview } from './workbench.mjs';

const noPython = spawnSync('python3', ['-c', 'import jinja2']).status !== 0;
let page, close;

const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'What is the weather in Lima?' },
  {
    role: 'assistant',
    content: 'I look.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: { city: 'Lima-by-the-sea' } } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: '21 degrees' },
];
const forgets =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function.name }}</call>{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}';

before(async () => {
  ({ page, close } = await openWindow('prompt', (folder) => {
    writeFileSync(join(folder, 'chat.messages.json'), `${JSON.stringify(messages, null, 2)}\n`);
    writeFileSync(join(folder, 'forgets.jinja'), forgets);
    const row = (content) => `${JSON.stringify([{ role: 'user', content }])}\n`;
    writeFileSync(join(folder, 'rows.messages.jsonl'), ['First', 'Second question', 'Third'].map(row).join(''));
    writeFileSync(
      join(folder, 'tokenizer_config.json'),
      `${JSON.stringify({ eos_token: '<|im_end|>', chat_template: forgets.replace('<|im_end|>', '<|im_edn|>') }, null, 2)}\n`,
    );
  }));
});

after(() => close?.());

afterEach(({ name }) => screenshot(page, name.replaceAll(/\W+/g, '-')));

test('a template of the workspace: the prompt, and what it leaves out', async () => {
  await openFile(page, 'chat.messages.json');
  // The palette does not update its list, so the command must be available before it opens.
  await page.locator('.editor-actions [aria-label*="Open Preview"]').first().waitFor();
  await runCommand(page, 'OpenChatML: Show Prompt from Chat Template');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'forgets.jinja' }).click();
  const preview = webview(page);
  await preview.locator('.stretch.token', { hasText: '<|im_start|>' }).first().waitFor();
  const text = await preview.locator('.prompt').innerText();
  assert.match(text, /<\|im_start\|>user\nWhat is the weather in Lima\?<\|im_end\|>/);
  const colorOf = (stretch) => stretch.first().evaluate((element) => getComputedStyle(element).color);
  const [token, said] = ['token', 'message'].map((kind) => preview.locator(`.stretch.${kind}`));
  assert.notEqual(await colorOf(token), await colorOf(said), 'a control token stands out from what messages say');
  assert.match(await preview.locator('.omitted').innerText(), /Omitted: Message 3: arguments of a call/);
  await preview.locator('#total', { hasText: /^\d+ tokens$/ }).waitFor();
  await screenshot(page, 'prompt');
});

test('a click leads to where it is written', async () => {
  // The page keeps the focus, so the status bar does not show the position of the cursor.
  const at = (line) => page.locator('.line-numbers.active-line-number', { hasText: new RegExp(`^${line}$`) }).waitFor();
  await webview(page).locator('.stretch.message', { hasText: 'What is the weather' }).click();
  await at(8);
  await webview(page).locator('.omitted', { hasText: 'arguments' }).click();
  await at(20);
  await screenshot(page, 'prompt-dropped');
});

test('the text at the cursor is marked in the prompt', async () => {
  await webview(page).locator('.stretch.message', { hasText: 'What is the weather' }).click();
  await webview(page).locator('.stretch.current', { hasText: 'What is the weather' }).waitFor();
  await screenshot(page, 'prompt-cursor');
});

test('beside that of another template, and beside what Python makes of it', async () => {
  const choose = async (label) => {
    await webview(page).locator('#compare').click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: label }).click();
  };
  await choose('The prompt from another template');
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: /^llama/ })
    .first()
    .click();
  const side = (which) => page.locator(`.editor-group-container.active .monaco-diff-editor .${which}`);
  await side('original').getByText('<|begin_of_text|>').first().waitFor();
  await side('modified').getByText('<|im_start|>').first().waitFor();
  await screenshot(page, 'prompt-compared');
  await page.keyboard.press('Control+F4');
  if (noPython) return;
  await choose('The prompt that Python renders');
  await side('original').getByText('<|im_start|>').first().waitFor();
  await screenshot(page, 'prompt-in-python');
  await page.keyboard.press('Control+F4');
});

test('templates as documents: what is wrong is underlined, and variables have a hover', async () => {
  for (const [name, marked] of [
    ['forgets.jinja', 'messages'],
    ['tokenizer_config.json', 'messages'],
  ]) {
    await openFile(page, name);
    await page.locator('.editor-group-container.active .cdr.squiggly-warning').first().waitFor();
    await hover(page, marked, /Always passed/);
    await screenshot(page, `template-${name.replaceAll('.', '-')}`);
    await page.keyboard.press('Escape');
  }
  await openFile(page, 'chat.messages.json');
  await webview(page).locator('#template').waitFor();
});

test('in a dark theme', async () => {
  await runCommand(page, 'Preferences: Color Theme');
  await page.locator('.quick-input-widget input').fill('Dark Modern');
  await page.keyboard.press('Enter');
  await page.locator('.monaco-workbench.vs-dark').waitFor();
  await webview(page).locator('.stretch.token').first().waitFor();
  await screenshot(page, 'prompt-dark');
});

test('another template, and the messages again', async () => {
  await webview(page).locator('#template').click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'llama' }).click();
  await webview(page).locator('.stretch.token', { hasText: '<|eot_id|>' }).first().waitFor();
  await screenshot(page, 'prompt-llama');
  await webview(page).locator('#template').click();
  await page.locator('.quick-input-list .monaco-list-row[aria-label^="Messages"]').click();
  await webview(page).locator('.message').first().waitFor();
});

test('in a data set: another row, its tokens, and the same row beside another template', async () => {
  await openFile(page, 'rows.messages.jsonl');
  await webview(page).getByText('First').first().waitFor();
  await webview(page).locator('#template').click();
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: /^chatml/ })
    .first()
    .click();
  await webview(page).locator('.stretch', { hasText: 'First' }).first().waitFor();
  await webview(page).locator('#next').click();
  await webview(page).locator('.stretch', { hasText: 'Second question' }).first().waitFor();
  await webview(page).locator('#count').getByText('of 3').waitFor();
  await webview(page)
    .locator('#total:not(.unknown)', { hasText: /^\d+ tokens$/ })
    .waitFor();
  await screenshot(page, 'prompt-row');
  await webview(page).locator('#number').fill('3');
  await page.keyboard.press('Enter');
  await webview(page).locator('.stretch', { hasText: 'Third' }).first().waitFor();
  await webview(page).locator('#previous').click();
  await webview(page).locator('.stretch', { hasText: 'Second question' }).first().waitFor();
  await webview(page).locator('#compare').click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'The prompt from another template' }).click();
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: /^llama/ })
    .first()
    .click();
  const side = (which) => page.locator(`.editor-group-container.active .monaco-diff-editor .${which}`);
  await side('original').getByText('Second question').first().waitFor();
  await side('modified')
    .locator('.view-line', { hasText: /Second\squestion/ })
    .first()
    .waitFor();
});
