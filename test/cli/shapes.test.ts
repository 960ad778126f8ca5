/** JSON files whose names do not tell the dialect: each shape is recognized by its content. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ocml } from '../support/command.ts';
import { someOf } from '../support/effort.ts';
import { createFolder } from './ocml.ts';
import { type Entry, entryOf, problemsIn } from './problems.ts';

const folder = createFolder();
after(() => folder.remove());

const user = { role: 'user', content: '3 + 4?' };
const assistant = { role: 'assistant', content: 'Seven.' };
const wrong = { role: 'asistant', content: 'Seven.' };
const unknownRole = 'template-role-unknown «"asistant"»';
const imStart = { token: '<|im_start|>' };
const imEnd = { token: '<|im_end|>' };
const start = { token: '<|start|>' };
const message = { token: '<|message|>' };
const end = { token: '<|end_message|>' };

/** For each shape, a valid value, a value with a fault, and the problem that is reported. */
const rows: readonly [shape: string, right: unknown, faulty: unknown, problem: string][] = [
  ['messages', { messages: [user, assistant] }, { messages: [user, wrong] }, unknownRole],
  ['messages', [user, assistant], [user, wrong], unknownRole],
  ['messages', { conversations: [user, assistant] }, { conversations: [user, wrong] }, unknownRole],
  [
    'sharegpt',
    {
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
      ],
    },
    {
      conversations: [
        { from: 'humn', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
      ],
    },
    'template-role-unknown «"humn"»',
  ],
  [
    'sharegpt',
    {
      conversations: [
        { from: 'system', value: 'Be brief.' },
        { from: 'human', value: 'Time?' },
        { from: 'function_call', value: '{"name": "clock", "arguments": {}}' },
        { from: 'observation', value: '12:00' },
        { from: 'gpt', value: 'Noon.' },
      ],
    },
    { conversations: [{ from: 'human', text: 'Hi' }] },
    'template-key-missing «{"from":"human","text":"Hi"}»',
  ],
  ['messages', { traj: [user, assistant] }, { traj: [user, wrong] }, unknownRole],
  ['messages', { question: [[user], [user]] }, { question: [[user], [wrong]] }, unknownRole],
  ['messages', { samples: [{ messages: [user, assistant] }] }, { samples: [{ messages: [user, wrong] }] }, unknownRole],
  [
    'messages',
    {
      message_tree_id: 't',
      prompt: { role: 'prompter', text: '3 + 4?', replies: [{ role: 'assistant', text: 'Seven.', replies: [] }] },
    },
    {
      message_tree_id: 't',
      prompt: { role: 'prompter', text: '3 + 4?', replies: [{ role: 'asistant', text: 'Seven.', replies: [] }] },
    },
    unknownRole,
  ],
  [
    'sharegpt',
    {
      conversations: [
        { from: 'User', value: 'Hi' },
        { from: 'Assistant', value: 'Hello' },
      ],
    },
    {
      conversations: [
        { from: 'User', value: 'Hi' },
        { from: 'Asistant', value: 'Hello' },
      ],
    },
    'template-role-unknown «"Asistant"»',
  ],
  ['prompt-completion', { question: 'Hi', answer: 'Hello' }, { question: 'Hi', answer: true }, 'template-shape «true»'],
  ['prompt-completion', { prompt: 'Hi', completion: ' Hello' }, { prompt: 'Hi', completion: 7 }, 'template-shape «7»'],
  [
    'prompt-completion',
    { prompt: [user], completion: [assistant] },
    { prompt: [user], completion: [wrong] },
    unknownRole,
  ],
  [
    'preference',
    { prompt: 'Hi', chosen: 'Hello', rejected: 'Go away' },
    { prompt: 'Hi', chosen: 'Hello', rejected: null },
    'template-shape «null»',
  ],
  [
    'preference',
    { question: 'Hi', response_j: 'Hello', response_k: 'No' },
    { question: 'Hi', response_j: 'Hello', response_k: null },
    'template-shape «null»',
  ],
  [
    'preference',
    { prompt: 'Hi', chosen_messages: [user, assistant], rejected_messages: [user, assistant] },
    { prompt: 'Hi', chosen_messages: [user, assistant], rejected_messages: [user, wrong] },
    unknownRole,
  ],
  [
    'preference',
    { chosen: [user, assistant], rejected: [user, assistant] },
    { chosen: [user, assistant], rejected: [user, wrong] },
    unknownRole,
  ],
  [
    'anthropic',
    {
      system: 'Be brief.',
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'add', input: { a: 3 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '7' }] },
        assistant,
      ],
    },
    { system: 'Be brief.', messages: [user, wrong] },
    unknownRole,
  ],
  [
    'responses',
    {
      input: [
        user,
        { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a": 3}' },
        { type: 'function_call_output', call_id: 'c1', output: '7' },
      ],
    },
    {
      input: [
        user,
        { type: 'function_call', call_id: 'c1', name: 'add', arguments: '[3]' },
        { type: 'function_call_output', call_id: 'c1', output: '7' },
      ],
    },
    'E-CALL-SCHEMA «"[3]"»',
  ],
  [
    'projection',
    { role: 'user', channel: 'final', content: 'Hi' },
    { role: 'usr', content: 'Hi' },
    'E-PARSE-HEADER «"usr"»',
  ],
  ['wire', [start, 'user', message, 'Hi', end], [start, 'usr', message, 'Hi', end], 'wire-role-unknown «"usr"»'],
  [
    'wire',
    [imStart, 'system\nBe brief.', imEnd, '\n', imStart, 'user\nHi', imEnd, '\n', imStart, 'assistant\n'],
    [imStart, 'system\nBe brief.', imEnd, '\n', imStart, 'usr\nHi', imEnd],
    'wire-role-unknown «usr»',
  ],
  ['events', { event: 'response.delta', delta: 'a' }, { event: 'response.stop' }, 'stream-event «"response.stop"»'],
  [
    'text',
    { text: '<|im_start|>user\nHi<|im_end|>\n' },
    { text: '<|im_start|>user\nHi<|im_end|>\nlost\n' },
    'stray-text «lost»',
  ],
];

