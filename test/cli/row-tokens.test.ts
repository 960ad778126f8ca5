/** `ocml tokens` counts a data set piece by piece, with the same result as for standard input, which is read as a whole. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const row = (i: number) => ({
  messages: [
    ...(i % 3 === 0 ? [{ role: 'system', content: `Grüße, 世界 👋 ${i}` }] : []),
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'text', text: ` at ${i}\n<|im_end|>` },
      ],
    },
    ...(i % 4 === 0
      ? [
          {
            role: 'assistant',
            content: 'Well.',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"x": 1}' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'hello world' },
        ]
      : []),
    { role: 'assistant', content: '<think>Hm</think>Yes' },
  ],
});
const rows = Array.from({ length: 6000 }, (_, i) => row(i));
const lines = rows.map((one) => JSON.stringify(one));
const layouts: Readonly<Record<string, string>> = {
  'lines.jsonl': `${lines.join('\n')}\n`,
  'windows.jsonl': `\uFEFF${lines.slice(0, 500).join('\r\n')}`,
  'gaps.jsonl': `${lines.slice(0, 400).join('\n\n')}\n{"a":1}\n{"messages":[\n${lines[0]}\n`,
  'list.json': JSON.stringify(rows.slice(0, 500), null, 2),
};
const folder = createFolder({ ...layouts, 'tokenizer.json': JSON.stringify(tokenizer) });
after(() => folder.remove());

for (const name of Object.keys(layouts))
  test(`${name}: as text and as JSON`, () => {
    const text = layouts[name] as string;
    for (const options of [[], ['--format', 'json'], ['--tokenizer', 'tokenizer.json']]) {
      const whole = folder.piped(text, 'tokens', ...options, '--stdin-filename', name, '-');
      const streamed = folder.ocml('tokens', ...options, name);
      assert.equal(streamed.status, whole.status, streamed.stderr);
      if (options[0] !== '--format') assert.equal(streamed.stdout, whole.stdout);
      else assert.deepEqual(JSON.parse(streamed.stdout), JSON.parse(whole.stdout));
      assert.ok(streamed.stdout.length > 1000);
    }
  });

test('the sums are those of the messages, and its own markers are named', () => {
  const { messages, total, channels } = JSON.parse(folder.ocml('tokens', '--format', 'json', 'lines.jsonl').stdout);
  const sum = (some: readonly { readonly tokens: number }[]) => some.reduce((all, { tokens }) => all + tokens, 0);
  assert.equal(sum(messages), total);
  const said = messages.filter(({ channel }: { channel?: string }) => channel === 'final');
  assert.equal(sum(said), channels.final);
  assert.match(
    folder.ocml('tokens', '--tokenizer', 'tokenizer.json', 'lines.jsonl').stdout,
    /Every marker is one token\.\n$/,
  );
});

test('what the vocabulary has no token for is said with its line', () => {
  const few = { ...tokenizer, model: { ...tokenizer.model, vocab: { a: 0 }, merges: [] } };
  const other = createFolder({ 'lines.jsonl': layouts['lines.jsonl'] as string, 'few.json': JSON.stringify(few) });
  const { status, stderr } = other.ocml('tokens', '--tokenizer', 'few.json', 'lines.jsonl');
  other.remove();
  assert.equal(status, 1);
  assert.match(stderr, /^ocml tokens: lines\.jsonl:1: --tokenizer few\.json: /m);
});
