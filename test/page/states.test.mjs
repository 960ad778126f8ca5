// Every state of the page in every kind of theme, checked with axe-core; the whole page by keyboard only; and in another language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { openPreview, post, setTheme, strangers, themes } from '../attack/page.mjs';
import { startServer } from '../attack/views.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';
import { combined } from './combined.mjs';
import { createHost, lastPosted } from './host.mjs';
import { calls, position, prompt, rows, session, training, trainingWithoutTokenizer, uri } from './samples.mjs';

let server, browser, page, misdeeds, host;
before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 720, height: 640 });
  host = await createHost(page, server);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const showTraining = (more = {}) =>
  post(page, { type: 'training', training: { ...training, ...more }, debug: false, uri });

async function closePanels() {
  for (const id of ['filters', 'finder'])
    if (await page.locator(`#${id}`).isVisible()) {
      await page.locator(`#${id} :is(button, input)`).first().focus();
      await page.keyboard.press('Escape');
    }
}

/** Functions that bring the page into a state. */
const states = {
  user: () => host.open(calls, { name: 'x.ocml' }),
  debug: () => host.open(calls, { name: 'x.ocml', debug: true }),
  model: () => host.open(calls, { name: 'x.ocml', mode: 'model' }),
  session: async () => {
    await host.open(session, { name: 'session.jsonl', debug: true });
    assert.deepEqual(await page.locator('#branch option').allInnerTexts(), [
      'The conversation',
      'Branch, line 2 (1 message): Left',
      'Sub-agent, line 6 (1 message): Look there',
      'Everything in the log',
    ]);
    assert.match(await page.locator('#conversation').innerText(), /answered, 2 s/);
    assert.match(await page.locator('.compaction').innerText(), /a summary replaced the 3 messages before this line/);
    assert.match(await page.locator('.note.session').innerText(), /Claude Code session: 1,200 tokens read, 30 written/);
  },
  'session-branch': async () => {
    await host.open(session, { name: 'session.jsonl' });
    await page.locator('#branch').selectOption({ label: 'Branch, line 2 (1 message)' });
    await page.getByText('Left').waitFor();
    assert.deepEqual(await page.locator('article .body').allInnerTexts(), ['Left']);
    await page.locator('#branch').selectOption({ label: 'Sub-agent, line 6 (1 message)' });
    await page.getByText('End users see nothing from a sub-agent').waitFor();
    await page.locator('#branch').selectOption({ label: 'The conversation' });
    await page.getByText('Found.').waitFor();
  },
  'session-model': async () => {
    await host.open(session, { name: 'session.jsonl', mode: 'model' });
    assert.match(await page.locator('.compaction').innerText(), /sees a summary instead of 3 earlier messages/);
    assert.deepEqual(await page.locator('article .body').allInnerTexts(), ['The user looks for it.', 'Found.']);
  },
  prompt: () => post(page, { type: 'prompt', prompt, debug: false, uri }),
  'prompt-error': () =>
    post(page, {
      type: 'prompt',
      prompt: { ...prompt, error: 'No user.', errorAt: position, templateAt: position },
      debug: false,
      uri,
    }),
  training: () => showTraining(),
  'training-missing': () =>
    post(page, {
      type: 'training',
      training: trainingWithoutTokenizer,
      ...{ debug: false, uri },
    }),
  filter: async () => {
    await host.open(calls, { name: 'x.ocml', debug: true, only: { tools: ['get'] } });
    await page.locator('#filter').click();
  },
  find: async () => {
    await host.open(calls, { name: 'x.ocml', debug: true });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('city');
    await page.locator('#hits', { hasText: 'of 2' }).waitFor();
  },
  'data-set': () => host.open(rows, { name: 'x.messages.jsonl' }),
  tokens: async () => {
    await host.open(calls, { name: 'x.ocml', debug: true });
    const messages = host.view.messages.map(({ range: { start } }, i) => ({
      position: start,
      tokens: i + 1,
      estimated: i > 3,
    }));
    await post(page, {
      type: 'tokens',
      tokens: { version: host.view.version, total: 1021, estimated: false, messages },
    });
    assert.deepEqual(await page.locator('.tokens').allInnerTexts(), [
      '1 token',
      '2 tokens',
      '7 tokens',
      '≈ 5 tokens',
      '≈ 6 tokens',
    ]);
    assert.equal(await page.locator('#total').innerText(), '1,021 tokens');
    // After an edit, the count is hidden, because it belongs to the text before the edit.
    await host.edit([{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: ' ' }]);
    await page.locator('#total').waitFor({ state: 'hidden' });
  },
  cut: () => host.open('<|start|>assistant<|channel|>final<|message|>I am', { name: 'x.ocml' }),
  nothing: () => host.open('<|start|>system<|message|>x<|end|>', { name: 'x.ocml' }),
  failure: () => post(page, { type: 'failure', reason: 'The file x.ocml is not there any more.' }),
  waiting: () => post(page, { type: 'waiting' }),
};

