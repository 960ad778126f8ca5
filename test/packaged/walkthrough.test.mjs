// Presses each button of the walkthrough while nothing else is open, so that it applies to the sample.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { openWindow } from './window.mjs';
import { runCommand, screenshot, webview } from './workbench.mjs';

let folder, page, close;
before(async () => {
  ({ folder, page, close } = await openWindow('walkthrough', (folder) =>
    writeFileSync(join(folder, 'notes.txt'), 'x'),
  ));
});
after(() => close?.());

/** Opens the walkthrough, with no other editor open. */
beforeEach(async () => {
  await runCommand(page, 'View: Close All Editors');
  const save = page.getByRole('button', { name: /Don't Save/ });
  while (await page.locator('.tab').count()) if (await save.isVisible()) await save.click();
  await runCommand(page, 'Welcome: Open Walkthrough...');
  await page.locator('.quick-input-widget input').fill('Language model transcripts');
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Read, write and check' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.getting-started-step').first().waitFor();
});
afterEach(({ name }) => screenshot(page, `walkthrough-${name.replaceAll(/\W+/g, '-')}`));

/** Presses the button of a step of the walkthrough. */
async function press(step, button) {
  await page.locator('.getting-started-step', { hasText: step }).first().click();
  await page.locator('.getting-started-step.expanded').getByRole('button', { name: button }).click();
}
/** Waits for a list of choices, and asserts that it stays open. */
async function stays(choice) {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: choice }).first();
  await row.waitFor();
  await page.waitForTimeout(1000);
  assert.ok(await row.isVisible(), 'the list has closed');
}
const sample = () => page.locator('.tab', { hasText: /^Untitled-|version: 2\.2/ }).first();
const isDone = (step) =>
  page.locator('.getting-started-step', { hasText: step }).locator('.codicon-getting-started-step-checked').first();

test('the sample', async () => {
  await press('See a transcript', 'Open Sample Transcript');
  await sample().waitFor();
});

test('the preview, of the sample', async () => {
  await press('See what the user saw', 'Open Preview to the Side');
  await webview(page).getByText('Annecy').first().waitFor();
  await sample().waitFor();
});

test('problems, of the sample', async () => {
  await press('Find and fix mistakes', 'Show Problems');
  await page.locator('.markers-panel .monaco-list-row', { hasText: 'E-PARSE-HEADER' }).first().waitFor();
  await runCommand(page, 'View: Hide Panel');
});

test('convert, the sample', async () => {
  await press('Convert the conversation', 'Convert To…');
  await stays('harmony');
  await page.keyboard.press('Escape');
  await sample().waitFor();
});

test('copy, the sample', async () => {
  await press('Convert the conversation', 'Copy as API Request');
  await page.getByText('Copied the part that end users see.').first().waitFor();
  await sample().waitFor();
});

test('another transcript that is open is taken in its place; a step that was taken is ticked', async () => {
  await press('Write your own', 'New Transcript…');
  await stays('Llama 3');
  await page.getByPlaceholder('Choose the dialect of the new transcript').waitFor();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Llama 3' }).first().click();
  await page.locator('.view-line', { hasText: 'start_header_id' }).first().waitFor();
  await page.locator('.tab', { hasText: 'Welcome' }).click();
  await isDone('Write your own').waitFor();
  await press('See what the user saw', 'Open Preview to the Side');
  await webview(page).getByText('Hello').first().waitFor();
});

test('the output of a model, without a selection', async () => {
  await press('Find out why a server failed', 'Explain Model Output…');
  await stays('clipboard');
  await page.locator('.quick-input-widget input').first().focus();
  await page.keyboard.press('Escape');
});

test('no file was written', () => assert.deepEqual(readdirSync(folder), ['notes.txt']));
