// Images in messages are drawn under the content security policy of the page. The source of a message or row, the metadata of a row, and
// rows that contain a transcript as text are shown.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { root } from '../../scripts/paths.mjs';
import { openPreview, setTheme, strangers, themes } from '../attack/page.mjs';
import { startServer } from '../attack/views.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';
import { createHost, lastPosted } from './host.mjs';

let server, browser, page, misdeeds, host;
before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 720, height: 800 });
  host = await createHost(page, server);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const unharmed = async () => {
  assert.deepEqual(await found(page), []);
  assert.deepEqual([...(await strangers(page)), ...misdeeds], []);
};

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

/** Returns a PNG image with two colors. Its header states the size `claim`. */
function png(width, height, claim = [width, height]) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(claim[0], 0);
  head.writeUInt32BE(claim[1], 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = (y) => [0, ...Array.from({ length: width }, (_, x) => [x < width / 2 ? 220 : 40, 120, y % 200]).flat()];
  const pixels = deflateSync(Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat()));
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]).toString('base64');
}
const picture = `data:image/png;base64,${png(320, 200)}`;
const remote = 'https://example.com/photos/lake.jpg?size=large';
const asking = (...images) => ({
  role: 'user',
  content: [
    { type: 'text', text: 'What is this?' },
    ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
  ],
});
const rows = (...all) => all.map((one) => `${JSON.stringify(one)}\n`).join('');
/** Returns the color of a canvas at a position. The color is read from a copy, so that the canvas itself is not read. */
const colourAt = (x, y, nth = 0) =>
  page
    .locator('.image canvas')
    .nth(nth)
    .evaluate(
      (canvas, [x, y]) => {
        const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        copy.canvas.width = canvas.width;
        copy.canvas.height = canvas.height;
        copy.drawImage(canvas, 0, 0);
        return [...copy.getImageData(x, y, 1, 1).data];
      },
      [x, y],
    );
async function drawn() {
  for (let i = 0; i < 50 && (await colourAt(1, 1))[3] === 0; i++) await page.waitForTimeout(50);
}

for (const theme of Object.keys(themes)) {
  test(`an image is drawn, and one elsewhere is a line with its address: ${theme}`, async () => {
    await setTheme(page, theme);
    await host.open(rows({ messages: [asking(picture, remote), { role: 'assistant', content: 'A lake.' }] }), {
      name: 'x.messages.jsonl',
    });
    await drawn();
    assert.deepEqual(await colourAt(10, 50), [220, 120, 50, 255]);
    assert.deepEqual(await colourAt(300, 50), [40, 120, 50, 255]);
    assert.match(
      await page.locator('.image canvas').getAttribute('aria-label'),
      /^Image PNG, \d+ (?:bytes|KB), 320 × 200$/,
    );
    assert.match(
      await page.locator('.user .body').innerText(),
      /Image https:\/\/example\.com\/photos\/lake\.jpg\?size=large/,
    );
    assert.equal(await page.locator('[data^="data:"], img').count(), 0);
    await screenshot(page, `page-image-${theme}`);
    for (const width of [720, 280]) {
      await page.setViewportSize({ width, height: 800 });
      const { scrollWidth } = await page.evaluate(() => document.documentElement);
      assert.ok((scrollWidth ?? 0) <= width);
      await unharmed();
    }
    await page.setViewportSize({ width: 720, height: 800 });
  });
}

test('the other types, in Markdown too; Anthropic has the bytes beside their type', async () => {
  await setTheme(page, 'vscode-dark');
  const [jpeg, webp] = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 40;
    canvas.getContext('2d').fillRect(0, 0, 40, 40);
    return ['image/jpeg', 'image/webp'].map((type) => canvas.toDataURL(type));
  });
  const gif = 'data:image/gif;base64,R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=';
  const source = { type: 'base64', media_type: 'image/png', data: png(20, 20) };
  const content = [{ type: 'image', source }, ...asking(jpeg, webp, gif).content];
  const answer = { role: 'assistant', content: `Drawn: ![A chart](${webp})` };
  await host.open(rows({ messages: [{ role: 'user', content }, answer] }), { name: 'x.messages.jsonl' });
  const sizes = await page
    .locator('.image canvas')
    .evaluateAll((all) => all.map((one) => one.ariaLabel.replace(/ \d+ (?:bytes|KB)/, '')));
  assert.deepEqual(sizes, [
    'Image PNG,, 20 × 20',
    'Image JPEG,, 40 × 40',
    'Image WEBP,, 40 × 40',
    'Image GIF,, 1 × 1',
    'A chart WEBP,, 40 × 40',
  ]);
  await unharmed();
});

