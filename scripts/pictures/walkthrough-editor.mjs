// Takes the pictures of the walkthrough that show the editor: the sample, what a conversion cannot express, an explanation, and the first keys
// of a transcript.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { themes } from '../../test/packaged/graph-samples.mjs';
import { answer, completions, openFile, runCommand, webview } from '../../test/packaged/workbench.mjs';
import { root } from '../paths.mjs';

const folder = join(root, 'docs/walkthrough');
const output =
  '<|channel|>commentary to=functions.find_trains<|message|>{"from": "Lyon"}<|call|><|start|>assistant to=user<|channel|>final<|mesage|>08:38';

/** Writes the files that the pictures show into the open folder. */
export function writeSteps(target) {
  writeFileSync(join(target, 'sample.ocml'), readFileSync(join(folder, 'sample.ocml')));
  writeFileSync(join(target, 'own.ocml'), 'version: 2.2\n\n');
  writeFileSync(join(target, 'output.harmony'), output);
}

/** Takes the pictures. `use`: applies settings. */
export async function takeSteps(page, use) {
  use({
    'workbench.colorTheme': themes.dark,
    'editor.codeLens': false,
    'editor.lineNumbers': 'off',
    'editor.folding': false,
    'editor.fontSize': 12,
  });
  await page.setViewportSize({ width: 1000, height: 900 });
  /** `from`: an element at the top of the picture, by default `element`. */
  const shoot = async (name, element, from = element) => {
    await page.mouse.move(0, 0);
    await page.waitForTimeout(1500);
    const { x, width, height } = await element.boundingBox();
    const { y } = await from.boundingBox();
    const clip = { x, y, width: Math.min(width, 520), height: Math.min(height, 343) };
    await page.screenshot({ path: join(folder, `${name}.png`), clip });
  };
  const editor = page.locator('.editor-group-container.active .monaco-editor').first();
  const open = async (name) => {
    await runCommand(page, 'View: Close All Editors');
    // A converted text is a new document.
    const save = page.getByRole('button', { name: /Don't Save/ });
    await page.waitForTimeout(500);
    if (await save.isVisible()) await save.click();
    await runCommand(page, 'View: Show Explorer');
    await openFile(page, name);
    await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  };

  await open('sample.ocml');
  await page.locator('.squiggly-error').first().waitFor();
  // In a narrow window, the editor wraps the lines so that none is cut off.
  await page.setViewportSize({ width: 520, height: 900 });
  await shoot('sample', editor, page.locator('.view-line', { hasText: 'user name=mira' }));
  await page.setViewportSize({ width: 1000, height: 900 });

  await open('own.ocml');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<|', { delay: 80 });
  await completions(page);
  await shoot('own', editor);
  await page.keyboard.press('Escape');
  await runCommand(page, 'File: Revert File');

  await open('sample.ocml');
  await runCommand(page, 'OpenChatML: Convert To');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'harmony' }).first().click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Everything' }).click();
  await page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
  await answer(page, 'Show Losses');
  const losses = page.locator('.pane-body', { has: page.locator('.monaco-list-row') }).last();
  await losses.locator('.monaco-list-row').first().waitFor();
  await shoot('convert', losses);

  await open('output.harmony');
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+a');
  await runCommand(page, 'OpenChatML: Explain Model Output');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Selection' }).click();
  const explanation = webview(page).locator('main');
  await explanation.getByRole('heading').first().waitFor();
  await shoot('explain', explanation);
}