rows.forEach(([shape, right, faulty, problem], index) => {
  const [good, bad] = [JSON.stringify(right), JSON.stringify(faulty)];

  test(`${shape} (${index}): lines of it, valid and faulty`, () => {
    assert.deepEqual(problemsIn(folder, `a${index}.jsonl`, `${good}\n${good}\n`), { shape, found: [] });
    const text = `\uFEFF${good}\r\n\r\n${good}\r\n${bad}\r\n${good}\r\n\r\n`;
    assert.deepEqual(problemsIn(folder, `b${index}.jsonl`, text), { shape, found: [`4 ${problem}`] });
  });

  test(`${shape} (${index}): among lines of it, one that is not JSON, and one of no shape`, () => {
    const text = [good, good.slice(0, -2), '{"id": 8}', good].join('\n');
    const { shape: taken, found } = problemsIn(folder, `c${index}.jsonl`, text);
    assert.equal(taken, shape);
    assert.ok(
      found.some((one) => one.startsWith('2 wire-json')),
      found.join('\n'),
    );
    assert.deepEqual(
      found.filter((one) => !one.startsWith('2 ')),
      ['3 template-shape «{"id": 8}»'],
    );
  });

  if (shape === 'events') return;
  test(`${shape} (${index}): a file of one value, laid out, and standard input`, () => {
    assert.deepEqual(problemsIn(folder, `d${index}.json`, JSON.stringify(right, null, 2)), { shape, found: [] });
    const laidOut = JSON.stringify(faulty, null, 2);
    const { found } = problemsIn(folder, `e${index}.json`, laidOut);
    const underlined = problem.slice(problem.indexOf('«') + 1, -1);
    assert.equal(found.length, 1);
    const line = underlined.startsWith('{')
      ? undefined
      : laidOut.slice(0, laidOut.lastIndexOf(underlined)).split('\n').length;
    if (line !== undefined) assert.equal(found[0], `${line} ${problem}`);
    const { stdout } = ocml(['check', '--format', 'json'], { input: laidOut });
    const [piped] = JSON.parse(stdout) as Entry[];
    assert.deepEqual([piped?.shape, piped?.diagnostics.length], [shape, 1]);
  });
});

