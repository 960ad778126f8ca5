/** Rows of a data set that repeat an earlier row are reported with the line of the first such row, however the file is read. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { createFolder } from './ocml.ts';
import { entryOf } from './problems.ts';

const folder = createFolder();
after(() => folder.remove());

const row = (question: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: 'Im März. 🌱' },
    ],
  });

/** Returns the repeated rows as `LINE = FIRST`, counted from 1. */
function repeatedIn(name: string, text: string, ...options: string[]): string[] {
  folder.write({ [name]: text });
  return entryOf(folder, name, ...options)
    .diagnostics.filter(({ code }) => code === 'row-duplicate')
    .map(
      ({ message, range }) =>
        `${range.start.line + 1} = ${/on line (\d+)|(row \d+) in this list/.exec(message)?.slice(1).join('')}`,
    );
}

const [a, b, c] = ['Wann säe ich Erbsen?', 'Wann säe ich Kohl?', 'Wann ernte ich?'].map(row) as [
  string,
  string,
  string,
];

test('in a row to train on, or where the rule is on: blank lines, line breaks, spaces and a byte-order mark do not matter', () => {
  const text = `\uFEFF${a}\r\n\r\n${b}\n  ${a} \n${c}\n${b}\n\n${a}`;
  const found = ['4 = 1', '6 = 3', '8 = 1'];
  assert.deepEqual(repeatedIn('a.jsonl', text, '--training'), found);
  assert.deepEqual(repeatedIn('a.jsonl', text, '--rule', 'row-duplicate=warning'), found);
  assert.deepEqual(repeatedIn('a.jsonl', text), []);
  assert.deepEqual(repeatedIn('a.jsonl', text, '--training', '--rule', 'row-duplicate=off'), []);
});

test('in a JSON list', () => {
  assert.deepEqual(repeatedIn('list.json', `[\n${[a, b, a, c, b].join(',\n')}\n]`, '--training'), [
    '4 = row 1',
    '6 = row 2',
  ]);
});

test('in an editor', () => {
  const document = openDocument('test:train.jsonl', 'jsonl', 0, [a, b, '', a].join('\n'), undefined);
  const { problems } = createChecker(document, { strict: false, levels: {}, training: true }).problems(100);
  assert.deepEqual(
    problems.map(({ problem: { code, message } }) => [code, /line \d+/.exec(message)?.[0]]),
    [['row-duplicate', 'line 1']],
  );
});

test('in a file that several threads check, and beside other problems', () => {
  const wrong = a.replace('"user"', '"usr"');
  const lines = Array.from({ length: 60_000 }, (_, i) => row(`${i} ${'so weiter '.repeat(20)}`));
  lines[100] = a;
  lines[30_000] = wrong;
  lines[59_000] = a;
  lines[59_500] = wrong;
  const text = `${lines.join('\n')}\n`;
  assert.ok(text.length > 12_000_000);
  assert.deepEqual(repeatedIn('large.jsonl', text, '--rule', 'row-duplicate=warning'), [
    '59001 = 101',
    '59501 = 30001',
  ]);
});

test('messages and events may repeat themselves', () => {
  const thanks = '{"role": "user", "content": "Thanks."}';
  assert.deepEqual(repeatedIn('messages.jsonl', `${thanks}\n${thanks}\n`, '--training'), []);
  const event = '{"event": "response.delta", "delta": "a"}';
  assert.deepEqual(repeatedIn('some.events.jsonl', `${event}\n${event}\n`, '--training'), []);
});
