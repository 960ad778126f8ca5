// Measures the data set viewer in the packaged extension with the real server, as a user experiences it: the time to the first rows,
// the frames while scrolling by scroll bar, wheel and key, and the time from a key in another editor to its character.
//   npm run package && node bench/data-set-viewer.mjs train.jsonl
import { linkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openWindow } from '../test/packaged/window.mjs';
import { openFile, runCommand, until, webview } from '../test/packaged/workbench.mjs';

const file = resolve(process.argv[2]);
const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
const spread = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const [half, most, longest] = [at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)].map((ms) => ms.toFixed(1));
  return `${times.length} times: half within ${half} ms, 99 % within ${most}, longest ${longest}`;
};

const { page, close } = await openWindow('viewer', (folder) => {
  // Use a hard link, because the folder is deleted at the end, and the file must not be.
  linkSync(file, join(folder, 'rows.jsonl'));
  writeFileSync(join(folder, 'notes.txt'), '\n');
});
const view = () => webview(page);
const frameOf = async () => (await view().locator('#rows').elementHandle()).ownerFrame();

async function openAsDataSet() {
  const entry = page.locator('.context-view .action-label', { hasText: 'Open as Data Set' });
  await until(async () => {
    await page.keyboard.press('Escape');
    await page.locator('.explorer-folders-view').getByText('rows.jsonl', { exact: true }).click({ button: 'right' });
    await page.waitForTimeout(500);
    return entry.isVisible();
  }, 'the entry of the menu');
  const start = Date.now();
  await entry.click();
  await view().locator('.row').first().waitFor();
  const rows = Date.now() - start;
  const began = await (await frameOf()).evaluate(() => performance.timeOrigin);
  return `${rows} ms, of which VS Code took ${Math.round(began - start)} until the page of the view began`;
}

/** Waits until all rows have been counted. */
const counted = () => until(async () => / rows$/.test(await view().locator('#rows-count').innerText()), 'the index');

/** Measures the duration of each frame in the viewer during an action. */
async function frames(what, act) {
  const frame = await frameOf();
  await frame.evaluate(() => {
    window.frameTimes = [];
    let last = performance.now();
    const next = (now) => {
      if (window.frameTimes === undefined) return;
      window.frameTimes.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act(frame);
  const times = await frame.evaluate(() => {
    const { frameTimes } = window;
    window.frameTimes = undefined;
    return frameTimes;
  });
  console.log(`${what}: ${spread(times.slice(1))}; above 50 ms: ${times.filter((ms) => ms > 50).length}`);
}

const fromEndToEnd = (frame) =>
  frame.evaluate(async () => {
    const list = document.querySelector('#rows');
    const start = performance.now();
    for (let part = 0; part < 1; ) {
      part = (performance.now() - start) / 10_000;
      list.scrollTop = part * list.scrollHeight;
      await new Promise(requestAnimationFrame);
    }
  });

/** Measures the time from each key press to the frame after its character appears in the editor. */
async function typing(what, characters) {
  await page.evaluate(() => {
    window.keyTimes = [];
    let pressed;
    window.onKey = () => {
      pressed ??= performance.now();
    };
    addEventListener('keydown', window.onKey, true);
    window.lines = new MutationObserver(() => {
      if (pressed === undefined) return;
      const start = pressed;
      pressed = undefined;
      requestAnimationFrame(() => window.keyTimes.push(performance.now() - start));
    });
    const options = { childList: true, subtree: true, characterData: true };
    window.lines.observe(document.querySelector('.editor-group-container.active .view-lines'), options);
  });
  for (const character of characters) {
    await page.keyboard.press(character);
    await page.waitForTimeout(80);
  }
  const times = await page.evaluate(() => {
    removeEventListener('keydown', window.onKey, true);
    window.lines.disconnect();
    return window.keyTimes;
  });
  console.log(`${what}: ${spread(times)}`);
}

const words = 'the quick brown fox jumps over the lazy dog '.repeat(3).replaceAll(' ', '-');
try {
  await openFile(page, 'notes.txt');
  await typing('a key, nothing else open', words);
  console.log(`first rows, with the start of the extension: ${await openAsDataSet()}`);
  await counted();
  await runCommand(page, 'View: Close Editor');
  console.log(`first rows, once more: ${await openAsDataSet()}`);
  await counted();
  console.log(await view().locator('#rows-count').innerText());
  await page.waitForTimeout(2000);
  await frames('from end to end in 10 s', fromEndToEnd);
  await frames('300 turns of the wheel', async () => {
    await view().locator('#rows').hover();
    for (let i = 0; i < 300; i++) await page.mouse.wheel(0, 400);
  });
  await frames('200 rows by key, each shown', async () => {
    await view().locator('#rows').focus();
    for (let i = 0; i < 200; i++) await page.keyboard.press('ArrowDown');
  });
  await view().locator('#rows-filter').click();
  await view().getByRole('button', { name: 'Check File' }).click();
  await until(async () => view().locator('#rows-job').isVisible(), 'the check');
  await page.locator('.tab[data-resource-name="notes.txt"]').click();
  await page.keyboard.press('Control+End');
  await typing('a key while all rows are checked', words);
  await page.locator('.tab[data-resource-name="rows.jsonl"]').click();
  await frames('from end to end while all rows are checked', fromEndToEnd);
  console.log(`the check still went on: ${await view().locator('#rows-job').isVisible()}`);
} finally {
  await close();
}
