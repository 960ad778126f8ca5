/** `ocml check` prints equal problems only a few times, no more problems than requested, or only how many there are of each code. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createFolder, type Folder } from './ocml.ts';

const row = (role: string) => `${JSON.stringify({ messages: [{ role, content: 'Hi' }] })}\n`;
const count = 500;

let folder: Folder;
before(() => {
  folder = createFolder({
    'equal.messages.jsonl': row('usr').repeat(count),
    'other.messages.jsonl': Array.from({ length: 60 }, (_, i) => row(`usr${i}`)).join(''),
  });
});
after(() => folder.remove());

const lines = (...args: string[]) =>
  folder
    .ocml('check', ...args)
    .stdout.split('\n')
    .filter(Boolean);
const inFile = (all: readonly string[], place: RegExp) => all.filter((line) => place.test(line));

suite('printed problems', () => {
  test('of equal ones, the first three, and where others are', () => {
    const all = lines('equal.messages.jsonl');
    const code = /template-role-unknown/;
    assert.equal(inFile(all, /^equal\.messages\.jsonl:[123]:\d+: /).filter((line) => code.test(line)).length, 3);
    const [more, ...none] = all.filter((line) => /more like/.test(line) && code.test(line));
    assert.equal(
      more,
      'equal.messages.jsonl: warning template-role-unknown: … and 497 more like the one on line 1, on lines 4, 5, 6, 7, 8, …',
    );
    assert.deepEqual(none, []);
    assert.match(all.at(-1) ?? '', /^1 file: .*\b500 warnings/);
  });

  test('one line more is one', () => {
    folder.write({ 'four.messages.jsonl': row('usr').repeat(4) });
    assert.ok(
      lines('four.messages.jsonl').some((line) => /… and 1 more like the one on line 1, on line 4$/.test(line)),
    );
  });

  test('--max-problems', () => {
    const all = lines('--max-problems', '10', 'other.messages.jsonl');
    assert.equal(inFile(all, /^other\.messages\.jsonl:\d+:/).length, 10);
    assert.match(all.at(-2) ?? all.at(-1) ?? '', /--max-problems 0 prints all$/);
    const each = lines('--max-problems', '0', 'equal.messages.jsonl');
    assert.equal(each.filter((line) => line.includes('template-role-unknown')).length, count);
    assert.equal(folder.ocml('check', '--max-problems', '-1', 'equal.messages.jsonl').status, 2);
  });

  const manyRows: readonly (readonly [name: string, roleOf: (row: number) => string])[] = [
    ['equal', () => 'usr'],
    ['different', (i) => `usr${i}`],
    ['as many as are printed, again and again', (i) => `usr${i % 50}`],
  ];
  for (const [name, roleOf] of manyRows)
    test(`a wrong role in each of many rows takes less than 60 lines: ${name}`, () => {
      const [rows, file] = [2000, 'many.messages.jsonl'];
      folder.write({ [file]: Array.from({ length: rows }, (_, i) => row(roleOf(i))).join('') });
      const all = lines(file);
      assert.ok(all.length < 60, `${all.length} lines`);
      // Each problem is either printed or counted.
      const counted = all.map((line) => Number(/(\d+) more (?:like|problems?)/.exec(line)?.[1] ?? 0));
      const sum = /(\d+) errors?, (\d+) warnings?, (\d+) information, (\d+) hints?/.exec(all.at(-1) ?? '');
      const total = sum?.slice(1).reduce((one, other) => one + Number(other), 0);
      assert.equal(counted.reduce((one, other) => one + other, 0) + inFile(all, /:\d+:\d+: /).length, total);
      assert.ok(lines('--max-problems', '0', file).length >= rows);
      assert.ok(folder.ocml('check', '--format', 'json', file).stdout.split('"template-role-unknown"').length > rows);
    });

  test('rows that repeat others are of one kind, and hide nothing', () => {
    const pair = (i: number) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: `Hi ${i}` },
          { role: 'assistant', content: 'Hello' },
        ],
      });
    const pairs = Array.from({ length: 100 }, (_, i) => pair(i));
    folder.write({ 'twice.messages.jsonl': [...pairs, ...pairs, ...pairs, row('user')].join('\n') });
    const all = lines('--training', 'twice.messages.jsonl');
    assert.equal(inFile(all, /:\d+:\d+: warning row-duplicate: /).length, 3);
    assert.ok(
      all.includes('twice.messages.jsonl: warning row-duplicate: … and 197 more, on lines 104, 105, 106, 107, 108, …'),
    );
    assert.equal(inFile(all, /:301:\d+: warning answer-missing: /).length, 1);
  });

  test('errors are printed after many warnings', () => {
    const broken = '{"messages":[{"role":"user","content":"Hi"}]';
    folder.write({
      'late.messages.jsonl': `${Array.from({ length: 60 }, (_, i) => row(`usr${i}`)).join('')}${broken}\n`,
    });
    assert.equal(inFile(lines('late.messages.jsonl'), /:61:\d+: error /).length, 1);
  });

  test('--statistics', () => {
    const all = lines('--statistics', 'equal.messages.jsonl', 'other.messages.jsonl', 'four.messages.jsonl');
    assert.ok(
      all.some((line) => /^ +56\d {2}warning {6}template-role-unknown, in \d files$/.test(line)),
      all.join('\n'),
    );
    assert.ok(!all.some((line) => /jsonl:\d/.test(line)));
    assert.equal(folder.ocml('check', '--statistics', '--format', 'json', '.').status, 2);
  });

  test('--quiet prints errors only, and counts all', () => {
    const usual = lines('--rule', 'template-role-unknown=error', 'equal.messages.jsonl');
    const quiet = lines('-q', '--rule', 'template-role-unknown=error', 'equal.messages.jsonl');
    assert.deepEqual(
      quiet.filter((line) => /: error /.test(line)),
      usual.filter((line) => /: error /.test(line)),
    );
    assert.deepEqual(lines('-q', 'equal.messages.jsonl').length, 1);
    assert.equal(
      usual.find((line) => /^1 file/.test(line)),
      quiet.find((line) => /^1 file/.test(line)),
    );
  });

  test('for programs, all of them', () => {
    const { stdout } = folder.ocml('check', '--format', 'json', 'equal.messages.jsonl');
    assert.ok(stdout.split('"template-role-unknown"').length > count);
  });

  test('-V prints the version', () => assert.equal(folder.ocml('-V').stdout, folder.ocml('--version').stdout));
});
