// Controls VS Code as a user does, with keys and the mouse, and reads its screen.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { out } from '../../scripts/paths.mjs';

const editor = '.editor-group-container.active .monaco-editor';

/** Waits for the workbench to be there and for the explorer to list the folder. */
export async function ready(page) {
  // The limit is generous, because a cold start on a busy machine is not a failure.
  page.setDefaultTimeout(60_000);
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
}

/** Whether a state that was waited for has been reached within the time limit. */
export const isReached = (waiting) =>
  waiting.then(
    () => true,
    () => false,
  );

/** Opens a file by its name in the explorer, and moves the keyboard focus to its text. */
export async function openFile(page, name) {
  // The whole name must match, because `chat.ocml` is also the beginning of other names.
  await page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick();
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await page.locator(`${editor} .view-line`).first().waitFor();
  await focusEditor(page);
}

/**
 * Waits for the keyboard focus to be in the active editor, and moves it there if it is not. On a busy machine, the explorer may keep it
 * after a double click, and then the next keys would be lost.
 */
export async function focusEditor(page) {
  const isFocused = await isReached(page.locator(`${editor}.focused`).first().waitFor({ timeout: 3000 }));
  if (!isFocused) await page.locator(`${editor} .inputarea, ${editor} .native-edit-context`).first().focus();
}

/** Runs a command by its title in the command palette. */
export async function runCommand(page, title) {
  const pick = async (timeout) => {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${title}`, { timeout });
    await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click({ timeout });
  };
  // A page that is still opening may take the focus, which closes the palette.
  await pick(10_000).catch(() => pick(60_000));
  // If the mouse stayed here, it would open a hover over the rows of the next list.
  await page.mouse.move(0, 0);
}

/** Returns each differently styled text on the screen with its color, as `{ text, color }`, in the order of the editor. */
export function colors(page) {
  return page
    .locator(`${editor} .view-line > span > span`)
    .evaluateAll((spans) =>
      spans.map((span) => ({ text: span.textContent.replaceAll('\u00a0', ' '), color: getComputedStyle(span).color })),
    );
}

/**
 * Moves the mouse to the first occurrence of a text, and waits for a hover whose text matches. If none appears, moves the mouse away and
 * tries again.
 *
 * Before the extension has started, there is no hover, and the editor requests another one only when the mouse moves.
 */
export async function hover(page, text, pattern) {
  const shown = page.locator('.monaco-hover:visible .hover-contents').filter({ hasText: pattern });
  for (let attempt = 1; ; attempt++) {
    const { x, y } = await center(page, text);
    await page.mouse.move(x + 3, y + 3);
    await page.mouse.move(x, y, { steps: 3 });
    try {
      return await shown.first().waitFor({ timeout: 5000 });
    } catch (error) {
      if (attempt === 10) throw error;
      await page.mouse.move(0, 0);
    }
  }
}

/** Returns the position of the first occurrence of a text in the editor on the screen. */
function center(page, text) {
  return page.locator(`${editor} .view-lines`).evaluate((lines, text) => {
    const walker = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const start = walker.currentNode.data.replaceAll('\u00a0', ' ').indexOf(text);
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, start);
      range.setEnd(walker.currentNode, start + text.length);
      const box = range.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    throw new Error(`Not on the screen: ${text}`);
  }, text);
}

/**
 * Opens the completion list, and returns its labels. The list may have to be requested several times: keys that were typed before may still
 * be processed and close it, and before the extension has started, there is none.
 */
export async function askForCompletions(page) {
  const list = page.locator('.suggest-widget.visible .monaco-list-row .label-name').first();
  for (let tries = 0; tries < 20; tries++) {
    await focusEditor(page);
    await page.keyboard.press('Control+Space');
    if (await isReached(list.waitFor({ timeout: 5000 }))) return completions(page);
  }
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  return assert.fail(`No list of completions opens. The focus is in ${focused}`);
}

/** Moves the caret to a line and a column, both counted from 1. */
export async function goTo(page, line, column) {
  const caret = page.locator('[id="status.editor.selection"]', { hasText: new RegExp(`^Ln ${line}, Col ${column}$`) });
  for (let tries = 0; tries < 5; tries++) {
    await focusEditor(page);
    await page.keyboard.press('Control+g');
    await page.locator('.quick-input-widget input').first().fill(`:${line}:${column}`);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    if (await isReached(caret.waitFor({ timeout: 5000 }))) return;
  }
  assert.fail(`The caret does not move to line ${line}, column ${column}`);
}

/**
 * Opens the list of fixes at the caret, and returns their titles. Like the completion list, it may have to be requested several times: the
 * key is lost while another widget is closing, and the list stays away while the server is still computing the problems.
 */
export async function askForFixes(page) {
  const rows = page.locator('.action-widget .monaco-list-row');
  for (let tries = 0; tries < 20; tries++) {
    await focusEditor(page);
    await page.keyboard.press('Control+.');
    if (await isReached(rows.first().waitFor({ timeout: 5000 })))
      return (await rows.allInnerTexts()).map((title) => title.replaceAll('\u00a0', ' '));
  }
  return assert.fail('No list of fixes opens.');
}

/** Returns the labels in the completion list as soon as it is open. */
export async function completions(page) {
  const labels = page.locator('.suggest-widget.visible .monaco-list-row .label-name');
  await labels.first().waitFor();
  return labels.allInnerTexts();
}

/** Waits until `actual` returns the expected value. Otherwise, fails with the last value. For conditions that no locator can wait for. */
export async function becomes(actual, expected, message) {
  let last = await actual();
  for (let i = 0; i < 150 && !isDeepStrictEqual(last, expected); i++) {
    await setTimeout(200);
    last = await actual();
  }
  assert.deepEqual(last, expected, message);
}

/** Waits until a condition is true. `what` describes it in the error message. */
export const until = (condition, what) => becomes(async () => Boolean(await condition()), true, `Not seen: ${what}`);

/** Returns the locator of the page inside a webview. */
export const webview = (page) => page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

/** Presses a button of a notification. A notification that has disappeared is in the list of notifications. */
export async function answer(page, label) {
  const button = page.getByRole('button', { name: label, exact: true }).first();
  const isSeen = await isReached(button.waitFor({ timeout: 10_000 }));
  if (!isSeen) await page.locator('[id="status.notifications"]').click();
  await button.click();
}

/** Saves a screenshot for people to look at. */
export async function screenshot(page, name) {
  const folder = join(out, 'screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
