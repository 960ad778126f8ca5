// The packaged file, installed into a clean VS Code and used as a person would.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openPage } from '../../scripts/host/browser.mjs';
import { startServer } from '../../scripts/host/server.mjs';
import { vsix } from '../../scripts/package.mjs';
import { examples } from '../../scripts/paths.mjs';
import { colors, completions, hover, openFile, ready, runCommand, screenshot, webview } from './workbench.mjs';

const hostile = JSON.parse(readFileSync(new URL('../attack/hostile-html.json', import.meta.url), 'utf8'));

let folder, server, browser, page;

before(async () => {
  // A copy: VS Code in a browser saves by itself.
  folder = mkdtempSync(join(tmpdir(), 'openchatml-examples-'));
  cpSync(examples, folder, { recursive: true });
  const bodies = hostile.map((html) => `<|start|>user content_type=constructor<|message|>${html}<|end|>\n`);
  writeFileSync(join(folder, 'hostile.ocml'), `version: 2.2\n\n${bodies.join('')}`);
  writeFileSync(join(folder, 'train.jsonl'), '{"conversations": [{"from": "humn", "value": "Hi"}]}\n');
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

afterEach(async ({ name }) => {
  await screenshot(page, name.replaceAll(/\W+/g, '-'));
  await page.keyboard.press('Escape');
});

test('highlighting', async () => {
  await openFile(page, 'trip.ocml');
  const distinct = async () => new Set((await colors(page)).map((span) => span.color)).size;
  await until(async () => (await distinct()) > 4, 'more than four colours');
  const shown = await colors(page);
  const messages = shown.slice(shown.findIndex((span) => span.text.includes('start')));
  const color = (text) => messages.find((span) => span.text.includes(text))?.color;
  assert.notEqual(color('start'), color('You help people'), 'a control token stands out from the text');
  assert.notEqual(color('system'), color('You help people'), 'a role stands out from the text');
});

test('hover', async () => {
  await hover(page, 'system', /hidden/i);
});

test('diagnostics', async () => {
  await openFile(page, 'mistakes.ocml');
  await page.locator('.monaco-editor .squiggly-error').first().waitFor();
  await hover(page, 'asistant', /E-PARSE-HEADER/);
  await screenshot(page, 'diagnostic-hover');
  await runCommand(page, 'Problems: Focus on Problems View');
  const problems = page.locator('.markers-panel .monaco-list-row');
  await problems.filter({ hasText: 'E-PARSE-HEADER' }).first().waitFor();
  await screenshot(page, 'problems');
  await runCommand(page, 'View: Hide Panel');
});

test('page of a rule', async () => {
  await hover(page, 'asistant', /E-PARSE-HEADER/);
  await page.locator('.monaco-hover:visible a', { hasText: 'E-PARSE-HEADER' }).click();
  await webview(page).getByRole('heading', { name: 'E-PARSE-HEADER' }).waitFor();
});

test('completion', async () => {
  await openFile(page, 'completion.harmony');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<|start|>user<|');
  const labels = await completions(page);
  await screenshot(page, 'completion-list');
  assert.ok(labels.includes('<|message|>'), labels.join(' '));
  assert.ok(!labels.includes('<|end|>'), 'a header is not closed');
  await page.keyboard.type('mess');
  // The list is asked for anew with each letter; who accepts from it has seen it.
  await page.locator('.suggest-widget .monaco-list-row.focused', { hasText: '<|message|>' }).waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: '<|start|>user<|message|>' }).waitFor();
});

test('preview', async () => {
  await openFile(page, 'trip.ocml');
  await runCommand(page, 'OpenChatML: Open Preview to the Side');
  const preview = webview(page).locator('body');
  await preview.getByText('should stay dry').waitFor();
  const text = await preview.innerText();
  assert.match(text, /Plan/, 'a preamble is for the user');
  assert.doesNotMatch(text, /safer and direct/, 'the analysis is not');
  assert.doesNotMatch(text, /You help people plan trips/, 'nor is the system message');
});

test('the preview follows the text', async () => {
  await page.locator('.tab', { hasText: 'trip.ocml' }).first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<|start|>user<|message|>One more thing');
  await webview(page).getByText('One more thing').waitFor();
});

test('hidden layers, on request only', async () => {
  const preview = webview(page);
  await preview.getByRole('switch').click();
  await preview.getByText('Hidden layers are shown').waitFor();
  await preview.getByText('The second train is just in time').waitFor();
  await screenshot(page, 'preview-hidden-layers');
  await preview.getByRole('switch').click();
  await preview.getByText('The second train is just in time').waitFor({ state: 'detached' });
});

test('hostile HTML is text in the preview, and does nothing', async () => {
  const attacks = [];
  const note = (request) => /attack\.example/.test(request.url()) && attacks.push(request.url());
  page.on('request', note);
  await openFile(page, 'hostile.ocml');
  const preview = webview(page);
  await preview.getByText('<meta http-equiv=refresh').first().waitFor();
  assert.equal(await preview.locator('.message').count(), hostile.length);
  const made = await preview
    .locator('.message > .body')
    .evaluateAll((bodies) =>
      bodies.flatMap((body) => [...body.querySelectorAll('*')].map(({ localName }) => localName)),
    );
  assert.deepEqual(
    made.filter(
      (name) =>
        !/^(?:p|div|a|span|mark|hr|blockquote|em|strong|s|code|pre|br|[uo]l|li|table|thead|tbody|t[rhd]|h[1-6])$/.test(
          name,
        ),
    ),
    [],
  );
  await page.waitForTimeout(500);
  assert.equal(await preview.locator('body').evaluate(() => 'attacked' in window), false);
  assert.equal(await preview.locator('.message').count(), hostile.length, 'the page is still there');
  page.off('request', note);
  assert.deepEqual(attacks, []);
});

test('what a file was taken for is said, and can be changed', async () => {
  await openFile(page, 'train.jsonl');
  const status = page.locator('.hover-language-status .left', { hasText: /detected|chosen for this file/ });
  const said = async (what) => {
    await until(async () => {
      await page.mouse.move(0, 0);
      await page.locator('[id="status.languageStatus"]').hover();
      await page.waitForTimeout(300);
      return (await status.allInnerTexts()).some((text) => what.test(text));
    }, String(what));
  };
  await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
  await said(/ShareGPT conversations.*detected/s);
  await screenshot(page, 'taken-for');
  await runCommand(page, 'OpenChatML: Read File As');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Stream events' }).click();
  await said(/Stream events.*chosen for this file/s);
  await screenshot(page, 'chosen-for');
  await runCommand(page, 'OpenChatML: Read File As');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Automatic' }).click();
  await said(/ShareGPT conversations.*detected/s);
});

test('the details page: for users, and whole without a network', async () => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Extensions: Show Installed Extensions');
  await page.locator('.extension-list-item', { hasText: 'OpenChatML' }).first().click();
  const details = webview(page).locator('body');
  await details.getByRole('heading', { name: 'What it does' }).waitFor();
  assert.equal(await details.locator('img').count(), 0, 'a picture would be broken');
  assert.doesNotMatch(await details.innerText(), /npm/);
});

/** Waits for what no locator can: a condition on what is on the screen. */
async function until(condition, what) {
  for (let i = 0; i < 200; i++) {
    if (await condition()) return;
    await page.waitForTimeout(200);
  }
  assert.fail(`Not seen: ${what}`);
}
