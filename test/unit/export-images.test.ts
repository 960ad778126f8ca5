/**
 * Images in exports. Pages show images by the rules of the preview, and text names them. Rows that are transcripts are exported as
 * transcripts.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { type ExportOptions, exported } from '../../server/src/features/export/index.ts';
import { pngClaiming } from '../support/pictures.ts';

const whole = (text: string, options: Partial<ExportOptions> = {}) =>
  [
    ...exported(openDocument('test:x.jsonl', 'ocml', 0, text, undefined), { as: 'html', debug: false, ...options }),
  ].join('');
const asking = (...urls: string[]) => ({
  role: 'user',
  content: [{ type: 'text', text: 'What is this?' }, ...urls.map((url) => ({ type: 'image_url', image_url: { url } }))],
});
const row = (...messages: object[]) => `${JSON.stringify({ messages })}\n`;
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>';
const picture = `data:image/png;base64,${base64(pngClaiming(4, 3))}`;
const imagesIn = (page: string) => [...page.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address);

suite('images in an exported page', () => {
  test('one in the message is drawn, one elsewhere is its address', () => {
    const page = whole(row(asking(picture, 'https://example.com/lake.jpg'), { role: 'assistant', content: 'A lake.' }));
    assert.deepEqual(imagesIn(page), [picture]);
    assert.match(
      page,
      /alt="Image" width="4" height="3" loading="lazy"><br>Image <span class="address">PNG, \d+ bytes/,
    );
    assert.match(page, /Image <span class="address">https:\/\/example\.com\/lake\.jpg<\/span>/);
    assert.match(page, /default-src 'none'; style-src 'unsafe-inline'; img-src data:"/);
    assert.doesNotMatch(page, /\[image\]/);
  });

  test('one in Markdown is drawn as well, and its name stays a text', () => {
    const content = `![A "chart" <b>](${picture})`;
    const page = whole(row({ role: 'user', content: 'Draw' }, { role: 'assistant', content }));
    assert.deepEqual(imagesIn(page), [picture]);
    assert.match(page, /alt="A &quot;chart&quot; &lt;b&gt;"/);
  });

  test('what is hostile, broken or huge stays text', () => {
    const hostile = [
      `data:image/svg+xml;base64,${base64(svg)}`,
      `data:image/svg+xml,${svg}`,
      `data:image/png;base64,${base64(svg)}`,
      `data:text/html;base64,${base64('<script>alert(1)</script>')}`,
      `data:image/png;base64,${base64(pngClaiming(60_000, 60_000))}`,
      `data:image/png;base64,${base64(pngClaiming(0, 4))}`,
      `data:image/png;base64,${'A'.repeat(3_100_000)}`,
      'https://example.com/a.png" onerror="alert(1)',
      'file:///etc/passwd',
      'javascript:alert(1)',
      `${picture}"><img src=x onerror=alert(1)>`,
    ];
    for (const address of hostile) {
      const page = whole(row(asking(address), { role: 'assistant', content: 'No.' }));
      assert.ok(!page.includes('<img'), address.slice(0, 80));
      assert.ok(!/<svg|<script|<iframe/.test(page), address.slice(0, 80));
      assert.match(page, /<span class="image">|\[image\]/);
    }
    const huge = whole(row(asking(hostile[4] as string)));
    assert.match(huge, /not shown: 60,000 × 60,000 pixels is too large/);
  });

  test('a long one is behind a line, and the type is that of the bytes', () => {
    const long = Buffer.concat([pngClaiming(4, 3), Buffer.alloc(400_000)]);
    const page = whole(row(asking(`data:image/jpeg;base64,${base64(long)}`)));
    assert.match(page, /<details class="image"><summary>Image [^]*?<\/summary><img src="data:image\/png;base64,/);
  });

  test('what users do not see is not drawn', () => {
    const text = row({ ...asking(picture), role: 'system' }, { role: 'user', content: 'Hi' });
    assert.doesNotMatch(whole(text), /base64/);
    assert.deepEqual(imagesIn(whole(text, { debug: true })), [picture]);
  });
});

test('text and Markdown say what an image is, and only an address that is nothing else', () => {
  const addresses = [
    picture,
    `data:image/svg+xml;base64,${base64(svg)}`,
    'https://example.com/lake.jpg',
    'https://a.example/) ![x](https://b.example/c.png',
    'file:///etc/passwd',
  ];
  const text = row(asking(...addresses), { role: 'assistant', content: 'A lake.' });
  const notes = [
    `[image: PNG, ${pngClaiming(4, 3).length} bytes]`,
    `[image: image/svg+xml, ${svg.length} bytes]`,
    '[image: https://example.com/lake.jpg]',
  ];
  for (const as of ['text', 'markdown'] as const) {
    const found = whole(text, { as });
    assert.deepEqual(found.match(/\[image.*?\]/g), [...notes, '[image]', '[image]']);
    assert.ok(!found.includes('base64'));
  }
  // A text that contains `[image]` looks the same as the note of an image.
  const own = row({
    role: 'user',
    content: [{ type: 'text', text: 'My [image]' }, ...asking(picture).content.slice(1)],
  });
  assert.match(whole(own, { as: 'text' }), /My \[image\]\n\n {2}\[image\]/);
});

test('rows of text are exported as their transcripts, each under its line', () => {
  const transcript = (text: string) =>
    `<|im_start|>system\nHIDDEN<|im_end|>\n<|im_start|>user\nDraw<|im_end|>\n<|im_start|>assistant\n${text}<|im_end|>\n`;
  const rows = [transcript(`Here: ![A lake](${picture})`), transcript('No.')];
  const text = rows.map((one) => `${JSON.stringify({ text: one })}\n`).join('');
  const page = whole(text);
  assert.deepEqual(imagesIn(page), [picture]);
  assert.match(page, /Line 1<[^]*A lake[^]*Line 2<[^]*No\./);
  assert.match(page, /2 messages are not for end users/);
  assert.doesNotMatch(page, /HIDDEN/);
  assert.match(whole(text, { debug: true }), /HIDDEN/);
});
