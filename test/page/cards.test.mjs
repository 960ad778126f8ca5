// Calls as cards, long parts that fold, problems, and answers side by side, on the page with the real server.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { openPreview, setTheme, strangers } from '../attack/page.mjs';
import { startServer } from '../attack/views.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';
import { createHost, lastPosted } from './host.mjs';

let server, browser, page, misdeeds, host;
before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 900, height: 700 });
  host = await createHost(page, server);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const header = 'version: 2.2\n\n';
const call = (id, args = '{"city": "Lyon"}') =>
  `<|start|>assistant to=functions.get_weather call_id=${id}<|channel|>commentary<|constrain|>json<|message|>${args}<|call|>\n`;
const reply = (id, text) =>
  `<|start|>tool name=functions.get_weather call_id=${id}<|channel|>commentary<|message|>${text}<|end|>\n`;
const user = '<|start|>user<|message|>Weather?<|end|>\n';
const answer = '<|start|>assistant<|channel|>final<|message|>Dry.<|return|>';
const lines = (count) => Array.from({ length: count }, (_, i) => `${i}   GET /trains/${i}   200`).join('\n');
const unharmed = async () => {
  assert.deepEqual(await found(page), []);
  assert.deepEqual([...(await strangers(page)), ...misdeeds], []);
};

test('the result of a call has the whole width of its card, and names its tool only if it is another one', async () => {
  const called = (id, name) => ({ id, type: 'function', function: { name, arguments: '{}' } });
  const messages = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: null, tool_calls: [called('a', 'read'), called('b', 'list')] },
    { role: 'tool', tool_call_id: 'a', content: `${'word '.repeat(60)}` },
    { role: 'tool', tool_call_id: 'b', name: 'other', content: 'files' },
  ];
  await host.open(JSON.stringify({ messages }), { name: 'request.json', debug: true });
  await page.locator('.reply').nth(1).waitFor();
  const widths = await page
    .locator('.reply')
    .first()
    .evaluate((reply) => [
      reply.getBoundingClientRect().width,
      reply.querySelector('.body').getBoundingClientRect().width,
    ]);
  assert.equal(Math.round(widths[0]), Math.round(widths[1]));
  assert.deepEqual(
    await page.locator('.reply').evaluateAll((all) => all.map((one) => one.querySelector('.quiet')?.textContent)),
    [undefined, 'other'],
  );
  // The buttons become visible when the mouse is over the reply.
  await page.locator('.reply').first().hover();
  for (const button of ['.details', '.copy'])
    assert.ok(
      await page
        .locator(`.reply ${button} svg`)
        .first()
        .evaluate((one) => one.checkVisibility({ opacityProperty: true })),
    );
  await page.locator('.reply .details').first().click();
  assert.match(await page.locator('.reply .facts').first().innerText(), /role\s+tool/);
});

test('parallel calls stand together in their order, each with its own reply', async () => {
  const parallel = [call('a'), call('b'), call('c'), reply('b', 'Rain.'), reply('c', 'Snow.'), reply('a', 'Sun.')];
  await host.open(`${header}${user}${parallel.join('')}${answer}`, { name: 'x.ocml', debug: true });
  const cards = await page
    .locator('article.card')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('.quiet').textContent, one.querySelector('.reply > .body').textContent]),
    );
  assert.deepEqual(cards, [
    ['a', 'Sun.'],
    ['b', 'Rain.'],
    ['c', 'Snow.'],
  ]);
  // If the cursor is in a reply, its card is marked.
  const { start } = host.view.messages[4].range;
  await page.evaluate((at) => window.postMessage({ type: 'cursor', ...at }, '*'), start);
  await page.locator('article.current', { hasText: 'Rain.' }).waitFor();
  await screenshot(page, 'page-parallel');
  await unharmed();
});

