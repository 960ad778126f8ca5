// A person at the keyboard: every key counts, and no list may open where none was asked for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const list = '.suggest-widget.visible .monaco-list-row';

/** Writes the file with that name, which is open in the editor. `folder`: where it is. */
export function typist(page, folder, name) {
  let keys = 0;
  const pressed = async (key) => {
    keys++;
    await page.keyboard.press(key);
  };
  const labels = () => page.locator(`${list} .label-name`).allInnerTexts();
  /** Long enough for a list that comes by itself. */
  const settled = () => page.waitForTimeout(400);

  const self = {
    keys: () => keys,
    labels,
    /** Text, whatever opens. */
    async type(text) {
      for (const character of text) {
        keys++;
        if (character === '\n') await page.keyboard.press('Enter');
        else await page.keyboard.type(character);
        await page.waitForTimeout(15);
      }
      await settled();
    },
    /** Text, in which no list opens. */
    async write(text) {
      await self.type(text);
      assert.deepEqual(await labels(), [], `a list stands in the way after ${JSON.stringify(text)}`);
    },
    /** A word, and from the list that it opens what is marked, with Tab. */
    async take(word, label) {
      keys += word.length;
      await page.keyboard.type(word, { delay: 40 });
      const focused = page.locator(`${list}.focused .label-name`, { hasText: label });
      await focused.first().waitFor();
      assert.equal(await focused.first().innerText(), label, `${word}: ${await labels()}`);
      await pressed('Tab');
      await page.locator(list).first().waitFor({ state: 'hidden' });
    },
    /** On to the next stop. */
    async next() {
      await pressed('Tab');
      await settled();
    },
    /** Writes each text at its stop, and goes on to the next one. */
    async fill(...texts) {
      for (const text of texts) {
        await self.write(text);
        await self.next();
      }
    },
    /** The values of a stop to choose from are open; the first is taken. */
    async choose(...values) {
      await page.locator(list).first().waitFor();
      assert.deepEqual(await labels(), values);
      await self.next();
    },
    press: pressed,
    /** A name that the text holds, renamed wherever it means the same; the caret ends at the end of the text. */
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
      // As it is written: a text given as a string is found in any case, so "Lyon" in a message would do for `lyon`.
      await page
        .locator('.view-line', { hasText: new RegExp(`\\b${next}\\b`) })
        .first()
        .waitFor();
      await pressed('Control+End');
    },
    /** The text as it is saved. */
    async saved() {
      await page.keyboard.press('Control+s');
      await page.locator(`.tab.active.dirty`).waitFor({ state: 'hidden' });
      // Where the editor saves by itself, no mark says that it has yet to.
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
