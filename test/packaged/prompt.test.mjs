// The prompt of a chat template beside its conversation, in the packaged extension.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openPage } from '../../scripts/host/browser.mjs';
import { startServer } from '../../scripts/host/server.mjs';
import { vsix } from '../../scripts/package.mjs';
import { openFile, ready, runCommand, screenshot, webview } from './workbench.mjs';

let folder, server, browser, page;

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
  folder = mkdtempSync(join(tmpdir(), 'openchatml-prompt-'));
  writeFileSync(join(folder, 'chat.messages.json'), `${JSON.stringify(messages, null, 2)}\n`);
  writeFileSync(join(folder, 'forgets.jinja'), forgets);
  server = await startServer({ folder, vsix });
  ({ browser, page } = await openPage());
  await page.goto(server.url);
  await ready(page);
});

after(async () => {
  await browser?.close();
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(({ name }) => screenshot(page, name.replaceAll(/\W+/g, '-')));

test('a template of the workspace: the prompt, and what it leaves out', async () => {
  await openFile(page, 'chat.messages.json');
  // The palette does not look again: what it is to list must be there before it opens.
  await page.locator('.editor-actions [aria-label*="Open Preview"]').first().waitFor();
  await runCommand(page, 'OpenChatML: Show Prompt of Chat Template');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'forgets.jinja' }).click();
  const preview = webview(page);
  await preview.locator('.stretch.token', { hasText: '<|im_start|>' }).first().waitFor();
  const text = await preview.locator('.prompt').innerText();
  assert.match(text, /<\|im_start\|>user\nWhat is the weather in Lima\?<\|im_end\|>/);
  const colorOf = (stretch) => stretch.first().evaluate((element) => getComputedStyle(element).color);
  const [token, said] = ['token', 'message'].map((kind) => preview.locator(`.stretch.${kind}`));
  assert.notEqual(await colorOf(token), await colorOf(said), 'a control token stands out from what messages say');
  assert.match(await preview.locator('.dropped').innerText(), /Message 3: arguments of a call/);
  await screenshot(page, 'prompt');
});

test('a click leads to where it is written', async () => {
  // The page keeps the focus, so the status bar says nothing of the cursor.
  const at = (line) => page.locator('.line-numbers.active-line-number', { hasText: new RegExp(`^${line}$`) }).waitFor();
  await webview(page).locator('.stretch.message', { hasText: 'What is the weather' }).click();
  await at(8);
  await webview(page).locator('.dropped button', { hasText: 'arguments' }).click();
  await at(20);
  await screenshot(page, 'prompt-dropped');
});

test('the text at the cursor is marked in the prompt', async () => {
  await webview(page).locator('.stretch.message', { hasText: 'What is the weather' }).click();
  await webview(page).locator('.stretch.current', { hasText: 'What is the weather' }).waitFor();
  await screenshot(page, 'prompt-cursor');
});

test('another template, and the messages again', async () => {
  await webview(page).locator('#template').click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'llama' }).click();
  await webview(page).locator('.stretch.token', { hasText: '<|eot_id|>' }).first().waitFor();
  await screenshot(page, 'prompt-llama');
  await webview(page).locator('#template').click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Messages' }).click();
  await webview(page).locator('.message').first().waitFor();
});
