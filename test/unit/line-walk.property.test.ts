/** A data set that is examined byte by byte yields the same lines, positions and problems as a data set that is decoded as text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPlainList, isTriviallyClean } from '../../server/src/checker/json/fast-path.ts';
import { LineWalk } from '../../server/src/cli/check/line-walk.ts';
import { pieceOf } from '../../server/src/cli/files/input.ts';
import { unitsIn } from '../../server/src/rows/utf16-units.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { chat } from './random-json.ts';

const numRuns = howMany(1000);
const seed = seedOf(20_261_123);

const text = fc
  .array(fc.constantFrom('a', '{"x":1}', '"', 'é', '天気', '😀', '\uFEFF', '\\u00e9', '\\', '\n', '\r\n', '\r', ' '), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

const walked = (walk: LineWalk, lines: Iterable<string>) => ({
  lines: Array.from(lines, (line) => ({ line, at: walk.line, from: walk.offset })),
  count: walk.line,
  length: walk.offset,
});

test('by its bytes, a piece has the lines and the places that it has as a text', () => {
  fc.assert(
    fc.property(text, fc.boolean(), fc.constantFrom('1', 'a', '天'), (said, first, mark) => {
      const piece = pieceOf(Buffer.from(said), first);
      const [all, unless] = [new LineWalk(piece), new LineWalk(piece)];
      const isMarked = (line: string) => Buffer.from(line, 'latin1').toString().includes(mark);
      const read = walked(all, all.all());
      const bytes = walked(unless, unless.unless(isMarked));
      const total = { count: all.line, length: all.offset };
      assert.deepEqual({ count: unless.line, length: unless.offset }, total);
      assert.equal(total.length, piece.text.length);
      // If the piece is not plain ASCII, lines with a `\u` escape are also returned, because they have to be read as text.
      const isRead = ({ line }: { line: string }) =>
        line !== '' && (!line.includes(mark) || (/[^\0-\x7f]/.test(said) && line.includes('\\u')));
      assert.deepEqual(bytes.lines, read.lines.filter(isRead));
    }),
    { numRuns, seed },
  );
});

test('UTF-16 units are counted from bytes of UTF-8, wherever in a buffer they begin', () => {
  const long = fc.array(fc.constantFrom('a', 'é', '天気', '😀'), { maxLength: 3000 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(long, fc.nat(9), (said, before) => {
      const bytes = Buffer.from(`${'x'.repeat(before)}${said}`).subarray(before);
      assert.equal(unitsIn(bytes), said.length);
    }),
    { numRuns: howMany(200), seed },
  );
});

test('bytes that are not UTF-8 are decoded as they always were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), fc.boolean(), (some, first) => {
      const piece = pieceOf(Buffer.from(some), first);
      assert.equal(piece.text, new TextDecoder('utf-8', { ignoreBOM: !first }).decode(some));
    }),
    { numRuns, seed },
  );
});

test('what is plain by its bytes is plain as a text', () => {
  let plain = 0;
  const foreign = (one: string) =>
    one.replaceAll('m1', 'é').replaceAll('simple', '天気😀').replaceAll('"a"', '"\u00fc"');
  fc.assert(
    fc.property(chat, (one) => {
      const line = foreign(JSON.stringify(one));
      const bytes = Buffer.from(line).toString('latin1');
      assert.equal(isTriviallyClean('messages', bytes), isTriviallyClean('messages', line), line);
      assert.equal(isPlainList(bytes), isPlainList(line), line);
      if (isPlainList(line) && line !== bytes) plain++;
    }),
    { numRuns: numRuns * 10, seed },
  );
  assert.ok(plain > 0);
});
