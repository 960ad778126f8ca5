// Long conversations on the page with the real server: every message can be reached, found and filtered, and only a few are drawn.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { openPreview } from '../attack/page.mjs';
import { startServer } from '../attack/views.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';
import { createHost, lastPosted } from './host.mjs';

let server, browser, page, misdeeds, host;
before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 700, height: 600 });
  host = await createHost(page, server);
});
after(async () => {
  await browser?.close();
  server?.stop();
});
beforeEach(() => page.evaluate(() => window.scrollTo(0, 0)));

const turn = (i) =>
  `<|start|>user<|message|>Question ${i}<|end|><|start|>assistant<|channel|>analysis<|message|>Thought ${i}<|end|>` +
  `<|start|>assistant<|channel|>final<|message|>Answer ${i}${i % 7 === 0 ? ` ${'words '.repeat(200)}` : ''}<|end|>`;
const conversation = (turns) => Array.from({ length: turns }, (_, i) => turn(i)).join('');
const long = conversation(33_334);

/** Returns the texts in view below the bar. */
const inView = () =>
  page.evaluate(() => {
    const bar = document.getElementById('bar').offsetHeight;
    const isIn = (one) =>
      one.getBoundingClientRect().bottom > bar + 10 && one.getBoundingClientRect().top < innerHeight;
    return [...document.querySelectorAll('article')].filter(isIn).map((one) => one.querySelector('.body').textContent);
  });
async function until(condition, what) {
  for (let i = 0; i < 60; i++) {
    if (await condition()) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`Not seen: ${what}, but ${JSON.stringify((await inView()).map((one) => one.slice(0, 30)))}`);
}
const sees = (text) => until(async () => (await inView()).some((one) => one.startsWith(text)), text);
const articles = () => page.locator('article').count();
const units = () => page.locator('.unit').count();

suite('100,000 messages', () => {
  before(() => host.open(long, { debug: true }));

  test('the end is one key away, and the beginning', async () => {
    assert.equal(host.view.total, 100_002);
    await page.locator('#conversation').focus();
    await page.keyboard.press('End');
    await sees('Answer 33333');
    assert.ok((await articles()) <= 80);
    await page.keyboard.press('Home');
    await sees('Question 0');
    assert.ok((await articles()) <= 80);
  });

  test('every part can be scrolled to', async () => {
    for (const share of [0.5, 0.123, 0.9]) {
      await page.evaluate((share) => window.scrollTo(0, document.documentElement.scrollHeight * share), share);
      const near = async () => {
        const [first = ''] = await inView();
        const number = Number(/\d+/.exec(first)?.[0] ?? -1);
        return Math.abs(number / 33_334 - share) < 0.05;
      };
      await until(near, `what is at ${share}`);
    }
  });

  test('scrolling on by wheel shows message after message, and skips none', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await sees('Question 0');
    const seen = new Set([0]);
    await page.locator('#conversation').hover();
    for (let i = 0; i < 80; i++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(40);
      for (const text of await inView()) if (text.startsWith('Question')) seen.add(Number(text.slice(9)));
    }
    const last = Math.max(...seen);
    assert.ok(last > 60, `${last}`);
    assert.deepEqual(
      [...Array(last + 1).keys()].filter((i) => !seen.has(i)),
      [],
    );
  });

  test('by keyboard from one message to the next, beyond what is on the page', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await sees('Question 0');
    await page.locator('.speaker').first().focus();
    for (let i = 0; i < 130; i++) {
      await page.keyboard.press('ArrowDown');
      if (i % 30 > 26) await page.waitForTimeout(150);
    }
    await page.waitForTimeout(200);
    const rank = () => page.evaluate(() => Number(document.activeElement.closest('article')?.dataset.rank));
    assert.ok((await rank()) > 100, `${await rank()}`);
    await page.keyboard.press('ArrowUp');
    assert.ok((await rank()) > 99);
  });

  test('a screen reader is told which message of how many it is', async () => {
    const set = await page
      .locator('article')
      .first()
      .evaluate((one) => [one.ariaPosInSet, one.ariaSetSize, one.dataset.rank]);
    assert.deepEqual(set, [String(Number(set[2]) + 1), '100002', set[2]]);
    assert.deepEqual(await found(page), []);
  });

  test('an edit draws the message that is edited, and no other', async () => {
    await page.keyboard.press('Home');
    await page.evaluate(() => window.scrollTo(0, 0));
    await sees('Question 0');
    await page.evaluate(() => {
      window.drawn = [];
      const { createElement } = document;
      document.createElement = function (name, ...rest) {
        if (name === 'article') drawn.push(name);
        return createElement.call(this, name, ...rest);
      };
    });
    const at = long.indexOf('Question 1') + 'Question 1'.length;
    const range = { start: { line: 0, character: at }, end: { line: 0, character: at } };
    await host.edit([{ range, text: ' edited' }]);
    await sees('Question 1 edited');
    assert.equal(await page.evaluate(() => drawn.length), 1);
  });

  test('is found wherever it is: what is not on the page is asked for', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press('Control+f');
    await page.keyboard.type('thought 33000');
    await sees('Thought 33000');
    assert.equal(await page.locator('#hits').textContent(), 'Message 1 of 1');
    assert.equal(await page.evaluate(() => [...CSS.highlights.get('current')].join()), 'Thought 33000');
    await screenshot(page, 'page-find');
    assert.deepEqual(await found(page), []);
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('#finder').isHidden());
    assert.equal(await page.evaluate(() => CSS.highlights.get('found')?.size ?? 0), 0);
  });

  test('the next match and the one before, around the end', async () => {
    await page.keyboard.press('Control+f');
    await page.locator('#query').fill('Answer 3333');
    // Five messages match: 3333, and 33330 to 33333.
    await until(async () => (await page.locator('#hits').textContent()).endsWith('of 5'), 'five messages');
    for (const text of ['Answer 33330', 'Answer 33331', 'Answer 33332', 'Answer 33333']) {
      await page.locator('#query').press('Enter');
      await sees(text);
    }
    await page.locator('#query').press('Enter');
    await sees('Answer 3333');
    await page.locator('#query').press('Shift+Enter');
    await sees('Answer 33333');
    await page.locator('#query').fill('no such words');
    await until(async () => (await page.locator('#hits').textContent()) === 'Nothing found', 'nothing');
    await page.keyboard.press('Escape');
  });
});