/** More states, with checks that apply to each of them, in light and dark, wide and narrow. */
const head = 'version: 2.2\n\n';
const said = (role, text) => `<|start|>${role}<|message|>${text}<|end|>\n`;
const asked = (id, args, tool = 'get_weather') =>
  `<|start|>assistant to=functions.${tool} call_id=${id}<|channel|>commentary<|constrain|>json<|message|>${args}<|call|>\n`;
const replied = (id, text, tool = 'get_weather') =>
  `<|start|>tool name=functions.${tool} call_id=${id}<|channel|>commentary<|message|>${text}<|end|>\n`;
const answered = (text) => `<|start|>assistant<|channel|>final<|message|>${text}<|return|>\n`;
const thought = (text) => `<|start|>assistant<|channel|>analysis<|message|>${text}<|end|>\n`;
const asText = (...parts) => [head + parts.join(''), 'x.ocml'];
const asRow = (row) => [`${JSON.stringify(row)}\n`, 'x.messages.jsonl'];
const cities = ['Lyon', 'Annecy', 'Chambéry'];
const arabic =
  'نعم، هناك قطاران مباشران صباح الغد:\n\n- الأول في `08:38`\n- الثاني في `10:08`\n\n| Depart | Arrive |\n| --- | --- |\n| 08:38 | 10:31 |';
