import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from '../../client/src/preview/webview/word-differences.ts';

/** Asserts the words of each text that the other text lacks. */
function check(a: string, b: string, only: readonly [string, string]): void {
  const [first, second] = [a.split(' '), b.split(' ')];
  const [ofA, ofB] = differences(first, second);
  const text = (words: readonly string[], chosen: ReadonlySet<number>) =>
    words.filter((_, i) => chosen.has(i)).join(' ');
  assert.deepEqual([text(first, ofA), text(second, ofB)], only);
}

test('the words that only one of two texts has', () => {
  check('a b c', 'a b c', ['', '']);
  check('a b c', 'a x c', ['b', 'x']);
  check('a b c d e', 'a c x e', ['b d', 'x']);
  check('a', 'b', ['a', 'b']);
  check('a b', 'a b c', ['', 'c']);
});

test('of long texts, what is between their common beginning and end', () => {
  const middle = Array.from({ length: 2000 }, (_, i) => `w${i}`);
  const [a, b] = differences(['a', ...middle, 'z'], ['a', 'x', 'z']);
  assert.deepEqual([a.size, [...b]], [2000, [1]]);
});
