// Explains an error of a server that a user finds in a log. The log offers an explanation at the line of the error. The page opens beside
// the output and offers a repair.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { themes } from './graph-samples.mjs';
import { openWindow } from './window.mjs';
import { openFile, runCommand, screenshot, until, webview } from './workbench.mjs';

const output =
  '<|channel|>analysis<|message|>The user asks for <b>bold</b> & more. I search.<|end|><|start|>assistant<|channel|>commentary to=functions.search code to=functions.search<|message|>{"query": "weather in Paris tomorrow, hour by hour"}<|call|>';
const log = [
  'INFO 08-06 23:25:57 started',
  `INFO 08-06 23:25:58 output: ${JSON.stringify(output)}`,
  'ERROR 08-06 23:25:58 openai_harmony.HarmonyError: unexpected tokens remaining in message header: Some("to=functions.search code")',
  'INFO 08-06 23:25:59 next',
  '',
].join('\n');

let page, close, choose;
before(async () => {
  ({ page, close } = await openWindow('explain', (folder) => {
    choose = (settings) => {
      const file = join(folder, '.vscode/settings.json');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(settings));
    };
    choose({});
    writeFileSync(join(folder, 'server.log'), log);
    writeFileSync(join(folder, 'chat.ocml'), 'version: 2.2\n<|start|>user<|message|>Hello there<|end|>\n');
  }));
});
after(() => close?.());
afterEach(({ name }) => screenshot(page, `explain-${name.replaceAll(/\W+/g, '-')}`));

/** Returns the text of the document in the column with this number. */
const textIn = async (column) => {
  const text = await page.locator('.editor-group-container .view-lines').nth(column).innerText();
  return text.replaceAll('\u00a0', ' ');
};
const explanation = () => webview(page).locator('main');

test('a log with the error of a parser offers to explain it, beside the preview and not over it', async () => {
  await openFile(page, 'chat.ocml');
  // The key only works in transcripts, and the editor recognizes the file as one only a moment after it is shown.
  await page.locator('.editor-actions [aria-label*="Open Preview"]').first().waitFor();
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('v');
  await webview(page).getByText('Hello there').waitFor();
  await page.locator('.tab', { hasText: 'chat.ocml' }).first().click();
  await openFile(page, 'server.log');
  await page.locator('.editor-actions [aria-label*="Explain Model Output"]').first().waitFor();
  const offer = page.locator('.codelens-decoration a', { hasText: 'Explain this error' });
  await offer.waitFor();
  // The line moves down when the code lens appears above it.
  await page.waitForTimeout(1000);
  await offer.click();
  await page.locator('.tab', { hasText: 'Explanation 1' }).waitFor();
  await until(async () => (await page.locator('.editor-group-container').count()) === 3, 'three columns');
  await screenshot(page, 'explain-beside-preview');
  assert.ok((await textIn(0)).includes('to=functions.search'));
  // The preview now shows the output, because the output is a transcript.
  await page.locator('.tab', { hasText: 'Preview Untitled-1' }).click({ button: 'middle' });
  await page.locator('.tab', { hasText: 'Preview Untitled-1' }).waitFor({ state: 'detached' });
  await explanation()
    .getByRole('heading', { name: /Rejected at line 1/ })
    .waitFor();
  // The page shows HTML in the output as text.
  await explanation().getByText('<b>bold</b>').first().waitFor();
});

test('the repair is compared and taken over by keys alone', async () => {
  await page.locator('.tab', { hasText: 'Explanation 1' }).click();
  await runCommand(page, 'OpenChatML: Compare Repair');
  await page.locator('.tab', { hasText: 'Output ↔ Repaired' }).waitFor();
  await screenshot(page, 'explain-compare');
  await page.locator('.tab', { hasText: 'Output ↔ Repaired' }).click({ button: 'middle' });
  await page.locator('.tab', { hasText: 'Explanation 1' }).click();
  await explanation().click({ position: { x: 4, y: 4 } });
  const focused = () =>
    webview(page)
      .locator(':focus')
      .innerText()
      .catch(() => '');
  for (let i = 0; i < 12 && (await focused()) !== 'Apply Repair'; i++) await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Apply Repair');
  await page.keyboard.press('Enter');
  await explanation().getByText('The repair has been applied.').waitFor();
  await until(async () => !(await textIn(0)).includes('code to='), 'the repaired output');
  await page.keyboard.press('Control+z');
  await until(async () => (await textIn(0)).includes('code to='), 'the output again');
});

for (const [look, theme] of Object.entries(themes))
  test(`theme ${look}`, async () => {
    choose({ 'workbench.colorTheme': theme });
    await page.waitForTimeout(3000);
    const wide = await explanation().evaluate((main) => main.scrollWidth - main.clientWidth);
    assert.ok(wide <= 1, `${wide}px too wide`);
  });
