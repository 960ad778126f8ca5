// Follows calls, replies and tools by keyboard and mouse, as a user does, and takes pictures in each kind of theme.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { call, calls, chatml, themes } from './graph-samples.mjs';
import { openWindow } from './window.mjs';
import { askForCompletions, becomes, hover, openFile, runCommand, screenshot } from './workbench.mjs';

let folder, page, close;
const settings = { 'editor.linkedEditing': true, 'editor.minimap.enabled': false };
const choose = (more = {}) =>
  writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ ...settings, ...more }));

before(async () => {
  ({ page, close } = await openWindow('graph', (own) => {
    folder = own;
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, 'calls.ocml'), calls);
    writeFileSync(join(folder, 'chat.ocml'), chatml);
    choose();
  }));
  await openFile(page, 'calls.ocml');
  await lens('2 calls').waitFor();
});

after(() => close?.());

afterEach(async ({ name }) => {
  await screenshot(page, name.replaceAll(/\W+/g, '-'));
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
});

/** Returns a visible lens with this title. The editor also has hidden copies of lenses, which come first. */
const lens = (title) => page.locator('.codelens-decoration a:visible', { hasText: title }).first();
const peek = () => page.locator('.reference-zone-widget');
const places = () => peek().locator('.ref-tree .monaco-list-row .referenceMatch');
/** Returns the line and the column of the caret. */
const caret = async () =>
  /Ln (\d+), Col (\d+)/
    .exec(await page.locator('[id="status.editor.selection"]').innerText())
    ?.slice(1)
    .join(':');

/** Puts the caret at the end of the `nth` occurrence of a text in the document, and waits until it is there. */
async function go(text, nth = 1, of = calls) {
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  // The search widget still contains the last text, and does not search again if the same text is entered.
  await page.locator('.find-widget textarea').first().fill('');
  await page.locator('.find-widget textarea').first().fill(text);
  await page.locator('.find-widget .matchesCount', { hasText: '1 of' }).waitFor();
  for (let i = 1; i < nth; i++) await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  // The status bar is updated later than the caret, so the test waits for it.
  await becomes(caret, end(text, nth, of));
}

/** Returns the line and the column of the end of an occurrence of a text, counted like the editor does. */
function end(text, nth = 1, all = calls) {
  let at = -1;
  for (let i = 0; i < nth; i++) at = all.indexOf(text, at + 1);
  const lines = all.slice(0, at + text.length).split('\n');
  return `${lines.length}:${lines.at(-1).length + 1}`;
}

test('a click on a lens lists what it counts', async () => {
  await lens('2 calls').click();
  await peek().waitFor();
  await becomes(() => places().count(), 2);
  await page.keyboard.press('Escape');
  await peek().waitFor({ state: 'detached' });
  await lens('reply').click();
  await peek().waitFor();
  await becomes(() => places().count(), 1);
  assert.match(await places().first().innerText(), /^call_id=lyon/);
});

test('F12 from a reply to its call, and from the call to the declaration', async () => {
  await go('call_id=lyon', 2);
  await page.keyboard.press('F12');
  const [line, column] = end('call_id=').split(':');
  await becomes(caret, `${line}:${column}`);
  await go('functions.get_weather');
  await page.keyboard.press('F12');
  const [declared] = end('type get_weather').split(':');
  await becomes(async () => (await caret())?.split(':')[0], declared);
});

test('Shift+F12 lists the places of a tool', async () => {
  await go('functions.get_weather');
  await page.keyboard.press('Shift+F12');
  await peek().waitFor();
  await becomes(() => places().count(), 5);
});

test('a name that is taken is refused, with the reason', async () => {
  await go('call_id=lyon');
  await page.keyboard.press('F2');
  await page.locator('.rename-box input:focus').waitFor();
  assert.equal(await page.locator('.rename-box input').inputValue(), 'lyon');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('rome');
  await page.keyboard.press('Enter');
  await page.getByText('is taken: it is already the id of a call').first().waitFor();
  assert.equal(readFileSync(join(folder, 'calls.ocml'), 'utf8'), calls);
});

test('an id is typed in its call and in its reply at once, and undone at once', async () => {
  await go('call_id=rome');
  // The editor requests linked ranges only when the caret has come to rest.
  await page.waitForTimeout(1500);
  await page.keyboard.type('2', { delay: 60 });
  await becomes(() => saved('calls.ocml', 'call_id=rome2'), 2);
  await page.keyboard.press('Control+z');
  await becomes(() => saved('calls.ocml', 'call_id=rome2'), 0);
  assert.equal(readFileSync(join(folder, 'calls.ocml'), 'utf8'), calls);
});

test('the call hierarchy: a tool, its calls, their replies', async () => {
  await go('functions.get_weather');
  await page.keyboard.press('Shift+Alt+h');
  const rows = page.locator('.sidebar .monaco-list-row');
  await rows.filter({ hasText: 'functions.get_weather lyon' }).first().waitFor();
  await rows.filter({ hasText: 'functions.get_weather lyon' }).first().click();
  await page.keyboard.press('ArrowRight');
  await rows.filter({ hasText: '←' }).first().waitFor();
});

/** Opens a file while the side bar shows another view. */
async function show(name) {
  await page.keyboard.press('Control+p');
  await page.locator('.quick-input-widget input').fill(name);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
}

test('tags are renamed in pairs while one is typed', async () => {
  await show('chat.ocml');
  await go('<think', 1, chatml);
  await page.waitForTimeout(1500);
  await page.keyboard.type('s', { delay: 60 });
  await becomes(() => saved('chat.ocml', 'thinks>'), 2);
  await page.keyboard.press('Control+z');
  await becomes(() => saved('chat.ocml', 'thinks>'), 0);
});

test('F12 in ChatML, where order tells which call is meant', async () => {
  await show('chat.ocml');
  await go('"name": "get_weather"', 2, chatml);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F12');
  await becomes(async () => (await caret())?.split(':')[0], end('"name": "get_weather"', 1, chatml).split(':')[0]);
});

for (const [look, theme] of Object.entries(themes)) {
  test(`looks: ${look}`, async () => {
    const name = (what) => `${what}-${look.replaceAll(' ', '-')}`;
    choose({ 'workbench.colorTheme': theme });
    // VS Code in a browser saves files automatically.
    await saved('calls.ocml', '');
    writeFileSync(join(folder, 'calls.ocml'), calls);
    await show('calls.ocml');
    await page.waitForTimeout(1500);
    await runCommand(page, 'View: Show Explorer');
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+Home');
    await lens('2 calls').waitFor();
    await page.waitForTimeout(1000);
    await screenshot(page, name('highlighting'));
    await hover(page, 'lyon', /call id/);
    // The hover fades in.
    await page.waitForTimeout(300);
    await screenshot(page, name('hover'));
    await page.mouse.move(0, 0);
    await go('functions.get_weather');
    await page.keyboard.press('Shift+Alt+h');
    const rows = page.locator('.sidebar .monaco-list-row');
    await rows.filter({ hasText: 'rome' }).first().waitFor();
    await page.waitForTimeout(500);
    await screenshot(page, name('call-hierarchy'));
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(call, { delay: 0 });
    assert.ok((await askForCompletions(page)).includes('unit'));
    await page.waitForTimeout(700);
    await screenshot(page, name('completion'));
    await page.keyboard.press('Escape');
  });
}

/** Returns how often a text occurs in a file after it was saved. */
async function saved(name, text) {
  await page.keyboard.press('Control+s');
  await page.waitForTimeout(200);
  return readFileSync(join(folder, name), 'utf8').split(text).length - 1;
}
