// Shows the tokens of a row that a trainer trains on, beside the data set, in the packaged extension.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { root } from '../../scripts/paths.mjs';
import { themes } from './graph-samples.mjs';
import { openWindow } from './window.mjs';
import { openFile, runCommand, screenshot, webview } from './workbench.mjs';

let page, close, folder;

const row = (question, answer) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });
const rows = [
  row('Hi', 'Hello.'),
  row('What is the weather in Lima?', 'It is dry.\nAnd warm.'),
  row('Bye', 'Goodbye.'),
];

const settings = () => join(folder, '.vscode', 'settings.json');
const choose = (values) => writeFileSync(settings(), JSON.stringify({ 'problems.visibility': true, ...values }));

before(async () => {
  ({ page, close, folder } = await openWindow('training', (to) => {
    folder = to;
    mkdirSync(join(to, '.vscode'));
    choose({});
    cpSync(join(root, 'examples/tasks/model'), join(to, 'model'), { recursive: true });
    writeFileSync(join(to, 'rows.messages.jsonl'), `${rows.join('\n')}\n`);
  }));
});

after(() => close?.());

afterEach(({ name }) => screenshot(page, name.replaceAll(/\W+/g, '-')));

const listed = (text) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
const preview = () => webview(page);
const at = (line) => page.locator('.line-numbers.active-line-number', { hasText: new RegExp(`^${line}$`) }).waitFor();

test('trainer and tokenizer are chosen; then the row at the cursor is shown with what is trained', async () => {
  await openFile(page, 'rows.messages.jsonl');
  await page.locator('.editor-actions [aria-label*="Open Preview"]').first().waitFor();
  await runCommand(page, 'OpenChatML: Show What a Trainer Trains On');
  await listed('axolotl').click();
  await listed('model/tokenizer.json').click();
  await preview().locator('.run.trained', { hasText: 'Hello.' }).waitFor();
  assert.match(await preview().locator('.training-share').innerText(), /^\d+ of \d+ tokens are trained/);
  // Beside an editor, the bar has room for only the short label; the trainer is among the options below it.
  assert.equal(await preview().locator('#training').innerText(), 'Training');
  assert.equal(await preview().locator('#training .full').textContent(), 'Training: axolotl');
  const stop = preview().locator('.stretch.stop');
  assert.deepEqual([await stop.count(), await preview().locator('.stop.hollow').count()], [1, 1]);
  assert.match(await stop.getAttribute('title'), /^not trained: stop token of answer 1, because of `train_on_eos`$/);
});

test('the findings are problems of the file, and lead from row to row', async () => {
  await page.locator('.tab[data-resource-name="rows.messages.jsonl"]').first().click();
  await page.locator('.squiggly-error, .squiggly-warning').first().waitFor();
  await preview().getByRole('button', { name: 'Next row with a finding' }).click();
  await preview().locator('.run.trained', { hasText: 'And warm.' }).waitFor();
  await at(2);
  await preview().getByRole('button', { name: 'Next row with a finding' }).click();
  await preview().locator('.run.trained', { hasText: 'Goodbye.' }).waitFor();
  await preview().getByRole('button', { name: 'Previous row with a finding' }).click();
  await preview().locator('.run.trained', { hasText: 'And warm.' }).waitFor();
});

test('a click leads to where it is written', async () => {
  await preview().locator('.stretch', { hasText: 'What is the weather' }).click();
  await preview().locator('.stretch.current', { hasText: 'What is the weather' }).waitFor();
  await at(2);
});

/** Enters text into an input box as soon as it is open. A list may have been open before. */
async function answer(title, text) {
  await page.locator('.quick-input-title', { hasText: title }).waitFor();
  await page.locator('.quick-input-widget input').fill(text);
  await page.keyboard.press('Enter');
}

test('an option is changed at the top, and the length', async () => {
  await preview().getByRole('button', { name: 'Options…' }).click();
  await page.locator('.quick-input-list').getByText('eot_tokens', { exact: true }).click();
  await answer('eot_tokens', '["<|im_end|>"]');
  await preview().locator('.stop.solid').waitFor();
  await preview().getByRole('button', { name: 'eot_tokens=["<|im_end|>"]' }).waitFor();
  await preview().getByRole('button', { name: 'at most 512 tokens' }).click();
  await answer('The maximum number of tokens per row', '55');
  await preview().getByText('at most 55 tokens').waitFor();
  await preview().locator('.note', { hasText: 'The trainer drops this row' }).waitFor();
  await preview().getByRole('button', { name: 'axolotl', exact: true }).click();
  await listed('flags').click();
  await preview().locator('.cut-line', { hasText: 'cut here: 55 of' }).waitFor();
});

for (const [look, theme] of Object.entries(themes))
  test(`training ${look}`, async () => {
    choose({ 'workbench.colorTheme': theme });
    const kind = look.startsWith('high contrast') ? 'high-contrast' : look;
    await preview().locator(`body.vscode-${kind}`).waitFor();
    await preview().locator('.run.trained').first().waitFor();
    await page.waitForTimeout(1000);
  });

test('next to what another trainer trains', async () => {
  await preview().locator('#compare').click();
  await listed('Another trainer').click();
  await listed('unsloth').click();
  await page.locator('.tab', { hasText: 'Training: unsloth' }).waitFor();
  const compared = page.locator('.editor-group-container.active .monaco-diff-editor');
  await compared.getByText('tokens are trained').first().waitFor();
  await compared.getByText('«').first().waitFor();
});
