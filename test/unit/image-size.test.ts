/** The sizes of images are read from their first bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageHead } from '../../protocol/image-size.ts';

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

test('the four types say their size', () => {
  const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0');
  assert.deepEqual(imageHead(png), { type: 'png', width: 640, height: 480 });
  assert.deepEqual(imageHead(bytes('GIF89a\x05\0\x07\0')), { type: 'gif', width: 5, height: 7 });
  // The first segment is skipped. The second segment describes the frame.
  const jpeg = bytes('\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x10\0\x20');
  assert.deepEqual(imageHead(jpeg), { type: 'jpeg', width: 32, height: 16 });
  const webp = (rest: string) => imageHead(bytes(`RIFF\0\0\0\0WEBP${rest}`));
  assert.deepEqual(webp(`VP8X${'\0'.repeat(8)}\x09\0\0\x04\0\0`), { type: 'webp', width: 10, height: 5 });
  assert.deepEqual(webp(`VP8 ${'\0'.repeat(10)}\x0a\0\x05\0`), { type: 'webp', width: 10, height: 5 });
  assert.deepEqual(webp('VP8L\0\0\0\0\x2f\x09\0\x01\0'), { type: 'webp', width: 10, height: 5 });
});

test('all else has none, wherever it breaks off', () => {
  const whole = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0';
  for (let length = 0; length < whole.length; length++)
    assert.equal(imageHead(bytes(whole.slice(0, length))), undefined);
  for (const text of [
    '<svg xmlns="x" width="9"/>',
    '\xff\xd8\xff\xe0\0\0\0\0',
    '\xff\xd8',
    'RIFF\0\0\0\0WEBPVP8Q',
    '%PDF-1.7 ',
  ])
    assert.equal(imageHead(bytes(text)), undefined, text);
});