suite('filters', () => {
  const text =
    '<|start|>user<|message|>Weather?<|end|>' +
    '<|start|>assistant to=functions.get_weather call_id=a<|channel|>commentary<|constrain|>json<|message|>{"city": "Lyon"}<|call|>' +
    '<|start|>tool name=functions.get_weather call_id=a<|channel|>commentary<|message|>{"ok": true, "content": "dry", "error": null}<|end|>' +
    '<|start|>assistant to=functions.mail call_id=b<|channel|>commentary<|constrain|>json<|message|>{"to": "x"}<|call|>' +
    '<|start|>tool name=functions.mail call_id=b<|channel|>commentary<|message|>{"ok": false, "error": "E-TOOL-TIMEOUT"}<|end|>' +
    '<|start|>assistant to=functions.mail call_id=c<|channel|>commentary<|constrain|>json<|message|>{"to": "y"}<|call|>' +
    '<|start|>assistant<|channel|>final<|message|>Dry.<|return|>';
  const chips = () => page.locator('.chip .value').allInnerTexts();
  const bodies = () => page.locator('article .body').allInnerTexts();
  const filterButton = () => page.getByRole('button', { name: 'Filter', exact: true });

  test('by role, channel and tool; what is left out is announced', async () => {
    await host.open(text, { name: 'x.ocml', debug: true });
    await filterButton().click();
    assert.deepEqual(await chips(), ['assistant', 'tool', 'user', 'commentary', 'final', 'mail', 'get_weather']);
    await page.getByRole('button', { name: 'get_weather 1' }).click();
    await until(async () => (await units()) === 2, 'a call and its reply');
    assert.equal(await articles(), 1, 'in one card');
    assert.match(await page.locator('.note.left').innerText(), /hides 5 messages/);
    assert.match(await page.locator('#news').textContent(), /2 messages are shown; the filter hides 5/);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.value), 'tools get_weather');
    await screenshot(page, 'page-filter');
    assert.deepEqual(await found(page), []);
    await page.getByRole('button', { name: 'Show all messages' }).click();
    await until(async () => (await units()) === 7, 'all messages');
  });

  test('users are not offered what they do not see, and hidden messages are announced as before', async () => {
    await host.open(text, { name: 'x.ocml' });
    assert.deepEqual(await chips(), ['user', 'assistant']);
    await page.getByRole('button', { name: 'user 1' }).click();
    await until(async () => (await articles()) === 1, 'one message');
    assert.match(await page.locator('.note.left').innerText(), /hides 1 message\./);
    assert.match(await page.locator('.note.withheld').innerText(), /5 messages are not for end users/);
  });

  test('of what the model goes on from, too', async () => {
    await host.open(text.replace('<|return|>', '<|end|><|start|>user<|message|>And now?<|end|>'), {
      ...{ name: 'x.ocml', mode: 'model' },
    });
    await page.getByRole('button', { name: 'user 2' }).click();
    await until(async () => (await articles()) === 2, 'what the user said');
    assert.deepEqual(await bodies(), ['Weather?', 'And now?']);
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('#filters').isHidden());
  });

  test('a call and its reply are a pair, and say how it went', async () => {
    await host.open(text, { name: 'x.ocml', debug: true });
    const cards = page.locator('article.card');
    assert.deepEqual(await cards.locator('> header > .speaker').allInnerTexts(), ['get_weather', 'mail', 'mail']);
    assert.deepEqual(await cards.locator('.state').allInnerTexts(), ['answered', 'timed out', 'no reply yet']);
    // The replies to calls are in the cards of the calls, so there are no links to replies.
    assert.deepEqual(await cards.locator('code.language-json').allInnerTexts(), [
      ...['{"city": "Lyon"}', '{"ok": true, "content": "dry", "error": null}'],
      ...['{"to": "x"}', '{"ok": false, "error": "E-TOOL-TIMEOUT"}', '{"to": "y"}'],
    ]);
    assert.equal(await page.locator('.other').count(), 0);
    // A click on the call or the reply shows it in the editor.
    for (const [i, selector] of ['> .body', '.reply > .body'].entries()) {
      await cards.first().locator(selector).click();
      const { position } = await lastPosted(page, host.asked, 'reveal');
      assert.deepEqual(position, host.view.messages[1 + i].range.start);
    }
    await screenshot(page, 'page-pairs');
    assert.deepEqual(await found(page), []);
  });
});