test('what is not an image, or would be huge, is refused in a line; what is long is decoded after a click', async () => {
  const address = (data, type = 'png') => `data:image/${type};base64,${data}`;
  const noise = Buffer.from(Array.from({ length: 450_000 }, (_, i) => (i * 7919) % 251));
  const heavy = Buffer.concat([Buffer.from(png(30, 30), 'base64'), noise]).toString('base64');
  const hostile = [
    address(png(10, 10, [60_000, 60_000])),
    address(Buffer.from('<svg onload="window.attacked=true"></svg>').toString('base64')),
    address(png(10, 10).slice(0, 60)),
    address(heavy),
    address(Buffer.from('<svg></svg>......................').toString('base64'), 'svg+xml'),
  ];
  await host.open(rows({ messages: [asking(...hostile)] }), { name: 'x.messages.jsonl' });
  await page.getByText('60,000 × 60,000 pixels is too large').waitFor();
  await page.getByText('it cannot be read').nth(1).waitFor();
  assert.equal(await page.locator('.image canvas').count(), 0);
  assert.match(await page.locator('.image').last().innerText(), /data:image\/svg\+xml/);
  await unharmed();
  await page.getByRole('button', { name: 'Show the image' }).click();
  await page.locator('.image canvas').waitFor();
  await drawn();
  await screenshot(page, 'page-image-refused');
  await unharmed();
});

test('images in what the model continues from are drawn like in the other views', async () => {
  await setTheme(page, 'vscode-dark');
  const source = { type: 'base64', media_type: 'image/png', data: png(60, 30) };
  const messages = [
    {
      role: 'system',
      content: [
        { type: 'text', text: 'A picture like this:' },
        { type: 'image', source },
      ],
    },
    asking(picture, remote),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'draw', input: { size: 3 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source }] }] },
  ];
  await host.open(rows({ messages }), { name: 'x.messages.jsonl', mode: 'model' });
  await drawn();
  const sizes = await page
    .locator('.image canvas')
    .evaluateAll((all) => all.map((one) => one.ariaLabel.replace(/ \d+ (?:bytes|KB)/, '')));
  assert.deepEqual(sizes, ['Image PNG,, 60 × 30', 'Image PNG,, 320 × 200', 'Image PNG,, 60 × 30']);
  assert.match(await page.locator('#conversation').innerText(), /Image https:\/\/example\.com\/photos/);
  await screenshot(page, 'page-image-model');
  await unharmed();
});

test('an image that users do not see is not on the page', async () => {
  const hidden = { ...asking(picture), role: 'system' };
  const text = rows({ messages: [hidden, { role: 'user', content: 'Hi' }] });
  await host.open(text, { name: 'x.messages.jsonl' });
  assert.doesNotMatch(JSON.stringify(host.view), /base64/);
  await host.open(text, { name: 'x.messages.jsonl', debug: true });
  await page.locator('.image canvas').waitFor();
});

