// A user at the keyboard. Every key is counted, and no list may open that was not requested.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const list = '.suggest-widget.visible .monaco-list-row';

/** Returns functions that type in the open file with this name. `folder` is the folder of the file. */
export function typist(page, folder, name) {
  let keys = 0;
  const pressed = async (key) => {
    keys++;
    await page.keyboard.press(key);
  };
  const labels = () => page.locator(`${list} .label-name`).allInnerTexts();
  /** The pause is long enough for a list to open by itself. */
  const settled = () => page.waitForTimeout(400);

  const self = {
    keys: () => keys,
    labels,
    /** Types text, even if a list opens. */
    async type(text) {
      for (const character of text) {
        keys++;
        if (character === '\n') await page.keyboard.press('Enter');
        else await page.keyboard.type(character);
        await page.waitForTimeout(15);
      }
      await settled();
    },
    /** Types text, and asserts that no list opens. */
    async write(text) {
      await self.type(text);
      assert.deepEqual(await labels(), [], `a list stands in the way after ${JSON.stringify(text)}`);
    },
    /** Types a word that opens a list, and presses Tab to accept the selected item. */
    async take(word, label) {
      keys += word.length;
      await page.keyboard.type(word, { delay: 40 });
      const focused = page.locator(`${list}.focused .label-name`, { hasText: label });
      await focused.first().waitFor();
      assert.equal(await focused.first().innerText(), label, `${word}: ${await labels()}`);
      await pressed('Tab');
      await page.locator(list).first().waitFor({ state: 'hidden' });
    },
    /** Moves to the next tab stop. */
    async next() {
      await pressed('Tab');
      await settled();
    },
    /** Types each text at its tab stop, and moves to the next one. */
    async fill(...texts) {
      for (const text of texts) {
        await self.write(text);
        await self.next();
      }
    },
    /** Asserts that the list of a tab stop is open and has exactly these values, and accepts the first one. */
    async choose(...values) {
      await page.locator(list).first().waitFor();
      assert.deepEqual(await labels(), values);
      await self.next();
    },
    press: pressed,
    /** Renames a symbol in the text. Then the caret is at the end of the text. */
    async rename(name, next) {
      await pressed('Control+f');
      await self.type(name);
      await pressed('Enter');
      await pressed('Escape');
      await pressed('F2');
      await page.locator('.rename-box input:focus').waitFor();
      await self.type(next);
      await pressed('Enter');
      await page.locator('.rename-box input').waitFor({ state: 'hidden' });
      // A regular expression is used because `hasText` ignores the case of a string, so "Lyon" in a message would match `lyon`.
      await page
        .locator('.view-line', { hasText: new RegExp(`\\b${next}\\b`) })
        .first()
        .waitFor();
      await pressed('Control+End');
    },
    /** Returns the saved text. */
    async saved() {
      await page.keyboard.press('Control+s');
      await page.locator(`.tab.active.dirty`).waitFor({ state: 'hidden' });
      // If the editor saves automatically, nothing shows whether it has done so yet.
      const read = () => readFileSync(join(folder, name), 'utf8');
      let before;
      for (let text = read(); text !== before; text = read()) {
        before = text;
        await page.waitForTimeout(1500);
      }
      return before;
    },
  };
  return self;
}
