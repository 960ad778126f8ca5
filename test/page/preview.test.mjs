// The page of the preview in a real browser: by keyboard, with a screen reader, with data sets, and with a conversation on one line.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openPreview, post } from '../attack/page.mjs';
import { startServer } from '../attack/views.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';

const uri = 'file:///x.ocml';

let server, browser, page, misdeeds;
before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 640, height: 600 });
});
after(async () => {
  await browser?.close();
  server?.stop();
});
beforeEach(() => page.evaluate(() => said.splice(0)));

const show = (view, { mode = 'user', debug = false } = {}) =>
  post(page, { type: 'view', view, mode, debug, uri, only: {} }, 300);
const told = () => page.evaluate(() => said);

const turn = (i) =>
  `<|start|>user<|message|>Question ${i}<|end|><|start|>assistant<|channel|>analysis<|message|>Thought ${i}<|end|>` +
  `<|start|>assistant<|channel|>final<|message|>Answer ${i}: ${'words and more words '.repeat(20)}<|end|>`;
const oneLine = Array.from({ length: 40 }, (_, i) => turn(i)).join('');

const calls = [
  '<|start|>user<|message|>Weather?<|end|>',
  '<|start|>assistant to=functions.get<|channel|>commentary <|constrain|>json<|message|>{"city": "Lyon"}<|call|>',
  '<|start|>functions.get to=assistant<|channel|>commentary<|message|>{"rain": 0.1}<|end|>',
  '<|start|>assistant<|channel|>final<|message|># Dry\n\n- **24 °C**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = 1;\n```<|return|>',
].join('');

const views = {
  user: [calls, {}],
  debug: [calls, { debug: true }],
  model: [calls, { mode: 'model' }],
  cut: ['<|start|>assistant<|channel|>final<|message|>I am', {}],
  nothing: ['<|start|>system<|message|>x<|end|>', {}],
};

for (const [name, [text, how]] of Object.entries(views)) {
  test(`axe-core finds nothing: ${name}`, async () => {
    const view = await server.viewOf(text, { debug: how.debug || how.mode === 'model', name: 'x.harmony' });
    await show(view, how);
    await screenshot(page, `page-${name}`);
    assert.deepEqual(await found(page), []);
  });
}

test('a conversation on one line: editor and page show each other the same place', async () => {
  const view = await server.viewOf(oneLine, { name: 'x.harmony' });
  await show(view);
  const answer = view.messages.find(({ text }) => text.startsWith('Answer 20'));
  const { start } = answer.range;
  assert.equal(start.line, 0);
  await post(page, { type: 'scroll', ...start }, 400);
  const top = await page.evaluate(() => {
    const bar = document.getElementById('bar').offsetHeight;
    return [...document.querySelectorAll('article')].find((one) => one.getBoundingClientRect().bottom > bar + 10)
      .textContent;
  });
  assert.match(top, /Answer 20/);
  assert.deepEqual(
    (await told()).filter(({ type }) => type === 'scrolled'),
    [],
    'the editor is not led by its own scrolling',
  );
  const target = view.messages.find(({ text }) => text.startsWith('Question 30')).range.start;
  await page.evaluate(({ character }) => {
    const article = document.querySelector(`article[data-character="${character}"]`);
    const bar = document.getElementById('bar').offsetHeight;
    window.scrollBy(0, article.getBoundingClientRect().top - bar - 8);
  }, target);
  await page.waitForTimeout(100);
  const led = (await told()).findLast(({ type }) => type === 'scrolled').position;
  assert.equal(led.line, 0);
  const near = view.messages.find(({ text }) => text.startsWith('Answer 29')).range.start;
  assert.ok(led.character > near.character && led.character <= target.character + 5, `${led.character}`);
});

test('the cursor marks its message on a line of many', async () => {
  const view = await server.viewOf(oneLine, { name: 'x.harmony' });
  await show(view);
  const { start } = view.messages.find(({ text }) => text.startsWith('Question 3')).range;
  await post(page, { type: 'cursor', line: 0, character: start.character + 3 });
  assert.deepEqual(await page.locator('article.current .body').allInnerTexts(), ['Question 3']);
});

test('of a data set, every conversation is one click away', async () => {
  const row = (i) => JSON.stringify({ messages: [{ role: 'user', content: `Row ${i}` }] });
  const text = `${[1, 2, 3].map(row).join('\n')}\n`;
  const name = 'x.messages.jsonl';
  const at = (line) => server.viewOf(text, { name, around: { line, character: 0 } });
  await show(await at(1));
  assert.match(await page.locator('#conversations').innerText(), /Conversation\s+of 3/);
  assert.equal(await page.locator('#number').inputValue(), '2');
  assert.equal(await page.locator('article .body').innerText(), 'Row 2');
  await page.getByRole('button', { name: 'Next conversation' }).click();
  await page.getByRole('button', { name: 'Previous conversation' }).click();
  assert.deepEqual(
    (await told()).map(({ type, position }) => [type, position?.line]),
    [
      ['around', 2],
      ['around', 0],
    ],
  );
  await screenshot(page, 'page-data-set');
  await show(await at(2));
  assert.ok(await page.getByRole('button', { name: 'Next conversation' }).isDisabled());
  await show(await server.viewOf(calls, { name: 'x.harmony' }));
  assert.ok(await page.locator('#conversations').isHidden());
});