test('a reply far from its call is one click away', async () => {
  const call =
    '<|start|>assistant to=functions.f call_id=far<|channel|>commentary<|constrain|>json<|message|>{}<|call|>';
  const reply = '<|start|>tool name=functions.f call_id=far<|channel|>commentary<|message|>{"ok": true}<|end|>';
  await host.open(`${call}${conversation(2000)}${reply}`, { name: 'x.ocml', debug: true });
  await page.getByRole('button', { name: '→ reply' }).click();
  await until(async () => (await page.locator('article .body').last().innerText()).includes('"ok"'), 'the reply');
  await page.getByRole('button', { name: '← call' }).click();
  await until(async () => (await page.locator('article').first().innerText()).includes('→ reply'), 'the call');
});

suite('data sets', () => {
  const row = (i) => JSON.stringify({ messages: [{ role: 'user', content: `Row ${i}` }] });
  const rows = (count) => Array.from({ length: count }, (_, i) => row(i + 1));

  test('a million conversations: each is one number away', async () => {
    await host.open(`${rows(1_000_000).join('\n')}\n`, { name: 'x.messages.jsonl' });
    assert.equal(await page.locator('#count').innerText(), 'of 1,000,000');
    await page.locator('#number').fill('777777');
    await page.locator('#number').press('Enter');
    await sees('Row 777777');
    await page.getByRole('button', { name: 'Next conversation' }).click();
    await sees('Row 777778');
    await page.locator('#number').fill('99999999');
    await page.locator('#number').press('Enter');
    await sees('Row 1000000');
    await page.locator('#number').fill('-5e3x');
    await page.locator('#number').press('Enter');
    await page.waitForTimeout(100);
    assert.equal((await inView())[0], 'Row 1000000');
  });

  test('in one list', async () => {
    await host.open(`[${rows(3).join(',')}]`, { name: 'x.messages.json' });
    assert.equal(await page.locator('#count').innerText(), 'of 3');
    assert.deepEqual(await inView(), ['Row 1']);
    await page.getByRole('button', { name: 'Next conversation' }).click();
    await sees('Row 2');
    assert.deepEqual(await inView(), ['Row 2']);
    assert.equal(await page.locator('#number').inputValue(), '2');
    await page.getByRole('button', { name: 'Next conversation' }).click();
    await sees('Row 3');
    assert.ok(await page.getByRole('button', { name: 'Next conversation' }).isDisabled());
  });

  test('words are found in every conversation', async () => {
    await host.open(`${rows(500).join('\n')}\n`, { name: 'x.messages.jsonl' });
    await page.keyboard.press('Control+f');
    await page.locator('#query').fill('Row 432');
    await sees('Row 432');
    await page.keyboard.press('Escape');
  });
});

test('nothing was asked of the browser that it should not do', () => {
  host.close();
  assert.deepEqual(misdeeds, []);
});