test('nothing says of each message that users do not see it; a strip says so of all, and the bar stays low', async () => {
  await host.open(`${header}${user}${call('a')}${reply('a', 'Sun.')}${answer}`, { name: 'x.ocml', debug: true });
  assert.doesNotMatch(await page.locator('#conversation').innerText(), /hidden from users/);
  for (const width of [900, 450, 280]) {
    await page.setViewportSize({ width, height: 700 });
    const { height } = await page.locator('#bar').boundingBox();
    assert.ok(height <= 48, `${height} at ${width}`);
    const strip = page.locator('#banner');
    assert.match(await strip.innerText(), /^Hidden layers/, `at ${width}`);
    assert.ok(await strip.evaluate((one) => one.scrollWidth <= one.clientWidth), `the strip is cut at ${width}`);
    await unharmed();
  }
  await page.setViewportSize({ width: 900, height: 700 });
});

test('what users do not see is marked by more than a colour, and the strip says by what', async () => {
  /** Returns the elements with a dotted left edge: messages, and the strip. */
  const edges = () =>
    page.evaluate(() => {
      const isDotted = (one, part) => getComputedStyle(one, part).borderInlineStartStyle === 'dotted';
      const messages = [...document.querySelectorAll('article')].filter((one) => isDotted(one));
      const isStrip = isDotted(document.getElementById('banner'), '::before');
      return [...(isStrip ? ['the strip'] : []), ...messages.map((one) => one.ariaLabel)];
    });
  await host.open(`${header}${user}${call('a')}${reply('a', 'Sun.')}${answer}`, { name: 'x.ocml', debug: true });
  const strip = page.locator('#banner');
  assert.match(await strip.innerText(), /do not see the dimmed parts\.$/);
  assert.deepEqual(await edges(), []);
  for (const theme of ['vscode-high-contrast', 'vscode-high-contrast-light']) {
    await setTheme(page, theme);
    assert.match(await strip.innerText(), /do not see the parts with a dotted edge\.$/);
    assert.deepEqual(await edges(), ['the strip', 'Call to get_weather, a, answered, hidden from users']);
    await unharmed();
  }
  await setTheme(page, 'vscode-dark');
  await page.emulateMedia({ forcedColors: 'active' });
  assert.match(await strip.innerText(), /a dotted edge\.$/);
  assert.equal((await edges()).length, 2);
  await page.emulateMedia({ forcedColors: null });
});

test('beside the number of a row, the strip still says that hidden layers are shown', async () => {
  const row = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
  await host.open(`${row}\n`.repeat(1500), { name: 'x.messages.jsonl', debug: true, window: { number: 1234 } });
  for (const [width, words] of [
    [900, /^Hidden layers are shown\./],
    [500, /^Hidden layers are shown$/],
    [280, /^All layers$/],
  ]) {
    await page.setViewportSize({ width, height: 700 });
    const strip = page.locator('#banner');
    assert.match(await strip.innerText(), words);
    assert.ok(await strip.evaluate((one) => one.scrollWidth <= one.clientWidth), `the strip is cut at ${width}`);
    const { x, width: taken } = await page.locator('#conversations').boundingBox();
    const beside = await strip.boundingBox();
    assert.ok(width === 900 || beside.x >= x + taken, `the words are on the number at ${width}`);
    await unharmed();
  }
  await page.setViewportSize({ width: 900, height: 700 });
});

test('calls that are made at once say so, and those that wait for a reply do not', async () => {
  const facts = () => page.locator('.card').evaluateAll((all) => all.map((one) => one.firstChild.textContent));
  const made = (ids) => ids.map((id) => call(id)).join('');
  await host.open(
    `${header}${user}${made(['a', 'b'])}${reply('b', 'Sun.')}${reply('a', 'Rain.')}${call('c')}${reply('c', 'Fog.')}${answer}`,
    {
      name: 'x.ocml',
      debug: true,
    },
  );
  const shown = await facts();
  assert.equal(shown.length, 3);
  assert.match(shown[0], /1 of 2 at once/);
  assert.match(shown[1], /2 of 2 at once/);
  assert.doesNotMatch(shown[2], /at once/);
  await unharmed();
});

