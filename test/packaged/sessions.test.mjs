// Opens a session that an agent stored on this machine, from the list, as a user who wants to know what went wrong at call 240.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { themes } from './graph-samples.mjs';
import { daysWork } from './session-samples.mjs';
import { openWindow } from './window.mjs';
import { screenshot, until, webview } from './workbench.mjs';

const home = mkdtempSync(join(tmpdir(), 'openchatml-agents-'));
const projects = join(home, '.claude', 'projects', '-work-app');
let page, close, folder;
const settings = (values) => writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(values));

before(async () => {
  mkdirSync(projects, { recursive: true });
  const log = daysWork(300, 240);
  writeFileSync(join(projects, 'new.jsonl'), log);
  writeFileSync(join(projects, 'old.jsonl'), log.replace('Rename the setting', 'Delete the setting'));
  utimesSync(join(projects, 'old.jsonl'), 1_700_000_000, 1_700_000_000);
  // The folders of the user who runs the test are not read.
  Object.assign(process.env, {
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CODEX_HOME: join(home, '.codex'),
    PI_CODING_AGENT_DIR: join(home, '.pi'),
  });
  ({ page, close, folder } = await openWindow('sessions', (to) => {
    folder = to;
    mkdirSync(join(to, '.vscode'));
    settings({});
    writeFileSync(join(to, 'note.txt'), 'Nothing.');
  }));
});
after(async () => {
  await close?.();
  rmSync(home, { recursive: true, force: true });
});

afterEach(({ name }) => screenshot(page, `sessions-after-${name.slice(0, 20).replaceAll(/\W+/g, '-')}`));

const conversation = () => webview(page).locator('#conversation');
/** Waits until a text is in or near the visible area. */
const isInSight = (text) =>
  until(async () => {
    const box = await conversation().getByText(text).first().boundingBox();
    return box !== null && box.y > 0 && box.y + box.height < 1.2 * page.viewportSize().height;
  }, text);
const shot = (name) => screenshot(page, `sessions-${name}`);

test('the list has the newest first, with what the user said first', async () => {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  // The extension may not have started yet.
  const command = rows.filter({ hasText: 'Open Agent Session' }).first();
  await until(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill('>Open Agent Session');
    await page.waitForTimeout(2000);
    return command.isVisible();
  }, 'the command');
  await command.click();
  await rows.filter({ hasText: 'cacheDir' }).nth(1).waitFor();
  const texts = await rows.allInnerTexts();
  assert.equal(texts.length, 2);
  assert.match(texts[0], /Rename the setting[^]*Claude Code · .*\/home\/ann\/app/);
  assert.match(texts[1], /Delete the setting/);
  await shot('list');
  await rows.first().click();
});

test('it opens in the preview, beside its log', async () => {
  await page.locator('.tab', { hasText: 'Preview new.jsonl' }).waitFor();
  await page.locator('.tab[data-resource-name="new.jsonl"]').waitFor();
  await conversation().getByText('where are my changes').first().waitFor();
  await shot('opened');
});

test('with hidden layers, its number leads to the call that did it, its thought and what came of it', async () => {
  await webview(page).getByRole('switch', { name: 'Show hidden layers' }).click();
  await webview(page).locator('.note.session').first().waitFor();
  await shot('debug');
  // The click is in the margin, because a click on a message leads to the editor.
  await conversation().click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Control+f');
  await page.keyboard.type('call 240');
  await page.keyboard.press('Enter');
  await conversation().getByText('git checkout -- src/').first().waitFor();
  await conversation().getByText('58 edits that were not committed').first().waitFor();
  await isInSight('58 edits that were not committed');
  await conversation().getByText('The diff is noisy').first().waitFor();
  await shot('found');
  // There is little room beside the log, but the search bar fits on one line.
  const finder = webview(page).locator('#finder');
  assert.ok((await finder.boundingBox()).height < 40);
  await page.keyboard.press('Escape');
});

test('the mark of the compaction, the branch where it leaves, and the view of the sub-agent', async () => {
  // The search bar opens with its last text selected. `Control+a` would only reach it through the editor, too late, and would select the
  // text that is being typed.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('being continued');
  await page.keyboard.press('Enter');
  await conversation().getByText('This session is being continued').first().waitFor();
  await shot('compaction');
  await page.keyboard.press('Escape');
  const picker = webview(page).getByRole('combobox', { name: 'In this log' });
  const labels = await picker.locator('option').allInnerTexts();
  const branch = labels.findIndex((text) => /^Branch/.test(text));
  const subAgent = labels.findIndex((text) => /sub-agent/i.test(text));
  assert.ok(subAgent >= 0, labels.join());
  await picker.click();
  await shot('picker');
  await page.keyboard.press('Escape');
  // The branch differs from the conversation only at its end, so the page shows the end.
  await picker.selectOption({ index: branch });
  await isInSight('Why do the tests fail now?');
  await shot('branch');
  await picker.selectOption({ index: subAgent });
  await conversation().getByText('One mention, in docs/settings.md.').first().waitFor();
  for (const kind of ['dark', 'light']) {
    settings({ 'workbench.colorTheme': themes[kind] });
    await page.waitForTimeout(1500);
    await shot(`sub-agent-${kind}`);
  }
});
