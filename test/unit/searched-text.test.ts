/** Searching a long prompt for many words gives the same results as `includes`, until the budget is spent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SearchedText } from '../../server/src/templates/rows/searched-text.ts';
import { howMany, seedOf } from '../support/effort.ts';

test('the answers are those of looking through all of the text', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 30 }), fc.array(letters, { maxLength: 20 }), (parts, words) => {
      // The words are so far apart that one step of the search finds some of them and not others.
      const text = parts.join('-'.repeat(9000));
      const searched = new SearchedText(text);
      for (const word of words) {
        assert.equal(searched.has(word), text.includes(word), word);
        assert.equal(searched.isTwice(word), text.lastIndexOf(word) !== text.indexOf(word));
      }
    }),
    { numRuns: howMany(1200), seed: seedOf(2311) },
  );
});

test('words that are not there are looked for until the budget is spent; from then on nothing is said to be missing', () => {
  const searched = new SearchedText('-'.repeat(1_000_000));
  const asked = Array.from({ length: 500 }, () => searched.has('mark'));
  assert.equal(asked.indexOf(true), 400);
  assert.ok(asked.slice(400).every(Boolean));
  assert.equal(searched.isTwice('-'), false);
});