test('the halves of a card are told apart, and the name of its tool is its strongest text', async () => {
  for (const theme of ['vscode-dark', 'vscode-light']) {
    await setTheme(page, theme);
    await host.open(`${header}${user}${call('a')}${reply('a', 'Sun.')}${answer}`, { name: 'x.ocml', debug: true });
    assert.equal(await page.locator('.reply-head').innerText(), 'reply');
    const contrasts = await page.evaluate(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const brightness = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
          part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      const styleOf = (selector) => getComputedStyle(document.querySelector(selector));
      const background = brightness(styleOf('.card').backgroundColor);
      const contrast = (colour) => {
        const other = brightness(colour);
        return Math.max(other, background) / Math.min(other, background);
      };
      const texts = ['.speaker', '.quiet', '.state', '.body', '.code-variable', '.code-string', '.half'];
      return {
        line: contrast(styleOf('.card .reply-head > .rest').borderTopColor),
        texts: texts.map((selector) => contrast(styleOf(`.card ${selector}`).color)),
      };
    });
    assert.ok(contrasts.line >= 2, `${contrasts.line}`);
    const [name, ...others] = contrasts.texts;
    assert.ok(Math.max(...others) < name, `${contrasts.texts}`);
    await unharmed();
  }
  await setTheme(page, 'vscode-dark');
});

suite('wrapped code', () => {
  const numbered =
    '     9\tconst a = 1;\n    10\t  const sum = items.reduce((all, { price, count }) => all + price * count, 0);';
  const args = JSON.stringify({
    from: 'Lyon',
    to: 'Annecy',
    'departure-time': '08:38',
    path: `/home/${'mira/'.repeat(20)}x`,
  });
  /** Returns the left edges of the lines of an element. */
  const leftsOf = (selector) =>
    page.locator(selector).evaluate((one) => {
      const range = new Range();
      range.selectNodeContents(one);
      const lefts = new Map();
      for (const { left, top, width } of range.getClientRects())
        if (width > 0) lefts.set(Math.round(top / 4), Math.min(left, lefts.get(Math.round(top / 4)) ?? left));
      return [...lefts].sort(([a], [b]) => a - b).map(([, left]) => left);
    });
  before(async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    await host.open(`${header}${user}${call('a', args)}${reply('a', numbered)}${answer}`, {
      name: 'x.ocml',
      debug: true,
    });
  });
  after(() => page.setViewportSize({ width: 900, height: 700 }));

  test('goes on right of the beginning of its line, and of the number of the line', async () => {
    const [first, ...rest] = await leftsOf('.reply .hang >> nth=0');
    assert.ok(rest.length >= 2);
    for (const left of rest) assert.ok(left > first + 40, `${left} after ${first}`);
    await screenshot(page, 'page-wrapped');
    await unharmed();
  });

  test('does not separate a key from its value, and its text is the same', async () => {
    const parted = await page
      .locator('.joined')
      .evaluateAll((all) =>
        all.flatMap((one) => (one.offsetHeight > 30 && one.textContent.length < 40 ? [one.textContent] : [])),
      );
    assert.deepEqual(parted, []);
    assert.equal(await page.locator('.reply code').evaluate((one) => one.textContent), numbered);
    const written = await page.locator('article.card > .body code').evaluate((one) => one.textContent);
    assert.deepEqual(JSON.parse(written), JSON.parse(args));
    // The selection is copied without additional line breaks.
    const selected = await page.locator('.reply code').evaluate((one) => {
      getSelection().selectAllChildren(one);
      return getSelection().toString();
    });
    assert.equal(selected.trim(), numbered.trim());
    await page.evaluate(() => getSelection().removeAllRanges());
  });

  test('has its lines as high as those that are not wrapped, and its columns where they are', async () => {
    await page.setViewportSize({ width: 1200, height: 700 });
    const xs = await page.locator('.reply code').evaluate((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf('const');
        if (at < 0) continue;
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 5);
        const { left, width } = range.getBoundingClientRect();
        found.push(left, width / 5);
      }
      return found;
    });
    const [short, column, long] = xs;
    assert.ok(Math.abs(long - short - 2 * column) < 1, `${xs}`);
    await page.setViewportSize({ width: 360, height: 700 });
  });
});

