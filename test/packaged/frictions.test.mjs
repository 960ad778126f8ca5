// Offers of the packaged extension around a document: names in lists, configurations.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openWindow } from './window.mjs';
import { completions, openFile, screenshot } from './workbench.mjs';

const named = (id) =>
  `<|start|>user name=ann<|message|>Question ${id}<|end|>\n<|start|>assistant<|channel|>final<|message|>Answer ${id}<|end|>\n`;
const rows =
  '{"messages":[{"role":"user","content":"First question"},{"role":"assistant","content":"Yes"}]}\n{"messages":[{"role":"user","content":"Second question"},{"role":"assistant","content":"No"}]}\n';

let page, close;
before(async () => {
  ({ page, close } = await openWindow('frictions', (folder) => {
    writeFileSync(join(folder, 'names.ocml'), `version: 2.2\n${named(1)}${named(2)}${named(3)}`);
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

test('.ocmlrc.yaml is completed', async () => {
  await open('.ocmlrc.yaml');
  await page.keyboard.type('stri', { delay: 40 });
  assert.equal((await completions(page))[0], 'strict');
  await page.keyboard.press('Tab');
  assert.deepEqual((await completions(page)).sort(), ['false', 'true']);
  await page.keyboard.press('Escape');
});
