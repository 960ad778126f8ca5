/** The search in a data set finds the same rows as a simple search in the unescaped rows. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { StretchRows } from '../../server/src/data-set/data-set-stretch.ts';
import { findRowsBy } from '../../server/src/data-set/find/find-rows.ts';
import { unescaped } from '../../server/src/data-set/find/spelling.ts';
import { howMany, seedOf, sizeOf } from '../support/effort.ts';
import { randomFrom } from '../support/random.ts';

const random = randomFrom(seedOf(29_114));
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const letters = [
  'a',
  'b',
  'n',
  'u',
  'ä',
  'Ä',
  '€',
  '😀',
  '"',
  '\\',
  '\n',
  '/',
  ' ',
  '0',
  'e',
  '4',
  '\t',
  'ß',
  'B',
  '{',
  '\u0001',
];
const words = (length: number) => Array.from({ length }, () => pick(letters)).join('');

/** Returns a string as JSON text. Each character is written as itself or as one of its escapes. */
function spelled(value: string): string {
  const characters = Array.from(value, (one) => {
    const plain = JSON.stringify(one).slice(1, -1);
    const how = below(4);
    if (how === 0) {
      const codes = Array.from({ length: one.length }, (_, i) => one.charCodeAt(i).toString(16).padStart(4, '0'));
      return codes.map((code) => `\\u${below(2) === 0 ? code : code.toUpperCase()}`).join('');
    }
    return one === '/' && how === 1 ? '\\/' : plain;
  });
  return `"${characters.join('')}"`;
}

function stretchOf(rows: readonly string[]): StretchRows {
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const row of rows) {
    starts.push(at);
    at += Buffer.byteLength(row);
    ends.push(at++);
  }
  const [from, to] = [Uint32Array.from(starts), Uint32Array.from(ends)];
  return { bytes, starts: from, ends: to, lines: Uint32Array.from(rows.keys()), unread: 0 };
}

const found = (rows: readonly string[], find: Parameters<typeof findRowsBy>[0]) => [
  ...findRowsBy(find)(stretchOf(rows)),
];
const literally = { isPattern: false, ignoresCase: false };

suite('rows that have some words', () => {
  test('are those that have them as they are meant', () => {
    for (let i = 0; i < howMany(3000); i++) {
      const values = Array.from({ length: below(8) }, () => words(below(30)));
      const rows = values.map((value) => `{"k": ${spelled(value)}}`);
      const sought = words(1 + below(3));
      // A backslash also matches the escapes in the file, so such texts are skipped.
      if (sought.includes('\\')) continue;
      const expected = rows.map((row) => (unescaped(row).includes(sought) ? 1 : 0));
      assert.deepEqual(found(rows, { words: sought, ...literally }), expected, JSON.stringify([sought, rows]));
    }
  });
  test('in any case', () => {
    const fold = (text: string) => text.toLowerCase();
    for (let i = 0; i < howMany(3000); i++) {
      const rows = Array.from({ length: below(8) }, () => `[${spelled(words(below(20)).replaceAll('ß', ''))}]`);
      const sought = words(1 + below(3)).replaceAll('ß', 's');
      if (sought.includes('\\')) continue;
      const expected = rows.map((row) => (fold(unescaped(row)).includes(fold(sought)) ? 1 : 0));
      assert.deepEqual(found(rows, { words: sought, isPattern: false, ignoresCase: true }), expected);
    }
  });
  const cases: readonly (readonly [name: string, row: string, words: string, found: number])[] = [
    ['a letter that is escaped', '"gr\\u00FCn"', 'grün', 1],
    ['a quotation mark', '"say \\"no\\""', 'say "no"', 1],
    ['what is between strings', '{"role": "user"}', '"role": "user"', 1],
    ['a line break', '"one\\ntwo"', 'one\ntwo', 1],
    ['an escape as the file spells it', '"one\\ntwo"', 'one\\ntwo', 1],
    ['a path of Windows', '"C:\\\\new"', 'C:\\new', 1],
    ['no part of an escape', '"one\\none"', 'none', 0],
    ['no digits of an escape', '"\\u00e4"', '00e4', 0],
    ['what follows a backslash that is escaped', '"\\\\none"', 'none', 1],
    ['no escape of which the backslash is escaped', '"\\\\u00e4"', 'ä', 0],
    ['a pair of surrogates', '"\\ud83d\\uDE00"', '😀', 1],
  ];
  for (const [name, row, sought, expected] of cases)
    test(name, () => assert.deepEqual(found([row], { words: sought, ...literally }), [expected]));

  test('are found in linear time where there are many backslashes', () => {
    const row = `"${'\\\\'.repeat(sizeOf(500_000))}n"`;
    assert.deepEqual(found([row], { words: '\\'.repeat(400), ...literally }), [1]);
    assert.deepEqual(found([row], { words: `${'\\'.repeat(400)}x`, ...literally }), [0]);
    assert.deepEqual(found([row], { words: 'n', ...literally }), [1]);
  });
  test('do not go over from one row to the next', () => {
    assert.deepEqual(found(['"a"', '"b"'], { words: '"\n"', ...literally }), [0, 0]);
  });
});

suite('rows that match a regular expression', () => {
  const matches = (row: string, pattern: string, ignoresCase = false) =>
    found([row], { words: pattern, isPattern: true, ignoresCase })[0] === 1;
  test('are matched as they are meant', () => {
    assert.ok(matches('"one\\ntwo"', 'one\\stwo'));
    assert.ok(matches('"gr\\u00fcn"', 'gr[ü]n$|grün'));
    assert.ok(matches('"one\\ntwo"', '^two'));
    assert.ok(matches('"ONE"', 'one', true));
    assert.ok(!matches('"ONE"', 'one'));
  });
  test('are those that a plain search finds', () => {
    const patterns = ['a+b', '[ä€]{2}', '(n|u)[0-9]', '\\bab?\\b', '"$', 'e.4', '^\\{"k": "[ab]*"\\}$'];
    for (let i = 0; i < howMany(600); i++) {
      const rows = Array.from({ length: below(8) }, () => `{"k": ${spelled(words(below(20)))}}`);
      const pattern = pick(patterns);
      const plain = new RegExp(pattern, 'mu');
      const expected = rows.map((row) => (plain.test(unescaped(row)) ? 1 : 0));
      assert.deepEqual(found(rows, { words: pattern, isPattern: true, ignoresCase: false }), expected);
    }
  });
  test('take no longer for one that others would try in all ways', () => {
    assert.ok(!matches(`"${'a'.repeat(100_000)}"`, '(a*)*b'));
  });
  test('are refused in words where it is none', () => {
    assert.throws(
      () => findRowsBy({ words: '(', isPattern: true, ignoresCase: false }),
      /regular expression cannot be used/,
    );
    assert.throws(() => findRowsBy({ words: 'x'.repeat(2000), ...literally }), /1000 characters/);
  });
});
