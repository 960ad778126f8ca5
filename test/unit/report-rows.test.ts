/** The quick reader of rows for a report returns the same as the full reader, or nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countPlain } from '../../server/src/cli/stats/stats-stretch.ts';
import { talksIn } from '../../server/src/inspect/conversations.ts';
import { plainFacts, rowFacts } from '../../server/src/inspect/row-facts.ts';
import { countTalk, noStats } from '../../server/src/inspect/stats.ts';
import { jsonUnit } from '../../server/src/syntax/json/json-unit.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(500);
const seed = seedOf(20_261_127);

const text = fc.oneof(
  fc.constantFrom(
    'Hi',
    'Hi there.',
    'a\n\nb',
    ' x',
    '',
    '<think>a</think>b',
    '<think>\na, b\n</think>\n\nc\n',
    '<think></think>b',
    '<think>a</think>',
    '<think>a</think> <think>b</think>c',
    '<think>`</think>b',
    '<think>a < b</think>\n\n- x {y}\n',
    'b<think>a</think>',
    '[TOOL_CALLS]',
    '{"a":1}',
    'é😀',
    '# Tools',
    '<|end|>',
    'None',
    '\u00a0',
    ' Hi there.\n',
    '# Heading\n\n- [a](b)\n- `c`\n\n```js\nconst d = { e: [1] };\n```\n',
    'a | b\n--|--\n1 | 2',
    'Look [1], {2}; x < y',
    '{"name": "f", "arguments": {"q": 1}}',
    ' [{"name": "f", "parameters": {}}]\n',
    'Well. {"name": "f", "arguments": {}}',
    '[f(q=1)]',
    'functions.f({"q": 1})',
    '[THINK]a[/THINK]b',
    '[THOUGHT]a',
    '\u25c1think\u25b7a',
    'namespace functions {}',
    '# Instructions\n\nx\n\n# Tools\n\n## functions\n\nnamespace functions {\n\n} // namespace functions',
    'to=functions.f {"q": 1}',
    'analysis',
  ),
  fc.string(),
);
const argumentsText = fc.oneof(
  fc.constantFrom('{}', '{"q":"x"}', '{"q": 1}', '[]', '', 'x', '{"a":"<think>"}'),
  fc.json(),
);
const call = fc.record(
  {
    id: fc.constantFrom('c1', 'c2', 'c3', ''),
    type: fc.constantFrom('function', 'other'),
    function: fc.record(
      { name: fc.constantFrom('f', 'search', 'functions.f', 'a b', ''), arguments: argumentsText },
      { requiredKeys: ['name'] },
    ),
  },
  { requiredKeys: ['id', 'function'] },
);
const message = fc.oneof(
  { weight: 4, arbitrary: fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: text }) },
  fc.record({
    role: fc.constant('assistant'),
    content: fc.constantFrom(null, 'Let me see.'),
    tool_calls: fc.array(call, { maxLength: 3 }),
  }),
  fc.record({ role: fc.constant('tool'), tool_call_id: fc.constantFrom('c1', 'c2', 'c3'), content: text }),
  fc.record(
    { role: fc.constantFrom('user', 'developer', 'usr'), content: fc.oneof(text, fc.constant(null)), name: text },
    { requiredKeys: ['role'] },
  ),
);
const tools = fc.array(
  fc.record({
    type: fc.constant('function'),
    function: fc.record(
      {
        name: fc.constantFrom('f', 'search', ''),
        description: text,
        parameters: fc.constantFrom({ type: 'object' }, {}, null),
      },
      { requiredKeys: ['name'] },
    ),
  }),
  { maxLength: 2 },
);
const row = fc.record(
  {
    messages: fc.array(message, { maxLength: 6 }),
    id: fc.nat(),
    tools: fc.oneof(tools, fc.constantFrom(null, '', '[]')),
    prompt: text,
  },
  { requiredKeys: ['messages'] },
);

const plainRow = fc.record({
  id: fc.nat(),
  messages: fc.array(fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: text }), {
    minLength: 1,
    maxLength: 4,
  }),
});

const sharedRow = fc.record(
  {
    conversations: fc.array(
      fc.record({ from: fc.constantFrom('human', 'gpt', 'system', 'user', 'assistant', 'tool'), value: text }),
      { minLength: 1, maxLength: 4 },
    ),
    id: fc.nat(),
    source: text,
    system: text,
  },
  { requiredKeys: ['conversations'] },
);

test('the quick look at a row gives what the whole reading gives', () => {
  let quick = 0;
  fc.assert(
    fc.property(fc.oneof(row, plainRow), (value) => {
      const plain = plainFacts(value);
      if (plain === undefined) return;
      quick++;
      assert.deepEqual(plain, rowFacts(jsonUnit(JSON.stringify(value)), undefined, 'json'));
    }),
    { numRuns: 4 * numRuns, seed },
  );
  assert.ok(quick > numRuns / 20);
});

const reply = fc.record({
  role: fc.constant('tool'),
  content: fc.oneof(text, fc.constantFrom('{"a": 1}', '[1, 2]', '[TOOL_CALLS][{"name": "f"}]')),
});
const plainCall = fc.record({
  function: fc.record({
    name: fc.constantFrom('f', 'search', 'python', 'f2', 'functions'),
    arguments: fc.constantFrom('{}', '{"q":"x"}', '{"q": 1}', '{"q', '{"a": "[b]"}'),
  }),
  content: fc.constantFrom(null, 'Let me see.', ''),
});
/** Rows with declared tools, and with calls and their replies. */
const rowWithCalls = fc
  .tuple(tools, fc.array(fc.tuple(fc.array(plainCall, { maxLength: 2 }), reply, text), { minLength: 1, maxLength: 3 }))
  .map(([declared, turns]) => ({
    tools: declared.map((tool) => ({
      ...tool,
      function: { ...tool.function, parameters: { type: 'object', properties: {} } },
    })),
    messages: turns.flatMap(([calls, { role, content }, said], turn): object[] => [
      { role: 'user', content: 'Hi' },
      ...(calls.length > 0
        ? [
            {
              role: 'assistant',
              content: calls[0]?.content,
              tool_calls: calls.map((one, i) => ({ id: `c${turn}-${i}`, type: 'function', function: one.function })),
            },
          ]
        : []),
      ...calls.map((_, i) => ({ role, content, tool_call_id: `c${turn}-${i}` })),
      { role: 'assistant', content: said },
    ]),
  }));

