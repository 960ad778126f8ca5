// Installs the packaged extension in a clean VS Code, and uses it as a user would.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { examples } from '../../scripts/paths.mjs';
import { openWindow } from './window.mjs';
import { colors, completions, hover, openFile, runCommand, screenshot, until, webview } from './workbench.mjs';

const hostile = JSON.parse(readFileSync(new URL('../attack/hostile-html.json', import.meta.url), 'utf8'));
/** Two parts, because the page shows only a limited number of messages. */
const hostileParts = [hostile.slice(0, 60), hostile.slice(60)];

let page, close;

before(async () => {
  ({ page, close } = await openWindow('examples', (folder) => {
    // The files are copied, because VS Code in a browser saves files automatically.
    cpSync(examples, folder, { recursive: true });
    for (const [i, part] of hostileParts.entries()) {
      const bodies = part.map((html) => `<|start|>user content_type=constructor<|message|>${html}<|end|>\n`);
      writeFileSync(join(folder, `hostile${i}.ocml`), `version: 2.2\n\n${bodies.join('')}`);
    }
    writeFileSync(join(folder, 'train.jsonl'), '{"conversations": [{"from": "humn", "value": "Hi"}]}\n');
  }));
});

after(() => close?.());

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
  // The list is updated with each letter, so the test waits until the item is selected, as a user would.
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
  // On a narrow page, the strip has a shorter text.
  await preview
    .getByText(/^Hidden layers/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await preview.getByText('The second train is just in time').waitFor();
  await screenshot(page, 'preview-hidden-layers');
  await preview.getByRole('switch').click();
  await preview.getByText('The second train is just in time').waitFor({ state: 'detached' });
});

test('hostile HTML is text in the preview, and does nothing', async () => {
  const attacks = [];
  const note = (request) => /attack\.example/.test(request.url()) && attacks.push(request.url());
  page.on('request', note);
  const preview = webview(page);
  const allowed =
    /^(?:p|div|a|span|mark|hr|blockquote|em|strong|s|code|pre|br|[uo]l|li|table|thead|tbody|t[rhd]|h[1-6])$/;
  for (const [i, part] of hostileParts.entries()) {
    await openFile(page, `hostile${i}.ocml`);
    await until(async () => (await preview.locator('.message').count()) === part.length, `part ${i}`);
    const made = await preview
      .locator('.message > .body')
      .evaluateAll((bodies) =>
        bodies.flatMap((body) => [...body.querySelectorAll('*')].map(({ localName }) => localName)),
      );
    assert.deepEqual(
      made.filter((name) => !allowed.test(name)),
      [],
    );
    await page.waitForTimeout(500);
    assert.equal(await preview.locator('body').evaluate(() => 'attacked' in window), false);
    assert.equal(await preview.locator('.message').count(), part.length, 'the page is still there');
  }
  page.off('request', note);
  assert.deepEqual(attacks, []);
});

test('what a file was taken for is said, and can be changed', async () => {
  await openFile(page, 'train.jsonl');
  const status = page.locator('.hover-language-status .left', {
    hasText: /detected by its content|chosen for this file/,
  });
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
  await runCommand(page, 'OpenChatML: Change Dialect');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Stream events' }).click();
  await said(/Stream events.*chosen for this file/s);
  await screenshot(page, 'chosen-for');
  await runCommand(page, 'OpenChatML: Change Dialect');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Automatic' }).click();
  await said(/ShareGPT conversations.*detected/s);
});

test('the details page: for users, and whole without a network', async () => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Extensions: Show Installed Extensions');
  await page.locator('.extension-list-item', { hasText: 'OpenChatML' }).first().click();
  const details = webview(page).locator('body');
  await details.getByRole('heading', { name: 'Check a training file' }).waitFor();
  assert.equal(await details.locator('img').count(), 0, 'a picture would be broken');
  assert.doesNotMatch(await details.innerText(), /npm/);
});