test('the switch with the eye says what it does, and its state is seen', async () => {
  const text = `${header}${user}${call('a')}${reply('a', 'Sun.')}${answer}`;
  const look = () =>
    page.locator('#debug').evaluate((one) => {
      const { backgroundColor, outlineStyle } = getComputedStyle(one);
      return {
        title: one.title,
        backgroundColor,
        outlineStyle,
        isStruck: one.querySelector('.mark').checkVisibility(),
      };
    });
  await host.open(text, { name: 'x.ocml' });
  const off = await look();
  assert.deepEqual(
    [off.title, off.outlineStyle, off.isStruck],
    ['Show hidden layers\n2 messages are not for end users.', 'solid', true],
  );
  await page.locator('#debug').click();
  await page.locator('#debug[aria-checked="true"]').waitFor();
  const on = await look();
  assert.match(on.title, /^Hide hidden layers/);
  assert.deepEqual([on.outlineStyle, on.isStruck], ['solid', false]);
  assert.notEqual(on.backgroundColor, off.backgroundColor);
  for (const width of [280, 360, 900]) {
    await page.setViewportSize({ width, height: 700 });
    const gaps = await page.locator('#views button').evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      return boxes.slice(1).map(({ left }, i) => left - boxes[i].right);
    });
    assert.ok(Math.min(...gaps) >= 10, `${gaps} at ${width}`);
  }
  await page.setViewportSize({ width: 900, height: 700 });
});

suite('long parts', () => {
  const long = `${header}${user}${call('a')}${reply('a', lines(214))}${call('b')}${reply('b', lines(40))}${answer}`;
  const folded = () => page.locator('.folded').count();

  test('fold, and open one by one or all together', async () => {
    await host.open(long, { name: 'x.ocml', debug: true });
    assert.equal(await folded(), 2);
    await page.getByRole('button', { name: 'Show all 214 lines' }).click();
    assert.equal(await folded(), 1);
    assert.equal(await page.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded'), 'true');
    await page.getByRole('button', { name: 'Collapse all' }).click();
    assert.equal(await folded(), 2);
    await page.getByRole('button', { name: 'Expand all' }).click();
    assert.equal(await folded(), 0);
    await screenshot(page, 'page-folds');
    await unharmed();
  });

  test('are open when the document is shown again, and in no other', async () => {
    await host.edit([]);
    assert.equal(await folded(), 0);
    await host.open(long, { name: 'x.ocml', debug: true });
    assert.equal(await folded(), 2);
  });

  test('open for what is found in them', async () => {
    await page.keyboard.press('Control+f');
    await page.locator('#query').fill('/trains/213');
    await page.locator('#hits', { hasText: '1 of 1' }).waitFor();
    await page.locator('.folded').nth(1).waitFor({ state: 'detached' });
    assert.equal(await folded(), 1);
    await page.keyboard.press('Escape');
  });

  test('show twelve lines, and of declarations among instructions about as many', async () => {
    const declared = Array.from({ length: 6 }, (_, i) => `// Tool ${i}.\ntype tool_${i} = () => any;\n`).join('\n');
    const developer = `<|start|>developer<|message|># Tools\n\nnamespace functions {\n${declared}\n}<|end|>\n`;
    await host.open(`${header}${developer}${user}${call('a')}${reply('a', lines(40))}${answer}`, {
      name: 'x.ocml',
      debug: true,
    });
    const shown = await page.locator('.folded').evaluateAll((all) =>
      all.map((one) => {
        const { bottom } = one.getBoundingClientRect();
        const range = new Range();
        range.selectNodeContents(one);
        const ends = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)));
        return [...ends].filter((end) => end <= bottom).length;
      }),
    );
    assert.equal(shown.length, 2);
    assert.equal(shown[1], 12);
    assert.equal(await page.locator('.fold').first().innerText(), 'Show all 22 lines');
  });
});