test('where the user goes on the page, the editor goes along: to another row, and to what is found', async () => {
  const led = async () => (await told()).filter(({ type }) => type === 'scrolled').map(({ position }) => position.line);
  const row = (i) => JSON.stringify({ messages: [{ role: 'user', content: `Row ${i}` }] });
  const text = `${[1, 2, 3].map(row).join('\n')}\n`;
  const at = (line) => server.viewOf(text, { name: 'x.messages.jsonl', around: { line, character: 0 } });
  await show(await at(0));
  assert.deepEqual(await led(), [], 'the editor led there');
  await page.getByRole('button', { name: 'Next conversation' }).click();
  await show(await at(1));
  assert.deepEqual(await led(), [1]);
  await page.keyboard.press('Control+f');
  await page.locator('#query').fill('Row 3');
  await page.waitForTimeout(300);
  const places = [{ line: 2, character: 14 }];
  await post(page, { type: 'found', query: 'Row 3', found: { version: 1, places, more: false } }, 100);
  assert.deepEqual((await told()).at(-1), { type: 'around', position: places[0] });
  await show(await at(2));
  assert.deepEqual(await led(), [1, 2]);
  await page.keyboard.press('Escape');
});

test('the views are one key away, and messages are walked, shown in the editor and copied by keyboard', async () => {
  const view = await server.viewOf(calls, { name: 'x.harmony' });
  await show(view);
  await page.getByRole('button', { name: 'User', exact: true }).first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual(await told(), [{ type: 'mode', mode: 'model' }]);
  await page.locator('.speaker').first().focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Assistant');
  await page.keyboard.press('Enter');
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  const position = view.messages[1].range.start;
  assert.deepEqual((await told()).slice(1), [
    { type: 'reveal', position },
    { type: 'copy', position },
  ]);
});

test('which view is shown is said, and in the model’s nothing can be switched to more', async () => {
  const view = await server.viewOf(calls, { name: 'x.harmony', debug: true });
  const pressed = () => page.locator('#views [aria-pressed="true"]').allInnerTexts();
  await show(view, { mode: 'model' });
  assert.deepEqual(await pressed(), ['Model’s next turn']);
  assert.equal(await page.locator('#banner').innerText(), 'Model’s view');
  assert.match(await page.locator('#banner').getAttribute('title'), /the text that the model continues from/);
  assert.ok(await page.getByRole('switch').isHidden());
  await show(view);
  assert.deepEqual(await pressed(), ['User']);
  assert.ok(await page.locator('#banner').isHidden());
});

test('a message that comes is announced, and what was there is not', async () => {
  const view = (text) => server.viewOf(text, { name: 'x.harmony' });
  const news = () => page.locator('#news').textContent();
  await post(page, { type: 'waiting' });
  await show(await view('<|start|>user<|message|>Hi<|end|>'));
  assert.equal(await news(), '');
  await show(await view('<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello'));
  assert.equal(await news(), 'New message: Assistant');
  assert.deepEqual(misdeeds, []);
});

test('what becomes of a file that is followed is announced, and not how large it is by now', async () => {
  const view = await server.viewOf('<|start|>user<|message|>Hi<|end|>', { name: 'x.harmony' });
  await post(page, { type: 'waiting' });
  const heard = async (following) => {
    await page.evaluate(() => {
      document.getElementById('news').textContent = '';
    });
    await post(page, { type: 'view', view, mode: 'user', debug: false, uri: 'file:///x.harmony', only: {}, following });
    assert.equal(await page.locator('#following').textContent(), following);
    return page.locator('#news').textContent();
  };
  const first = 'Following this file: 90 KB.';
  assert.equal(await heard(first), first);
  assert.equal(await heard('Following this file: 91 KB.'), '');
  assert.equal(await heard('Following this file: 1.2 MB.'), '');
  for (const time of ['10:00:01 AM', '10:00:07 AM']) {
    const replaced = `Following this file: 3 KB. Another file took its place at ${time}.`;
    assert.equal(await heard(replaced), replaced);
  }
  const gone = 'The file is not there any more. This is what it had; it goes on once it is there again.';
  assert.equal(await heard(gone), gone);
  assert.deepEqual(misdeeds, []);
});
