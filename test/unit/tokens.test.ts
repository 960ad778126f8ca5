/** The vocabulary of Harmony: token ids of text, and the text of any token ids. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeTokens, firstTokenOf, isSpecialId } from '../../server/src/tokens/harmony.ts';

test('the number of the first token of ordinary text', () => {
  assert.equal(firstTokenOf(' '), 220);
  assert.equal(firstTokenOf('We need to look'), 2167);
  assert.equal(firstTokenOf(''), undefined);
  assert.equal(decodeTokens([12_606]).text, 'comment');
});

test('what is spelled like a special token of another vocabulary is ordinary text', () => {
  assert.equal(firstTokenOf('<|endofprompt|>'), firstTokenOf('<|'));
});

test('a word without end is not looked at to its end, and one with an end is', () => {
  for (const endless of ['a', ' ', '-', '\u3000', '😀', '日'])
    assert.equal(firstTokenOf(endless.repeat(1e6)), undefined, endless);
  assert.equal(firstTokenOf(`word${' a'.repeat(1e6)}`), firstTokenOf('word'));
});

test('tokens as text, with the place of each; a letter can be in two', () => {
  assert.deepEqual(decodeTokens([200_005, 35_644, 200_008, 2167, 1309]), {
    text: '<|channel|>analysis<|message|>We need',
    starts: [0, 11, 19, 30, 32],
  });
  const balloon = decodeTokens([200_008, 9552, 236, 230, 200_007]);
  assert.ok(balloon.text.startsWith('<|message|>') && balloon.text.endsWith('<|end|>'));
  assert.deepEqual(decodeTokens([]), { text: '', starts: [] });
});

test('a number that is not one of a token is named with its place', () => {
  for (const id of [201_088, -1, 1.5, Number.NaN, 1e300])
    assert.throws(() => decodeTokens([200_005, id]), /at position 2, is not a Harmony token id/);
});

test('special tokens are told by their numbers', () => {
  assert.deepEqual([200_006, 199_998, 201_087, 12_606, 201_088].map(isSpecialId), [true, true, true, false, false]);
});
