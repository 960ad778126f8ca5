// Types in the packaged extension, key by key, and checks which lists open, what is inserted, and where lines are wrapped.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { typist } from './typist.mjs';
import { openWindow } from './window.mjs';
import { askForCompletions, becomes, completions, openFile, runCommand, screenshot, until } from './workbench.mjs';

const tool =
  'version: 2.2\n<|start|>developer<|message|>namespace functions {\ntype stock = (_: { symbol: string, day?: string }) => any;\n}<|end|>\n';
const long = `version: 2.2\n<|start|>user<|message|>${Array.from({ length: 60 }, (_, i) => 'x'.repeat(i % 23)).join(' <|literal|>a<|endliteral|> ')}<|end|>\n`;

let window;
before(async () => {
  window = await openWindow('typing', (folder) => {
    for (const name of ['a.chatml', 'a.llama3', 'a.phi3', 'a.ocml']) writeFileSync(join(folder, name), '');
    writeFileSync(join(folder, 'call.ocml'), tool);
    writeFileSync(join(folder, 'long.ocml'), long);
    writeFileSync(join(folder, 'header.ocml'), tool);
    writeFileSync(
      join(folder, 'arguments.ocml'),
      `${tool}<|start|>assistant to=functions.stock call_id=c1<|channel|>commentary<|constrain|>json<|message|>`,
    );
  });
  // Opening the first file starts the extension, and the first file of each language loads that language. On a slow machine, the first list
  // may therefore appear late.
  for (const name of ['call.ocml', 'a.chatml']) {
    await openFile(window.page, name);
    await window.page.keyboard.press('Control+End');
    await askForCompletions(window.page);
    await window.page.keyboard.press('Escape');
  }
});
after(() => window?.close());

const begin = async (name) => {
  await openFile(window.page, name);
  // If the mouse stayed here, a hover would open over the explorer.
  await window.page.mouse.move(0, 0);
  await window.page.keyboard.press('Control+End');
  return typist(window.page, window.folder, name);
};
const saved = (name) => readFileSync(join(window.folder, name), 'utf8');

for (const [name, expected] of [
  ['a.chatml', '<|im_start|>user\nHi<|im_end|>'],
  ['a.llama3', '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>'],
  ['a.phi3', '<|user|>\nHi<|end|>'],
])
  test(`an empty ${name} begins in the dialect of its extension`, async () => {
    const self = await begin(name);
    await self.take('us', 'user');
    await self.write('Hi');
    await self.saved();
    await becomes(() => saved(name).trimEnd(), expected);
  });

test('version is offered in an empty .ocml, and nothing is called stray on the way', async () => {
  const self = await begin('a.ocml');
  await self.type('vers');
  assert.equal((await completions(window.page)).includes('version'), true);
  assert.equal(await window.page.locator('.squiggly-error, .squiggly-warning').count(), 0);
  await window.page.keyboard.press('Escape');
  // Nobody presses Enter 15 ms after a character. On a busy machine, the list of versions is not closed any sooner.
  await self.type('ion: 2.2');
  await self.type('\n');
  await self.saved();
  await becomes(() => saved('a.ocml'), 'version: 2.2\n');
});

test('developer tools is written with its space', async () => {
  const self = await begin('call.ocml');
  await self.take('developer t', 'developer tools');
  await self.saved();
  await until(() => saved('call.ocml').includes('<|start|>developer<|message|># Instructions'), 'its text');
});

test('the arguments that are left are listed after a comma', async () => {
  const self = await begin('arguments.ocml');
  await self.type('{"symbol": "A", ');
  assert.deepEqual(await completions(window.page), ['day', 'deadline_ms']);
  await self.next();
  await self.write('Monday');
  await self.saved();
  await until(() => saved('arguments.ocml').includes('{"symbol": "A", "day": "Monday"'), 'both arguments');
});

test('no token is cut in two where a line is wrapped', async () => {
  await openFile(window.page, 'long.ocml');
  await window.page.setViewportSize({ width: 700, height: 900 });
  await window.page.waitForTimeout(500);
  const lines = await window.page
    .locator('.editor-instance .view-line')
    .evaluateAll((all) =>
      all.map((line) => [Number.parseInt(line.style.top, 10), line.textContent.replaceAll('\u00a0', ' ')]),
    );
  const texts = lines.sort((a, b) => a[0] - b[0]).map(([, text]) => text);
  assert.ok(texts.length > 10, `wrapped: ${texts.length}`);
  for (const text of texts) {
    assert.doesNotMatch(text, /<\|?\w*\|?$/, text);
    assert.doesNotMatch(text, /^\|?\w*\|?>/, text);
  }
});

test('while headers are typed, nothing turns or loads, and no text is called stray', async () => {
  const { page } = window;
  await page.setViewportSize({ width: 1280, height: 800 });
  const self = await begin('header.ocml');
  await runCommand(page, 'Problems: Focus on Problems View');
  await runCommand(page, 'OpenChatML: Open Preview to the Side, Locked');
  await openFile(page, 'header.ocml');
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(3000);
  await page.evaluate(() => {
    window.seen = new Set();
    const spinners = '.codicon-modifier-spin, .codicon-loading, .monaco-progress-container.active';
    window.watching = setInterval(() => {
      // The indicators for saving and for starting other extensions are ignored, because VS Code does both by itself.
      for (const one of document.querySelectorAll(spinners))
        if (
          one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !/Saving|Activating Extensions/.test(one.parentElement.textContent)
        )
          window.seen.add(`${one.className} in ${one.closest('[id]')?.id}: ${one.parentElement.textContent}`);
      for (const one of document.querySelectorAll('.suggest-widget.visible'))
        if (/Loading/.test(one.innerText)) window.seen.add(one.innerText);
      const problems = document.querySelector('.markers-panel')?.innerText ?? '';
      const stray = /stray-text|E-PARSE-\w+/.exec(problems);
      if (stray) window.seen.add(stray[0]);
    }, 10);
  });
  for (const header of [
    '<|start|>user name=mira<|message|>Hi<|end|>',
    '<|start|>assistant to=functions.stock call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>',
  ]) {
    for (const key of header) {
      await page.keyboard.type(key);
      // The keys are typed as people type, with a pause now and then in which lists can open and problems can appear.
      await page.waitForTimeout(key === ' ' || key === '>' ? 900 : 60);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  }
  await page.waitForTimeout(2000);
  await screenshot(page, 'typing-headers');
  const seen = await page.evaluate(() => {
    clearInterval(window.watching);
    return [...window.seen];
  });
  assert.deepEqual(seen, []);
  await self.saved();
  assert.match(
    saved('header.ocml'),
    /to=functions\.stock call_id=c1<\|channel\|>commentary<\|constrain\|>json<\|message\|>/,
  );
});
