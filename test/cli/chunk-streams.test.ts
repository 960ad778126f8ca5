/** Streams of chat APIs as programs save them: chunks on lines or in a list, and events after other lines of a log. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFolder } from './ocml.ts';
import { entryOf } from './problems.ts';

const folder = createFolder();
after(() => folder.remove());

const chunk = (delta: object, reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const completion = [
  chunk({ role: 'assistant', content: 'Im Mä' }),
  chunk({ content: 'rz {"a": "}"}' }),
  chunk({}, 'stop'),
];
const anthropic = [
  { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'c' } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Im März {"a": "}"}' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  { type: 'message_stop' },
];
const served = (message: object, done = false) => ({ model: 'm', created_at: 't', ...message, done });
const ollama = [
  served({ message: { role: 'assistant', content: 'Im Mä' } }),
  served({ message: { role: 'assistant', content: 'rz {"a": "}"}' } }),
  served({ message: { role: 'assistant', content: '' }, done_reason: 'stop' }, true),
];
const lines = (events: readonly unknown[]) => `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
const sse = (events: readonly unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const files: readonly (readonly [name: string, text: string])[] = [
  ['chunks.jsonl', lines(completion)],
  ['chunks.json', JSON.stringify(completion)],
  ['indented.json', JSON.stringify(completion, null, 2)],
  ['lines.json', lines(completion)],
  ['events.jsonl', lines(anthropic)],
  ['ollama.jsonl', lines(ollama)],
  [
    'generated.jsonl',
    lines(['Im Mä', 'rz {"a": "}"}'].map((response) => served({ response })).concat(served({ response: '' }, true))),
  ],
  ['client.log', `10:00 INFO POST /v1/chat\nsecond line: {"a": 1}\n${sse(completion)}data: [DONE]\n`],
];

for (const [name, text] of files) {
  test(`${name}: read as the answer that it adds up to`, () => {
    folder.write({ [name]: text });
    assert.deepEqual(
      entryOf(folder, name).diagnostics.map(({ code }) => code),
      ['not-a-transcript'],
    );
    const { stdout } = folder.ocml('convert', '--to', 'messages', name);
    assert.deepEqual(JSON.parse(stdout), { messages: [{ role: 'assistant', content: 'Im März {"a": "}"}' }] });
  });
}

test('a chunk that is not JSON, and an end that does not come, are told at their lines', () => {
  folder.write({ 'broken.jsonl': `${lines(completion.slice(0, 1))}{"choices": [\n${lines(completion.slice(1, 2))}` });
  assert.deepEqual(
    entryOf(folder, 'broken.jsonl').diagnostics.map(({ code, range }) => `${range.start.line + 1} ${code}`),
    ['1 not-a-transcript', '2 wire-json', '3 E-STREAM-TRUNCATED'],
  );
});

test('what only resembles a stream is none', () => {
  const quoted = `Clients get this:\n\n\`\`\`\n${sse(completion)}\`\`\`\n`;
  const rows = lines([{ delta: 'a', type: 'response.made' }, { delta: 'b' }]);
  for (const [name, text] of [
    ['page.md', quoted],
    ['rows.jsonl', rows],
  ] as const) {
    folder.write({ [name]: text });
    const found = entryOf(folder, name).diagnostics.map(({ message }) => message);
    assert.ok(!found.some((message) => message.includes('server-sent')), `${name}: ${found}`);
  }
});
