/** A file that is named as JSON Lines but contains one JSON value over many lines has one problem, and the value is checked. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker, needsReopen, openDocument } from '../../server/src/documents/document.ts';

const row = {
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
  ],
};
const odd = {
  messages: [
    { role: 'usr', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
  ],
};
const lines = (...rows: unknown[]) => rows.map((one) => JSON.stringify(one)).join('\n');

const rows: readonly [what: string, text: string, ...problems: string[]][] = [
  ['rows', `${lines(row, row)}\n`],
  ['an indented list', JSON.stringify([row, odd], undefined, 2), '1 wire-json', '17 template-role-unknown'],
  ['an indented object', JSON.stringify(odd, undefined, '\t'), '1 wire-json', '4 template-role-unknown'],
  ['lines without indentation', JSON.stringify(row, undefined, 2).replace(/^ +/gm, ''), '1 wire-json'],
  ['a list of a row a line', `[\n${lines(row, row).replace('\n', ',\n')}\n]`, '1 wire-json'],
  ['a mark and blank lines before it', `\uFEFF\n\n${JSON.stringify([row], undefined, 2)}`, '3 wire-json'],
  ['several indented objects', `${JSON.stringify(row, undefined, 2)}\n`.repeat(3), '1 wire-json'],
  [
    'a list with a fault',
    JSON.stringify([row, row], undefined, 2).replace(': "Hi"', ' "Hi"'),
    '1 wire-json',
    '6 wire-json',
  ],
  ['a row that breaks off', `{"messages":[\n${lines(row, row)}`, '1 wire-json'],
  ['a row that breaks off after a comma', `{"messages":[{"role":"user","content":"Hi"},\n${lines(row)}`, '1 wire-json'],
];

suite('in a file called .jsonl', () => {
  for (const [what, text, ...problems] of rows) test(what, () => assert.deepEqual(problemsIn(text), problems));
});

test('the same text is right in a file called .json', () =>
  assert.deepEqual(problemsIn(JSON.stringify([row], undefined, 2), 'train.json'), []));

test('it says what to do', () => {
  const { problems } = checkerOf(JSON.stringify([row], undefined, 2)).problems(1);
  assert.match(problems[0]?.problem.message ?? '', /one JSON value.* over several lines.*Rename the file to `\.json`/);
});

for (const count of [1, 500]) {
  test(`${count} rows, written one a line, are JSON Lines again`, () => {
    const all = Array.from({ length: count }, () => row);
    const document = openDocument('test:train.jsonl', 'jsonl', 0, JSON.stringify(all, undefined, 2), undefined);
    assert.equal(needsReopen(document), false);
    document.update([{ text: lines(...all) }], 1);
    assert.equal(needsReopen(document), true);
  });
}

function checkerOf(text: string, name = 'train.jsonl') {
  const document = openDocument(`test:${name}`, 'jsonl', 0, text, undefined);
  return createChecker(document, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
}

function problemsIn(text: string, name?: string): string[] {
  const checker = checkerOf(text, name);
  const { problems } = checker.problems(Number.POSITIVE_INFINITY);
  const found = problems.map((placed) => ({ line: checker.rangeOf(placed).start.line + 1, code: placed.problem.code }));
  return found.sort((a, b) => a.line - b.line).map(({ line, code }) => `${line} ${code}`);
}