test('a list of rows is read as all of them', () => {
  const row = { conversations: [{ from: 'human', value: 'Hi' }] };
  const bad = { conversations: [{ from: 'humn', value: 'Hi' }] };
  const text = JSON.stringify([row, bad, 7], null, 1);
  const { shape, found } = problemsIn(folder, 'rows.json', text);
  assert.equal(shape, 'sharegpt');
  assert.deepEqual(found, ['13 template-role-unknown «"humn"»', '18 template-shape «7»']);
});

test('lines of several shapes: each is read by its own', () => {
  const lines = rows.map(([, , faulty]) => JSON.stringify(faulty));
  const { shape, found } = problemsIn(folder, 'mixed.jsonl', lines.join('\n'));
  assert.equal(shape, 'messages');
  assert.deepEqual(
    found,
    rows.flatMap(([, , faulty, problem], i) => [
      // A row that is a list has a different shape from a row that is an object.
      ...(i > 0 && problem === unknownRole && Array.isArray(faulty)
        ? [`${i + 1} template-shape «${JSON.stringify(faulty)}»`]
        : []),
      `${i + 1} ${problem}`,
    ]),
  );
});

const list = [user, assistant];
const shared = { conversations: [{ from: 'human', value: 'Hi' }] };
const oddRows: readonly [what: string, usual: unknown, odd: unknown, found: string, says: RegExp][] = [
  [
    'a list',
    { messages: list },
    list,
    JSON.stringify(list),
    /This row is a list, but the other rows .* are objects with `messages`/,
  ],
  [
    'an object',
    list,
    { messages: list },
    JSON.stringify({ messages: list }),
    /This row is an object, but the other rows .* are lists/,
  ],
  ['a singular', shared, { conversation: shared.conversations }, '"conversation"', /Did you mean `conversations`\?/],
  ['a singular', { messages: list }, { message: list }, '"message"', /Did you mean `messages`\?/],
];

for (const [what, usual, odd, found, says] of oddRows) {
  test(`a row of another kind than the others: ${what} (${found.slice(0, 14)})`, () => {
    const all = [usual, usual, odd, usual].map((row) => JSON.stringify(row));
    for (const [name, text, line] of [
      ['odd.jsonl', all.join('\n'), 3],
      ['odd.json', `[${all.join(',\n')}]`, 3],
    ] as const) {
      assert.deepEqual(problemsIn(folder, name, text).found, [`${line} template-shape «${found}»`], name);
      assert.match(entryOf(folder, name).diagnostics[0]?.message ?? '', says);
    }
    // A first row that differs from the others does not make all others wrong.
    const first = [odd, usual, usual, usual].map((row) => JSON.stringify(row)).join('\n');
    assert.equal(problemsIn(folder, 'first.jsonl', first).found.length, 1);
  });
}

test('JSON of no known shape is never called clean, and never prose', () => {
  const unknown: [name: string, text: string][] = [
    ['table.json', '{"rows":[1,2]}'],
    ['numbers.json', '[1, 2]'],
    ['number.json', '17'],
    ['nothing.json', '{}'],
    ['proto.json', '{"__proto__": {"messages": []}, "constructor": 1}'],
    ['logs.jsonl', '{"level":"info","text":"he said <|im_start|>"}\n{"level":"warn"}\n'],
  ];
  for (const [name, text] of unknown) {
    const { shape, found } = problemsIn(folder, name, text);
    const first = text.split('\n', 1)[0];
    assert.deepEqual([name, shape, found], [name, 'unknown', [`1 json-shape-unknown «${first}»`]]);
  }
  const entry = entryOf(folder, 'table.json');
  assert.deepEqual([entry.dialect, entry.diagnostics[0]?.severity], ['json', 'information']);
});

