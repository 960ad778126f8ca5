// Types key by key in an editor, and watches for lists that open by themselves.
import assert from 'node:assert/strict';
import { focusEditor, isReached } from './workbench.mjs';

/**
 * Deletes a text that occurs once in the document, so that the caret is where it was, and the keyboard focus is in the editor. The search
 * widget is cleared first, because it ignores a text that it already contains.
 */
export async function deleteMark(page, mark) {
  const isSelected = page.locator('.statusbar', { hasText: `(${mark.length} selected)` });
  for (let tries = 0; tries < 5; tries++) {
    await page.keyboard.press('Control+f');
    await page.locator('.find-widget textarea').first().fill('');
    await page.locator('.find-widget textarea').first().fill(mark);
    await page.locator('.find-widget .matchesCount', { hasText: '1 of 1' }).waitFor();
    // A widget that is still open would take the next keys. While it searches, it may ignore this key.
    const widget = page.locator('.find-widget.visible').first();
    let isOpen = true;
    for (let keys = 0; keys < 5 && isOpen; keys++) {
      await page.keyboard.press('Escape');
      isOpen = !(await isReached(widget.waitFor({ state: 'hidden', timeout: 1000 })));
    }
    await focusEditor(page);
    // Escape in the editor removes the selection, which the status bar shows a moment later.
    await page.waitForTimeout(300);
    if (!(await isReached(isSelected.waitFor({ timeout: 3000 })))) continue;
    await page.keyboard.press('Delete');
    const marked = page.locator('.editor-group-container.active .view-line', { hasText: mark }).first();
    if (await isReached(marked.waitFor({ state: 'hidden', timeout: 10_000 }))) return;
  }
  assert.fail(`${mark} is not selected`);
}

/** Records every list that appears on the screen, however briefly. */
export const watch = (page) =>
  page.evaluate(() => {
    window.lists = [];
    clearInterval(window.watching);
    window.watching = setInterval(() => {
      const list = document.querySelector('.suggest-widget.visible .monaco-list-row');
      if (list) window.lists.push(list.getAttribute('aria-label'));
    }, 10);
  });
export const lists = (page) => page.evaluate(() => [...new Set(window.lists)]);

export async function type(page, text) {
  for (const key of text) {
    const name = named.get(key);
    if (name) await page.keyboard.press(name);
    else await page.keyboard.type(key);
    await page.waitForTimeout(25);
  }
  await page.waitForTimeout(600);
}
const named = new Map([
  ['\n', 'Enter'],
  ['\t', 'Tab'],
]);

/** Returns a text with typed keys appended. Tab inserts spaces up to the next multiple of four columns. */
export function typedAfter(text, keys) {
  for (const key of keys) {
    const column = text.length - (text.lastIndexOf('\n') + 1);
    text += key === '\t' ? ' '.repeat(4 - (column % 4)) : key;
  }
  return text;
}
