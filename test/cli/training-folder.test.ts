/** A folder of fifty realistic training files of every shape: each is recognized, and each fault is reported at its line. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const user = { role: 'user', content: '3 + 4?' };
const assistant = { role: 'assistant', content: 'Seven.' };
const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":3}' } };
const calling = { role: 'assistant', content: null, tool_calls: [call] };
const replied = { role: 'tool', tool_call_id: 'c1', content: '7' };
const used = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'add', input: { a: 3 } }] };
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '7' }] };
const token = (name: string) => ({ token: `<|${name}|>` });

interface Shape {
  readonly shape: string;
  readonly right: readonly unknown[];
  /** Values that have one fault each, with the code that is reported. */
  readonly faulty: readonly (readonly [value: unknown, code: string])[];
}

const shapes: readonly Shape[] = [
  {
    shape: 'messages',
    right: [{ messages: [user, assistant] }, { messages: [user, calling, replied, assistant] }],
    faulty: [
      [{ messages: [user, { role: 'asistant', content: 'Seven.' }] }, 'template-role-unknown'],
      [{ messages: [user, calling, user] }, 'call-unanswered'],
      [{ messages: [user, { role: 'assistant', content: null }] }, 'message-empty'],
    ],
  },
  {
    shape: 'sharegpt',
    right: [
      {
        conversations: [
          { from: 'human', value: 'Hi' },
          { from: 'gpt', value: 'Hello' },
        ],
      },
    ],
    faulty: [
      [{ conversations: [{ from: 'humn', value: 'Hi' }] }, 'template-role-unknown'],
      [{ conversations: [{ from: 'human' }] }, 'template-key-missing'],
    ],
  },
  {
    shape: 'prompt-completion',
    right: [{ prompt: 'Hi', completion: ' Hello' }],
    faulty: [
      [{ prompt: 'Hi', completion: 7 }, 'template-shape'],
      [{ prompt: [user], completion: [{ role: 'asistant', content: 'x' }] }, 'template-role-unknown'],
    ],
  },
  {
    shape: 'preference',
    right: [{ prompt: 'Hi', chosen: 'Hello', rejected: 'Go away' }],
    faulty: [
      [{ prompt: 'Hi', chosen: 'Hello', rejected: null }, 'template-shape'],
      [{ chosen: [user, assistant], rejected: [user, { content: 'x' }] }, 'template-key-missing'],
    ],
  },
  {
    shape: 'anthropic',
    right: [{ system: 'Be brief.', messages: [user, used, result, assistant] }],
    faulty: [
      [{ system: 'Be brief.', messages: [user, used, user] }, 'call-unanswered'],
      [{ system: 'Be brief.', messages: [assistant, user] }, 'message-order'],
      [{ system: 'Be brief.', messages: [{ role: 'user', content: '' }, assistant] }, 'message-empty'],
    ],
  },
  {
    shape: 'responses',
    right: [
      {
        input: [
          user,
          { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a": 3}' },
          { type: 'function_call_output', call_id: 'c1', output: '7' },
        ],
      },
    ],
    faulty: [
      [{ input: [user, { type: 'function_call_output', call_id: 'c9', output: '7' }] }, 'call-id-unmatched'],
      [
        {
          input: [
            user,
            { type: 'function_call', call_id: 'c1', name: 'add', arguments: '[3]' },
            { type: 'function_call_output', call_id: 'c1', output: '7' },
          ],
        },
        'E-CALL-SCHEMA',
      ],
    ],
  },
  {
    shape: 'projection',
    right: [{ role: 'user', channel: 'final', content: 'Hi' }],
    faulty: [
      [{ role: 'usr', channel: 'final', content: 'Hi' }, 'E-PARSE-HEADER'],
      [{ role: 'user', channel: 'final', name: 'Ann Lee', content: 'Hi' }, 'json-state-invented'],
    ],
  },
  {
    shape: 'wire',
    right: [[token('start'), 'user', token('message'), 'Hi', token('end_message')]],
    faulty: [
      [[token('start'), 'usr', token('message'), 'Hi', token('end_message')], 'wire-role-unknown'],
      [[token('start'), 'user', token('message'), 'Hi', token('end')], 'wire-token-unknown'],
    ],
  },
  {
    shape: 'events',
    right: [{ event: 'response.delta', delta: 'a' }],
    faulty: [
      [{ event: 'response.stop' }, 'stream-event'],
      [{ event: 'response.delta', delta: 7 }, 'stream-event'],
    ],
  },
  {
    shape: 'text',
    right: [{ text: '<|im_start|>user\nHi<|im_end|>\n' }],
    faulty: [
      [{ text: '<|im_start|>user\nHi<|im_end|>\nlost\n' }, 'stray-text'],
      [{ text: '<|im_start|>usr\nHi<|im_end|>\n' }, 'E-PARSE-HEADER'],
    ],
  },
];

interface Expected {
  readonly shape: string;
  readonly found: readonly string[];
}

/** Variants of a file: the text before the first row, the line breaks between rows, and the text after the last row. */
const ways: readonly (readonly [mark: string, end: string, last: string])[] = [
  ['', '\n', ''],
  ['\uFEFF', '\r\n', '\r\n\r\n'],
  ['', '\n\n', '\n'],
];

const files: Record<string, string> = {};
const expected: Record<string, Expected> = {};
const add = (name: string, text: string, shape: string, found: readonly string[]) => {
  const file = `${String(Object.keys(files).length + 1).padStart(2, '0')}-${name}`;
  files[file] = text;
  expected[file] = { shape, found };
};

for (const { shape, right, faulty } of shapes) {
  const good = right.map((value) => JSON.stringify(value));
  for (const [i, [mark, end, last]] of ways.entries()) {
    const step = end === '\n\n' ? 2 : 1;
    add(`valid-${i}.jsonl`, mark + [...good, ...good, ...good].join(end) + last, shape, []);
    const lines = [...good, ...faulty.flatMap(([value]) => [JSON.stringify(value), ...good])];
    const faults = faulty.map(([, code], k) => `${step * (good.length + k * (good.length + 1)) + 1} ${code}`);
    if (i < 2 || shape === 'messages') add(`faulty-${i}.jsonl`, mark + lines.join(end) + last, shape, faults);
  }
}
// Data sets of these shapes are often one list in a file.
for (const { shape, right, faulty } of shapes.filter((one) =>
  ['sharegpt', 'preference', 'anthropic'].includes(one.shape),
))
  add('list.json', JSON.stringify([...right, ...right, ...faulty.slice(0, 1).map(([value]) => value)]), shape, [
    `1 ${faulty[0]?.[1]}`,
  ]);
while (Object.keys(files).length < 50) {
  const { shape, right } = shapes[Object.keys(files).length % shapes.length] as Shape;
  add('many.jsonl', `${JSON.stringify(right[0])}\n`.repeat(300), shape, []);
}

test('fifty training files: each recognised, each fault at its line', () => {
  folder.write(files);
  const { stdout, stderr } = folder.ocml('check', '--format', 'json', '*.json*');
  assert.equal(stderr, '');
  const entries = JSON.parse(stdout) as {
    file: string;
    shape: string;
    diagnostics: { code: string; range: { start: { line: number } } }[];
  }[];
  const found = Object.fromEntries(
    entries.map(({ file, shape, diagnostics }) => [
      file,
      { shape, found: diagnostics.map(({ code, range }) => `${range.start.line + 1} ${code}`) },
    ]),
  );
  assert.ok(entries.length >= 50, String(entries.length));
  assert.deepEqual(found, expected);
});
