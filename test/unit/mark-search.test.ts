import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escaped } from '../../server/src/syntax/families/learned/escaped.ts';
import { MarkSearch, markTable } from '../../server/src/syntax/families/learned/mark-search.ts';

const marks = ['<a>', '<a><b>', '[I]', '</s>', '｜x'];
const letters = ['<', 'a', '>', 'b', '[', 'I', ']', '/', 's', '｜', 'x', ' '];

/** Yields pseudorandom texts that are the same in each run. */
function* texts(count: number): Generator<string> {
  let state = 7;
  const next = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  for (let i = 0; i < count; i++)
    yield Array.from({ length: 40 }, () => (next(3) === 0 ? marks[next(marks.length)] : letters[next(12)])).join('');
}

test('Marks are found where a regular expression finds them, from any offset in any order', () => {
  const longestFirst = [...marks].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  for (const text of texts(300)) {
    const search = new MarkSearch(markTable(marks), text);
    for (let i = 0; i < 60; i++) {
      const from = (i * 37) % (text.length + 2);
      pattern.lastIndex = from;
      const found = from > text.length ? null : pattern.exec(text);
      assert.deepEqual(search.after(from), found ? { at: found.index, text: found[0] } : undefined, `${text} ${from}`);
    }
  }
});

test('A search without marks finds nothing', () => {
  assert.equal(new MarkSearch(markTable([]), 'text').after(0), undefined);
});