const pixel = 'data:image/gif;base64,R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=';
const shown = {
  'call-reply': asText(
    said('user', 'What is the weather in Lyon?'),
    thought('Ask the service.'),
    asked('a', '{"city": "Lyon", "unit": "celsius"}'),
    replied('a', '{"temperature": 24, "sky": "clear", "hours": [8, 12, 16]}'),
    answered('It is **24 °C**, with a clear sky.'),
  ),
  'three-parallel': asText(
    said('user', 'And in three cities?'),
    ...cities.map((city, i) => asked(`c${i}`, JSON.stringify({ city }))),
    ...cities.map((_, i) => replied(`c${2 - i}`, `${20 + i} °C, dry.`)),
    answered('Dry everywhere.'),
  ),
  'session-60': asText(
    said('user', 'Fix the tests.'),
    ...Array.from({ length: 60 }, (_, i) =>
      [
        asked(`s${i}`, JSON.stringify({ command: `npm test -- --only unit --grep part-${i}\ngit status` }), 'shell'),
        replied(`s${i}`, `PASS test/part-${i}.test.ts\n  12 passed, ${i % 7 === 3 ? 1 : 0} failed`, 'shell'),
      ].join(''),
    ),
    answered('All pass.'),
  ),
  'broken-arguments': asText(
    said('user', 'Weather?'),
    asked('a', '{"city": "Lyon", "days": [1, 2,], \'unit\': celsius}'),
    replied('b', '{"ok": true}'),
    answered('Dry.'),
  ),
  'long-output': asText(
    said('user', 'Which trains are there?'),
    asked('a', '{"from": "Lyon"}', 'find_trains'),
    replied('a', Array.from({ length: 214 }, (_, i) => `${i}   GET /trains/${i}   200`).join('\n'), 'find_trains'),
    answered('214 of them.'),
  ),
  preference: asRow({
    prompt: [{ role: 'user', content: 'Which river is in Lyon?' }],
    chosen: [{ role: 'assistant', content: 'The Rhône and the Saône meet in Lyon.' }],
    rejected: [{ role: 'assistant', content: 'The Seine flows through Lyon.' }],
  }),
  alpaca: [
    `${JSON.stringify({ instruction: 'Translate into French.', input: 'Good morning', output: 'Bonjour', id: 'alpaca-17' })}\n`,
    'x.jsonl',
  ],
  mathematics: asText(
    said('user', 'Roots of $ax^2+bx+c$?'),
    answered(String.raw`They are

\[ x_{1,2} = \frac{-b \pm \sqrt{b^2-4ac}}{2a} \]

for $a \neq 0$.`),
  ),
  image: asRow({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: pixel } },
          { type: 'image_url', image_url: { url: `https://example.com/${'photos/'.repeat(12)}lake.jpg` } },
        ],
      },
      { role: 'assistant', content: 'A white dot, and a picture that I cannot see.' },
    ],
  }),
  arabic: asText(said('user', 'هل توجد قطارات إلى Annecy؟'), thought('Ask the table.'), answered(arabic)),
  declarations: asText(
    said('system', 'You are ChatGPT.\nReasoning: high'),
    said(
      'developer',
      '# Instructions\nBe brief.\n# Tools\nnamespace functions {\n// Trains.\ntype find_trains = (_: { from: string }) => any;\n}',
    ),
    said('user', 'Trains?\n```js\nlet a = 1;\n```'),
    '<|start|>assistant intent=preamble<|channel|>commentary<|message|>I look at the table.<|end|>\n',
    asked('a', '{"from": "Lyon"}', 'find_trains'),
    replied('a', 'No train.', 'find_trains'),
    answered('> quoted\n\nNone.'),
  ),
};

/** Returns elements whose text is cut off although they have neither an ellipsis nor a tooltip. */
const cutWords = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('#bar *, .message header *, .facts *, .note, .fault, .fold, .more')].flatMap(
      (one) => {
        const { overflowX, textOverflow } = getComputedStyle(one);
        const isCut = one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && overflowX === 'hidden';
        return isCut && !one.title && !one.closest('[title]') && textOverflow !== 'ellipsis'
          ? [one.outerHTML.slice(0, 120)]
          : [];
      },
    ),
  );
/** Returns controls that overlap each other. */
const overlaps = () =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('button, select, input, a')].filter((one) =>
      one.checkVisibility({ opacityProperty: true }),
    );
    const boxes = all.map((one) => one.getBoundingClientRect());
    const found = [];
    for (const [i, a] of boxes.entries())
      for (const [j, b] of boxes.entries()) {
        if (j <= i || all[i].contains(all[j]) || all[i].closest('#bar') !== all[j].closest('#bar')) continue;
        const [x, y] = [
          Math.min(a.right, b.right) - Math.max(a.left, b.left),
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
        ];
        if (x > 2 && y > 2) found.push(`${all[i].className || all[i].id} on ${all[j].className || all[j].id}`);
      }
    return found;
  });