suite('sources and rows', () => {
  test('a message opens as it is written, and only with hidden layers', async () => {
    const text = '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>analysis<|message|>Greet.<|end|>\n';
    await host.open(text, { name: 'x.ocml', debug: true });
    await page.locator('.details').nth(1).click();
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.locator('.raw', { hasText: 'Greet' }).waitFor();
    assert.equal(await page.locator('.raw').innerText(), text.split('\n')[1]);
    await screenshot(page, 'page-raw');
    await unharmed();
    assert.equal(await lastPosted(page, host.asked, 'reveal'), undefined);
    await page.getByRole('button', { name: 'Raw' }).click();
    assert.equal(await page.locator('.raw').count(), 0);
    await host.open(text, { name: 'x.ocml' });
    await page.locator('.details').first().click();
    assert.equal(await page.getByRole('button', { name: 'Raw' }).count(), 0);
    const asked = await server.viewOf(text, { around: { line: 0, character: 0 }, source: 'message' });
    assert.equal(asked.source, undefined);
  });

  test('a row says what else it has, and opens as JSON', async () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
    ];
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }, { name: 'trains' }];
    const text = rows({ id: 'a-1', score: 0.5, tags: ['greeting'], tools, messages }, { messages });
    await host.open(text, { name: 'x.messages.jsonl', debug: true });
    assert.match(
      await page.locator('.facts.row').innerText(),
      /tools\s+weather, trains\s+id\s+a-1\s+score\s+0\.5\s+tags\s+\["greeting"\]/,
    );
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.locator('.raw', { hasText: 'a-1' }).waitFor();
    assert.equal(await page.locator('.raw').innerText(), text.split('\n')[0]);
    await screenshot(page, 'page-row');
    await unharmed();
    await host.open(text, { name: 'x.messages.jsonl' });
    assert.equal(await page.locator('.facts.row').count(), 0);
    assert.doesNotMatch(JSON.stringify(host.view), /a-1|greeting/);
  });

  test('a row of text is its transcript, with its places in the row', async () => {
    const transcript = [
      '<|im_start|>system\nBe kind.<|im_end|>',
      '<|im_start|>user\nSay "hi"<|im_end|>',
      '<|im_start|>assistant\nHi!<|im_end|>\n',
    ].join('\n');
    const text = rows({ text: '<|im_start|>user\nFirst<|im_end|>\n' }, { text: transcript, source: 'made' });
    await host.open(text, { name: 'x.jsonl', window: { number: 2 } });
    assert.deepEqual(await page.locator('article .body').allInnerTexts(), ['Say "hi"', 'Hi!']);
    assert.equal(await page.locator('#count').innerText(), 'of 2');
    await page.locator('article .speaker').last().click();
    const { position } = await lastPosted(page, host.asked, 'reveal');
    assert.equal(text.split('\n')[1].slice(position.character).startsWith('<|im_start|>assistant'), true);
    await host.open(text, { name: 'x.jsonl', window: { number: 2 }, debug: true });
    assert.equal(await page.locator('article').count(), 3);
    assert.match(await page.locator('.facts.row').innerText(), /source\s+made/);
    await screenshot(page, 'page-text-row');
    await unharmed();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('first');
    await page.locator('#hits', { hasText: '1 of 1' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

test('an exported page draws the images of its messages, and asks for nothing', async () => {
  const hostile = [
    `data:image/svg+xml;base64,${Buffer.from('<svg onload="window.attacked=true"/>').toString('base64')}`,
    `data:image/png;base64,${Buffer.from('<svg onload="window.attacked=true"/>').toString('base64')}`,
    `data:image/png;base64,${png(10, 10, [60_000, 60_000])}`,
  ];
  const text = rows({ messages: [asking(picture, remote, ...hostile), { role: 'assistant', content: 'A lake.' }] });
  const args = [join(root, 'server/bin/ocml.js'), 'render', '--as', 'html', '-'];
  const html = execFileSync(process.execPath, args, { input: text, encoding: 'utf8' });
  const opened = await browser.newPage();
  const asked = [];
  await opened.route('**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  await opened.goto('https://export.example/');
  await opened.locator('img').waitFor();
  assert.deepEqual(
    await opened.locator('img').evaluateAll((all) => all.map((one) => [one.naturalWidth, one.naturalHeight])),
    [[320, 200]],
  );
  assert.deepEqual(asked, ['https://export.example/']);
  assert.equal(await opened.evaluate(() => 'attacked' in window), false);
  await opened.setViewportSize({ width: 280, height: 800 });
  assert.ok(await opened.evaluate(() => document.documentElement.scrollWidth <= 280));
  // The page has no title of its own.
  const faults = (await found(opened)).filter((one) => !one.startsWith('page-has-heading-one'));
  assert.deepEqual(faults, []);
  await screenshot(opened, 'page-image-export');
  await opened.close();
});