test('a string of several lines in arguments keeps its line breaks', async () => {
  const args = '{"command": "cd app\\nnpm test", "timeout": 5}';
  await host.open(`${header}${user}${call('a', args)}${reply('a', 'ok')}${answer}`, { name: 'x.ocml', debug: true });
  assert.equal(await page.locator('.code-text').innerText(), 'cd app\nnpm test');
  await unharmed();
});

suite('what is wrong', () => {
  const wrong = `${header}${user}${call('a', '{"city": "Lyon",}')}${reply('z', 'Sun.')}${answer}`;

  test('is at its message, with its rule and a fix', async () => {
    await host.open(wrong, { name: 'x.ocml', debug: true });
    const faults = page.locator('.fault');
    assert.match(await faults.first().innerText(), /JSON allows no comma before \}/);
    assert.equal(await faults.first().locator('.text > code').innerText(), '}');
    assert.equal(await page.locator('article.wrong').count(), 2);
    const code = await faults.first().locator('.rule').innerText();
    await faults.first().locator('.rule').click();
    assert.deepEqual(await lastPosted(page, host.asked, 'rule'), { type: 'rule', code });
    await faults.first().locator('.fix').click();
    const { position, ...fix } = await lastPosted(page, host.asked, 'fix');
    assert.deepEqual(fix, { type: 'fix', code });
    assert.equal(position.line, host.view.messages[1].range.start.line);
    await screenshot(page, 'page-faults');
    await unharmed();
  });

  test('is one number at the end, which leads to the first', async () => {
    assert.match(await page.locator('.note.faulty').innerText(), /^2 messages here have problems\. Show the first$/);
    await host.open(wrong, { name: 'x.ocml' });
    assert.equal(await page.locator('.fault').count(), 0);
    await page.getByRole('button', { name: 'Show the first' }).click();
    assert.ok((await lastPosted(page, host.asked, 'reveal')).position.line >= 3);
    await unharmed();
  });
});

test('two answers of a row stand side by side, and what only one of them says is marked', async () => {
  const row = {
    prompt: [{ role: 'user', content: 'Capital of France?' }],
    chosen: [{ role: 'assistant', content: 'It is Paris, on the Seine.' }],
    rejected: [{ role: 'assistant', content: 'It is Lyon, on the Rhône.' }],
  };
  await host.open(`${JSON.stringify(row)}\n`, { name: 'x.jsonl', debug: true });
  assert.deepEqual(await page.locator('.answer > .title').allInnerTexts(), ['Chosen', 'Rejected']);
  assert.deepEqual(await page.locator('.answer mark').allInnerTexts(), ['Paris', 'Seine', 'Lyon', 'Rhône']);
  const [chosen, rejected] = await page
    .locator('.answer')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.equal(chosen, rejected);
  await screenshot(page, 'page-answers');
  await unharmed();
  // Users see the chosen answer, and nothing of the rejected one.
  await host.open(`${JSON.stringify(row)}\n`, { name: 'x.jsonl' });
  assert.doesNotMatch(await page.locator('#conversation').innerText(), /Lyon|Rejected/);
});

test('an English table in an Arabic answer is not mirrored', async () => {
  const text = 'نعم، هناك قطاران:\n\n| Depart | Arrive |\n| --- | --- |\n| 08:38 | 10:31 |';
  await host.open(`${header}${user}<|start|>assistant<|channel|>final<|message|>${text}<|return|>`, { name: 'x.ocml' });
  const xOf = (text) => page.getByText(text, { exact: true }).evaluate((one) => one.getBoundingClientRect().left);
  assert.ok((await xOf('Depart')) < (await xOf('Arrive')));
  await unharmed();
});

test('what is wrong is seen in what the model continues from, too', async () => {
  await host.open(`${header}${user}${call('a', '{"city": "Lyon",}')}${reply('a', 'Sun.')}`, {
    name: 'x.ocml',
    mode: 'model',
  });
  await page.locator('article.wrong .fault').first().waitFor();
  assert.match(await page.locator('.note.faulty').innerText(), /^1 message here has a problem\./);
  await screenshot(page, 'page-model-faults');
  await unharmed();
});
