// Writes the first transcript with exactly the keys that docs/tutorials/the-first-transcript.md tells the reader to press.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { root } from '../../scripts/paths.mjs';
import { typist } from './typist.mjs';
import { openWindow } from './window.mjs';
import { openFile, runCommand, screenshot, webview } from './workbench.mjs';

const page = readFileSync(join(root, 'docs/tutorials/the-first-transcript.md'), 'utf8').replaceAll(/\s+/g, ' ');
const steps = page.split(/ \d\. /).slice(1);
/** Returns the texts to type in a step, in order. */
const typed = (step) => [...steps[step - 1].matchAll(/`([^`]+)`/g)].map(([, text]) => text);

let folder, window, close;

before(async () => {
  ({
    folder,
    page: window,
    close,
  } = await openWindow('tutorial', (folder) => writeFileSync(join(folder, 'other.ocml'), '')));
});

after(() => close?.());

afterEach(() => screenshot(window, 'tutorial'));

test('the tutorial of the first transcript', async () => {
  // The palette only lists the commands of extensions that are active when it opens.
  await openFile(window, 'other.ocml');
  await window.locator('.statusbar-item', { hasText: 'OpenChatML' }).first().waitFor();
  await runCommand(window, 'OpenChatML: New Transcript…');
  await window.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'OpenChatML 2.2' }).waitFor();
  await window.keyboard.press('Enter');
  await window.locator('.view-line', { hasText: 'Hello' }).first().waitFor();
  const person = typist(window, folder, '');
  const [question] = typed(1).slice(-1);
  await person.write(question);
  await person.press('ArrowDown');
  await runCommand(window, 'Delete Line');
  const [call, , , , args] = typed(2);
  await person.take(call, call);
  await person.next();
  await person.write(args);
  await person.next();
  const [reply, found] = typed(3);
  await person.take(reply, 'reply get_weather c1');
  await person.write(found);
  await person.next();
  const [final, answer] = typed(4);
  await person.take(final, final);
  await person.write(answer);
  await window.locator('.statusbar-item[aria-label="No Problems"]').waitFor();
  await runCommand(window, 'OpenChatML: Open Preview to the Side');
  const body = webview(window).locator('body');
  for (const words of [question, answer]) await body.getByText(words).first().waitFor();
  assert.equal(await body.getByText('get_weather').count(), 0);
});