test('plain text is a row to train on, as lines or as a list', () => {
  const rows = [{ text: 'Words.' }, { text: 'More words.', meta: { source: 'a' } }];
  assert.deepEqual(problemsIn(folder, 'text.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')), {
    shape: 'plain-text',
    found: [],
  });
  assert.deepEqual(problemsIn(folder, 'text.json', JSON.stringify(rows)), { shape: 'plain-text', found: [] });
  // A single message is not plain text, and neither is a part.
  for (const row of [
    { role: 'prompter', text: 'Words.' },
    { type: 'text', text: 'Words.' },
  ])
    assert.equal(problemsIn(folder, 'said.jsonl', `${JSON.stringify(row)}\n`).shape, 'unknown');
  // A file with a single object could be anything.
  assert.equal(problemsIn(folder, 'one.json', JSON.stringify(rows[0])).shape, 'unknown');
});

test('JSON Lines in a file whose name ends with .json', () => {
  const row = { messages: [user, assistant] };
  const lines = `${JSON.stringify(row)}\n${JSON.stringify({ messages: [user, wrong] })}\n`;
  assert.deepEqual(problemsIn(folder, 'lines.json', lines), { shape: 'messages', found: [`2 ${unknownRole}`] });
  const { found } = problemsIn(folder, 'torn.json', `${JSON.stringify(row)}\n}\n`);
  assert.ok(found.some((one) => one.startsWith('2 wire-json')));
});

test('what is not recognised says its keys', () => {
  folder.write({ 'keys.jsonl': '{"foo": 1, "bar": 2}\n' });
  assert.match(entryOf(folder, 'keys.jsonl').diagnostics[0]?.message ?? '', /Its keys are `foo`, `bar`\./);
});