test('so it does of rows with calls', () => {
  let quick = 0;
  fc.assert(
    fc.property(rowWithCalls, (value) => {
      const plain = plainFacts(value);
      if (plain === undefined) return;
      if (plain.messages.some(({ calls }) => calls.length > 0)) quick++;
      assert.deepEqual(plain, rowFacts(jsonUnit(JSON.stringify(value)), undefined, 'json'));
    }),
    { numRuns: 4 * numRuns, seed },
  );
  assert.ok(quick > numRuns / 20);
});

test('and of rows of ShareGPT', () => {
  let quick = 0;
  fc.assert(
    fc.property(sharedRow, (value) => {
      const plain = plainFacts(value);
      if (plain === undefined) return;
      quick++;
      assert.deepEqual(plain, rowFacts(jsonUnit(JSON.stringify(value)), undefined, 'json'));
    }),
    { numRuns: 4 * numRuns, seed },
  );
  assert.ok(quick > numRuns / 20);
});

test('and the counts of `inspect --stats`', () => {
  let quick = 0;
  fc.assert(
    fc.property(fc.oneof(rowWithCalls, plainRow, sharedRow), (value) => {
      const [plain, whole] = [noStats(), noStats()];
      const written = JSON.stringify(value);
      if (!countPlain(plain, written)) return;
      quick++;
      for (const talk of talksIn(jsonUnit(written), 'json')) countTalk(whole, talk);
      assert.deepEqual(plain, whole);
    }),
    { numRuns: 4 * numRuns, seed },
  );
  assert.ok(quick > numRuns / 20);
});

test('usual rows are read by the quick look', () => {
  const answers = [
    'Because.',
    '# Why\n\n- [a](b) > c\n\n```js\nconst f = (x) => ({ y: x < 1 });\n```\n',
    '<think>\nHe asks why.\n</think>\n\nBecause.',
  ];
  for (const content of answers) {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content },
    ];
    assert.notEqual(plainFacts({ id: 1, messages }), undefined, content);
  }
});
