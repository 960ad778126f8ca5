/** Only the part of a long JSON text around the cursor is read. The result must be the same as for the whole text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonCursor } from '../../server/src/syntax/json/cursor.ts';
import { spotAt } from '../../server/src/syntax/json/places.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(300) * 10;
const seed = seedOf(1);

/** The amount of white space makes the text so long that text far from the cursor is not read. */
const white = ' '.repeat(2000);

const tokens = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"name": "f"',
    '"b": ',
    '1',
    'true',
    'nul',
    '"',
    '“',
    ' ',
    '\n',
    '\\',
    'Sure: ',
    ', "c": ',
  ],
  '[1, 2]',
  '{"k": [{}]}',
  '[1 2]',
);
const sound = fc.json({ maxDepth: 4 });
const texts = fc.oneof(
  sound.map((text) => [text]),
  fc.array(tokens, { maxLength: 30 }),
  fc.tuple(sound, fc.array(tokens, { maxLength: 3 }), sound).map(([a, b, c]) => [a.slice(0, -1), ...b, c]),
);

test('where a cursor is is found without what is beside it', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (pieces, n) => {
      const text = pieces.join('');
      const at = n % (text.length + 1);
      const moved = <T extends { start: number; end: number }>(one: T | undefined) =>
        one && { ...one, start: one.start + white.length, end: one.end + white.length };
      const long = white + text + white;
      const cursor = jsonCursor(text, at);
      assert.deepEqual(jsonCursor(long, white.length + at), moved(cursor));
      const spot = (one: ReturnType<typeof spotAt>) => one && { ...one, holders: one.holders.length };
      assert.deepEqual(spot(spotAt(long, white.length + at)), moved(spot(spotAt(text, at))));
    }),
    { numRuns, seed },
  );
});