test('shapes of other APIs and trainers are named', () => {
  const said = (...content: object[]) => ({
    messages: [
      { role: 'user', content: [{ text: 'Hi' }] },
      { role: 'user', content },
    ],
  });
  const others: [name: string, value: unknown, named: RegExp][] = [
    ['gemini.json', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }, /a request to Google's API \(Gemini\)/],
    ['answer.json', { candidates: [{ content: { role: 'model', parts: [] } }] }, /a response from Google's API/],
    ['axolotl.jsonl', { segments: [{ label: true, text: 'Hi' }] }, /segments for Axolotl/],
    ['ids.jsonl', { input_ids: [1, 2], labels: [1, 2] }, /tokens for a trainer/],
    ['bedrock.json', said({ toolUse: { toolUseId: 't', name: 'f', input: {} } }), /the Bedrock Converse API/],
    [
      'result.json',
      said({ toolResult: { toolUseId: 't', content: [{ text: '7' }] } }).messages,
      /the Bedrock Converse API/,
    ],
  ];
  for (const [name, value, named] of someOf(others)) {
    folder.write({ [name]: JSON.stringify(value) });
    const { shape, diagnostics } = entryOf(folder, name);
    assert.deepEqual([name, shape, diagnostics.map(({ code }) => code)], [name, 'unknown', ['json-shape-unknown']]);
    assert.match(diagnostics[0]?.message ?? '', named);
  }
  // A text part without a type may belong to any API.
  assert.equal(problemsIn(folder, 'parts.json', JSON.stringify(said({ text: 'there' }))).shape, 'messages');
});

test('text that begins like JSON stays text', () => {
  folder.write({
    'a.txt': '[BOS]<|im_start|>user\nHi<|im_end|>\n',
    'b.ocml': '{"a": 1} <|start|>user<|message|>Hi<|end|>',
    'c.json': '<|im_start|>user\nHi<|im_end|>\n',
  });
  assert.deepEqual(
    ['a.txt', 'b.ocml', 'c.json'].map((name) => entryOf(folder, name).shape),
    [undefined, undefined, undefined],
  );
});

test('hostile files: deep nesting, long numbers, repeated and inherited keys', () => {
  const files: [name: string, text: string, shape: string][] = [
    ['deep.json', '['.repeat(100_000) + ']'.repeat(100_000), 'unknown'],
    ['deep-open.json', '{"a":'.repeat(100_000), 'unknown'],
    [
      'deep-in.jsonl',
      `{"messages":[{"role":"user","content":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}\n`,
      'messages',
    ],
    ['number.json', '9'.repeat(1 << 20), 'unknown'],
    ['number-in.jsonl', `{"messages":[{"role":"user","content":"a"}],"n":${'9'.repeat(1 << 20)}}\n`, 'messages'],
    ['twice.json', '{"messages":[],"messages":[{"role":"user","content":"a"}]}', 'messages'],
    ['proto.jsonl', '{"messages":[{"role":"__proto__","content":"a"}],"__proto__":{}}\n', 'messages'],
    ['from.jsonl', '{"conversations":[{"from":"constructor","value":"toString"}]}\n', 'sharegpt'],
    ['type.jsonl', '{"input":[{"type":"constructor","role":"user","content":"a"}]}\n', 'responses'],
    ['event.jsonl', '{"event":"response.constructor"}\n', 'events'],
  ];
  for (const [name, text, shape] of someOf(files)) {
    folder.write({ [name]: text });
    assert.equal(entryOf(folder, name).shape, shape, name);
  }
});

test('one bad line among many is named, and the others are checked', () => {
  const good = JSON.stringify({ conversations: [{ from: 'human', value: 'Wann säe ich Erbsen? 🌱'.repeat(20) }] });
  const lines: string[] = Array.from({ length: 5000 }, () => good);
  lines[3210] = good.slice(0, -1);
  lines[4567] = JSON.stringify({ conversations: [{ from: 'humn', value: 'Hi' }] });
  const { found } = problemsIn(folder, 'many.jsonl', `${lines.join('\n')}\n`);
  assert.equal(found.length, 2);
  assert.match(found[0] as string, /^3211 wire-json /);
  assert.equal(found[1], '4568 template-role-unknown «"humn"»');
});

test('--fix writes the words of the shape', () => {
  const text = '{"conversations":[{"from":"System","value":"Hi"},]}\n';
  folder.write({ 'fix.jsonl': text });
  folder.ocml('check', '--fix', 'fix.jsonl');
  assert.equal(
    readFileSync(join(folder.path, 'fix.jsonl'), 'utf8'),
    '{"conversations":[{"from":"system","value":"Hi"}]}\n',
  );
});

test('a key twice is a problem where it is again', () => {
  const good = '{"messages":[{"role":"user","content":"Hi \\":) x"}]}';
  const twice = [
    '{"messages":[{"role":"user","role":"assistant","content":"Hi"}]}',
    '{"messages" : [{"role" : "user", "content" : "Hi"}], "messages" :[{"role":"user","content":"Hi"}]}',
    '{"messages":[{"role":"user","content":"Hi","meta":{"a":"\\\\","a":2}}]}',
  ];
  const { found } = problemsIn(folder, 'twice.jsonl', [good, ...twice, good].join('\n'));
  assert.deepEqual(found, ['2 template-shape «"role"»', '3 template-shape «"messages"»', '4 template-shape «"a"»']);
  const data = '{"messages":[{"role":"user","content":"\\"role\\": \\"role\\":"}]}';
  assert.deepEqual(problemsIn(folder, 'once.jsonl', data).found, []);
});

test('a list of calls under the name of one is that of a chat API, with a letter missing', () => {
  const calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }];
  const text = JSON.stringify([user, { role: 'assistant', content: null, tool_call: calls }]);
  const { shape, found } = problemsIn(folder, 'calls.json', text);
  assert.equal(shape, 'messages');
  assert.ok(found.includes('1 template-key-missing «"tool_call"»'), `${found}`);
});
