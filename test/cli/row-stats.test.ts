/** `ocml inspect --stats` counts the rows of a data set one by one, with the same result as for the whole. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFolder } from './ocml.ts';

const row = (i: number) => ({
  messages: [
    ...(i % 3 === 0 ? [{ role: 'system', content: 'Be brief.' }] : []),
    { role: 'user', content: `Question ${i}` },
    ...(i % 4 === 0
      ? [
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'x' },
        ]
      : []),
    { role: 'assistant', content: i % 5 === 0 ? 'Yes' : '<think>Hm</think>Yes' },
  ],
});
const rows = Array.from({ length: 2000 }, (_, i) => JSON.stringify(row(i)));
const folder = createFolder({
  'lines.jsonl': `${rows.join('\n')}\n`,
  'list.json': `[\n${rows.join(',\n')}\n]\n`,
  'bad.jsonl': `${rows.slice(0, 1500).join('\n')}\n\n  {"a":1}\n${rows[0]}\n`,
});
after(() => folder.remove());

const stats = (...args: readonly string[]) =>
  JSON.parse(folder.ocml('inspect', '--stats', '--format', 'json', ...args).stdout);

test('lines, a list and standard input, which is read as a whole, have the same counts', () => {
  const counts = stats('lines.jsonl');
  const messages = rows.flatMap((line) => (JSON.parse(line) as ReturnType<typeof row>).messages);
  assert.equal(counts.conversations, rows.length);
  assert.equal(counts.roles.user, rows.length);
  assert.equal(counts.roles.tool, messages.filter(({ role }) => role === 'tool').length);
  assert.deepEqual(counts.tools, { 'functions.f': 500 });
  assert.deepEqual(stats('list.json'), counts);
  const piped = folder.piped(`${rows.join('\n')}\n`, 'inspect', '--stats', '--format', 'json', '-');
  assert.deepEqual(JSON.parse(piped.stdout), counts);
});

test('a row that is not a conversation is reported at its place', () => {
  const { status, stderr, stdout } = folder.ocml('inspect', '--stats', 'bad.jsonl');
  assert.equal(status, 1);
  assert.equal(stderr, 'ocml inspect: bad.jsonl:1502:3: this cannot be read as a conversation\n');
  assert.match(stdout, /in 1501 conversations/);
});