suite('what must be looked at', () => {
  const looks = [
    ['vscode-dark', 900],
    ['vscode-light', 450],
    ['vscode-high-contrast', 280],
    ['vscode-high-contrast-light', 720],
  ];
  after(async () => {
    await page.setViewportSize({ width: 720, height: 640 });
    await setTheme(page, 'vscode-dark');
  });
  for (const [[name, [text, file]], [theme, width]] of combined(Object.entries(shown), looks))
    test(`${name}, ${theme.replace('vscode-', '')}, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await setTheme(page, theme);
      await closePanels();
      await host.open(text, { name: file, debug: true });
      await page.evaluate(() => window.scrollTo(0, 0));
      await screenshot(page, `look-${name}-${width}`);
      assert.ok((await page.locator('#bar').boundingBox()).height <= 48);
      assert.deepEqual(await cutWords(), []);
      assert.deepEqual(await overlaps(), []);
      assert.deepEqual(await found(page), []);
      assert.deepEqual([...(await strangers(page)), ...misdeeds], []);
    });
});

suite('where there is little room', () => {
  const manyRows = Array.from({ length: 1500 }, (_, i) =>
    JSON.stringify({ messages: [{ role: 'user', content: `Row ${i + 1}` }] }),
  ).join('\n');
  const among = (debug) => () => host.open(manyRows, { name: 'x.messages.jsonl', debug, window: { number: 1234 } });
  const narrow = {
    ...{ 'many-rows': among(false), 'many-rows-debug': among(true) },
    session: () => host.open(session, { name: 'session.jsonl', debug: true }),
    'session-user': () => host.open(session, { name: 'session.jsonl' }),
    'session-model': () => host.open(session, { name: 'session.jsonl', mode: 'model' }),
    ...{ prompt: states.prompt, 'prompt-error': states['prompt-error'], training: states.training },
    ...{ filter: states.filter, find: states.find, model: states.model, failure: states.failure },
  };
  after(async () => {
    await page.setViewportSize({ width: 720, height: 640 });
    await setTheme(page, 'vscode-dark');
  });
  /**
   * Returns the labels of view buttons that are cut off. The pressed button may be cut off, because it may have a name that the user chose.
   */
  const cutViews = () =>
    page
      .locator('#views button:not([aria-pressed="true"])')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText));
  /** Returns the space between the `previous` arrow and the number of the row. */
  const gapAtNumber = () =>
    page.evaluate(() => {
      const box = (id) => document.getElementById(id).getBoundingClientRect();
      return box('number').left - box('previous').right;
    });
  const widths = [
    [280, 'vscode-dark'],
    [360, 'vscode-light'],
    [450, 'vscode-high-contrast-light'],
    [640, 'vscode-dark'],
    [800, 'vscode-light'],
  ];
  for (const [[name, bring], [width, theme]] of combined(Object.entries(narrow), widths))
    test(`${name}, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 500 });
      await setTheme(page, theme);
      await post(page, { type: 'waiting' });
      await closePanels();
      await bring();
      await page.mouse.move(0, 400);
      await screenshot(page, `narrow-${name}-${width}`);
      assert.ok((await page.locator('#bar').boundingBox()).height <= 48);
      assert.deepEqual(await cutViews(), []);
      assert.deepEqual(await cutWords(), []);
      assert.deepEqual(await overlaps(), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      // Each part of the bar is on one line, and the bar takes one line or two.
      const tops = await page
        .locator('#bar-line > *, #views > *')
        .evaluateAll((all) => all.filter((one) => one.clientHeight > 26).map((one) => one.outerHTML.slice(0, 60)));
      assert.deepEqual(tops, []);
      if (name.startsWith('many')) assert.ok((await gapAtNumber()) >= 4);
      assert.deepEqual(await found(page), []);
    });

  test('what opens below the bar covers no message at the top, and moves no other', async () => {
    await setTheme(page, 'vscode-dark');
    await page.setViewportSize({ width: 720, height: 300 });
    await closePanels();
    await host.open(calls, { name: 'x.ocml', debug: true });
    await page.evaluate(() => window.scrollTo(0, 0));
    const topOf = (selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
    const bottomOf = (selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
    await page.locator('#filter').click();
    await page.waitForTimeout(100);
    assert.ok((await topOf('article >> nth=0')) >= (await bottomOf('#filters')));
    await closePanels();
    await page.waitForTimeout(100);
    const before = await topOf('article >> nth=0');
    assert.ok(before < 70, `${before}`);
    await page.evaluate(() => window.scrollTo(0, 120));
    const place = await topOf('article >> nth=3');
    await page.locator('#filter').click();
    await page.waitForTimeout(100);
    assert.ok(Math.abs((await topOf('article >> nth=3')) - place) < 1);
    await closePanels();
  });
});

