/** `ocml inspect` lists the contents of a data set row by row, and summarizes the whole. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFolder } from './ocml.ts';

const row = (i: number) => ({
  messages: [
    ...(i % 3 === 0 ? [{ role: 'system', content: 'Be brief.' }] : []),
    { role: i % 50 === 7 ? 'bot' : 'user', content: `Frage ${i} 🌱` },
    ...(i % 4 === 0
      ? [
          {
            role: 'assistant',
            content: i % 8 === 0 ? 'Moment.' : null,
            tool_calls: [
              { ...(i % 16 !== 0 && { id: 'c' }), type: 'function', function: { name: 'f', arguments: '{}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'c', content: 'x' },
        ]
      : []),
    { role: 'assistant', content: i % 5 === 0 ? 'Ja' : '<think>Hm</think>Ja' },
  ],
});
const rows = Array.from({ length: 1000 }, (_, i) => JSON.stringify(row(i)));
const lines = `${rows.slice(0, 700).join('\n')}\n\n  {"a":1}\n${rows.slice(700).join('\n')}\n`;
const list = `[\n${rows.map((one, i) => (i % 9 === 0 ? JSON.stringify(JSON.parse(one), null, 2) : one)).join(',\n')}\n]\n`;
const quiet = Array.from({ length: 2000 }, () => JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] }));
const folder = createFolder({ 'rows.jsonl': lines, 'list.json': list, 'quiet.jsonl': `${quiet.join('\n')}\n` });
after(() => folder.remove());

for (const [file, text] of [
  ['rows.jsonl', lines],
  ['list.json', list],
] as const)
  test(`${file}: what standard input, which is read as a whole, gives`, () => {
    for (const view of [[], ['--calls'], ['--turns']])
      for (const format of ['text', 'json']) {
        const args = ['inspect', ...view, '--format', format];
        const byRow = folder.ocml(...args, file);
        const whole = folder.piped(text, ...args, '--stdin-filename', file, '-');
        assert.deepEqual(byRow, whole, args.join(' '));
        assert.match(byRow.stderr, file === 'rows.jsonl' ? /^ocml inspect: rows.jsonl:702:3: / : /^$/);
      }
  });

test('nothing to list', () => {
  const text = folder.ocml('inspect', '--calls', 'quiet.jsonl');
  assert.deepEqual([text.status, text.stdout], [0, '']);
  assert.match(text.stderr, /it contains no tool calls/);
  assert.equal(folder.ocml('inspect', '--calls', '--format', 'json', 'quiet.jsonl').stdout, '[]\n');
  assert.deepEqual(JSON.parse(folder.ocml('inspect', '--format', 'json', 'quiet.jsonl').stdout).thoughts, []);
});