const inThemes = combined(Object.entries(states), Object.keys(themes));
for (const theme of Object.keys(themes)) {
  suite(theme, () => {
    before(() => setTheme(page, theme));
    for (const [[name, bring]] of inThemes.filter(([, one]) => one === theme)) {
      test(name, async () => {
        await post(page, { type: 'waiting' });
        await closePanels();
        await bring();
        await screenshot(page, `page-${theme.replace('vscode-', '')}-${name}`);
        assert.deepEqual(await found(page), []);
        assert.deepEqual(await strangers(page), []);
      });
    }
  });
}

test('where the system forces its colours and nothing is to move', async () => {
  await setTheme(page, 'vscode-high-contrast');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const name of ['debug', 'filter', 'find', 'data-set', 'failure', 'training']) {
    await states[name]();
    await screenshot(page, `page-forced-${name}`);
    // The contrast is not checked, because the system determines the colors.
    assert.deepEqual(await found(page, ['color-contrast']), [], name);
    await closePanels();
  }
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((one) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one);
        return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior === 'smooth';
      }).length,
  );
  assert.equal(moving, 0);
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  await closePanels();
  await setTheme(page, 'vscode-dark');
});

suite('by keyboard alone', () => {
  const focus = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className || '');
  /** Presses Tab until an element has the focus. */
  async function to(what) {
    for (let i = 0; i < 60; i++) {
      if ((await focus()) === what) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not lead to ${what}`);
  }
  const last = (type) => lastPosted(page, host.asked, type);
  /** After this click, Tab starts at the beginning of the page. */
  const begin = () => page.mouse.click(1, 1);

  test('everything that can be done is reached by Tab, in the order in which it is seen', async () => {
    await host.open(calls, { name: 'x.ocml', debug: true });
    await begin();
    const order = [];
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      order.push(await focus());
    }
    assert.deepEqual(order, ['user', 'model', 'template', 'training', 'filter', 'search', 'export', 'debug']);
    const outlines = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(outlines, 'solid');
  });

  test('views, filters, search, export, hidden layers', async () => {
    await host.open(calls, { name: 'x.ocml', debug: true });
    await begin();
    await to('model');
    await page.keyboard.press('Enter');
    await page.locator('#model[aria-pressed="true"]').waitFor();
    await to('template');
    await page.keyboard.press('Enter');
    assert.deepEqual(await last('template'), { type: 'template' });
    await to('training');
    await page.keyboard.press('Enter');
    assert.deepEqual(await last('training'), { type: 'training' });
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await page.locator('#user[aria-pressed="true"]').waitFor();
    await to('filter');
    await page.keyboard.press('Enter');
    await to('chip');
    await page.keyboard.press('Space');
    await page.locator('.chip[aria-pressed="true"]').waitFor();
    assert.equal(await focus(), 'chip');
    await page.keyboard.press('Space');
    await page.locator('.chip[aria-pressed="true"]').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    assert.equal(await focus(), 'filter');
    await to('search');
    await page.keyboard.press('Enter');
    assert.equal(await focus(), 'query');
    await page.keyboard.type('annecy');
    await page.locator('#hits', { hasText: '1 of 1' }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focus(), 'back');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await focus(), 'search');
    await to('export');
    await page.keyboard.press('Enter');
    assert.deepEqual(await last('export'), { type: 'export' });
    await to('debug');
    await page.keyboard.press('Space');
    await page.locator('#debug[aria-checked="false"]').waitFor();
  });

  test('messages: from one to the next, to the editor, copied, to the other half of a call', async () => {
    await host.open(calls, { name: 'x.ocml', debug: true });
    await begin();
    await to('speaker');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual((await last('reveal')).position, host.view.messages[2].range.start);
    // A call and its reply each have buttons for details and for copying.
    for (const i of [2, 3]) {
      await page.keyboard.press('Tab');
      assert.equal(await focus(), 'details');
      await page.keyboard.press('Enter');
      assert.match(await page.locator('.facts').last().innerText(), /channel\s+commentary/);
      await page.keyboard.press('Enter');
      assert.equal(await page.locator('.facts').count(), 0);
      await page.keyboard.press('Tab');
      assert.equal(await focus(), 'copy');
      await page.keyboard.press('Enter');
      assert.deepEqual((await last('copy')).position, host.view.messages[i].range.start);
    }
    // After the call and its reply, Tab leads to the next message.
    await page.keyboard.press('Tab');
    assert.equal(await focus(), 'speaker');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual((await last('reveal')).position, host.view.messages[4].range.start);
  });

  test('conversations of a data set', async () => {
    await host.open(rows, { name: 'x.messages.jsonl' });
    await begin();
    await to('next');
    await page.keyboard.press('Enter');
    await page.getByText('Row 2').waitFor();
    await begin();
    await to('number');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await page.getByText('Row 3').waitFor();
  });

  test('from a failure', async () => {
    await post(page, { type: 'failure', reason: 'x' });
    await begin();
    await to('more');
    await page.keyboard.press('Enter');
    assert.deepEqual(await last('ready'), { type: 'ready' });
  });
});

test('a screen reader’s order is the conversation’s, and it is told what is what', async () => {
  await host.open(calls, { name: 'x.ocml', debug: true });
  const labels = await page.locator('article').evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.deepEqual(labels, [
    'User',
    'Reasoning, hidden from users',
    // A screen reader announces a call and its reply as one item.
    'Call to get, a, timed out, hidden from users',
    'Call to get, b, no reply yet, hidden from users',
    'Assistant',
  ]);
  assert.deepEqual(await page.locator('.reply').evaluateAll((all) => all.map((one) => [one.role, one.ariaLabel])), [
    ['group', 'Reply'],
  ]);
  assert.deepEqual(
    await page.locator('article').evaluateAll((all) => all.map((one) => `${one.ariaPosInSet} of ${one.ariaSetSize}`)),
    [1, 2, 3, 5, 6].map((i) => `${i} of 6`),
  );
  const statuses = await page.locator('[role="status"]').evaluateAll((all) => all.map(({ id }) => id));
  assert.deepEqual(statuses, ['banner', 'hits', 'news']);
});

test('every word of the page is in another language where there is one', async () => {
  const bundle = JSON.parse(readFileSync(new URL('../../l10n/bundle.l10n.json', import.meta.url), 'utf8'));
  const words = Object.fromEntries(Object.keys(bundle).map((text) => [text, `‹${text}›`]));
  const other = await openPreview(words);
  try {
    const theirs = await createHost(other.page, server);
    await theirs.open(calls, { name: 'x.ocml', debug: true, only: { tools: ['get'] } });
    await other.page.locator('#filter').click();
    await other.page.locator('#search').click();
    const rest = await other.page.evaluate(() => {
      const spoken = ['textContent', 'title', 'ariaLabel', 'placeholder'];
      const own = [
        ...document.querySelectorAll(
          '#bar *, .note, .state, .other, .copy, .details, .fold, .fault .fix, .speaker, .apart',
        ),
      ].filter((one) => one.childElementCount === 0 && !one.matches('.value, .count'));
      return own.flatMap((one) =>
        spoken
          .map((key) => one[key])
          .filter((text) => typeof text === 'string' && /[a-z]{2}/i.test(text) && !text.includes('‹')),
      );
    });
    // The names of roles come from the transcript.
    assert.deepEqual(
      [...new Set(rest)].filter((text) => !['get'].includes(text)),
      [],
    );
    assert.equal(await other.page.evaluate(() => document.documentElement.lang), 'xx');
    assert.deepEqual(other.misdeeds, []);
  } finally {
    await other.browser.close();
  }
});

test('nothing was asked of the browser that it should not do', () => {
  host.close();
  assert.deepEqual(misdeeds, []);
});
