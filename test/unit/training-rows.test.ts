/** Realistic rows of data sets and chat APIs, modeled on public ones. Each is recognized and has no problem. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import type { ShapeName } from '../../server/src/grammar/index.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';

const user = { role: 'user', content: 'When do I sow peas?' };
const assistant = { role: 'assistant', content: 'In March.' };
const system = { role: 'system', content: 'Be brief.' };
const parameters = { type: 'object', properties: { crop: { type: 'string' } }, required: ['crop'] };
const tool = { type: 'function', function: { name: 'sowing', description: 'When to sow.', parameters } };
const call = (args: unknown, id: object = { id: 'c1' }) => ({
  ...id,
  type: 'function',
  function: { name: 'sowing', arguments: args },
});
const calling = { role: 'assistant', content: null, tool_calls: [call('{"crop":"peas"}')] };
const replied = { role: 'tool', tool_call_id: 'c1', content: 'March' };
const human = { from: 'human', value: 'When do I sow peas?' };
const gpt = { from: 'gpt', value: 'In March.' };
const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    { index: 0, message: { ...assistant, refusal: null, annotations: [] }, logprobs: null, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 9 },
};
const done = { status_code: 200, request_id: 'x', body: completion };

/** Opens rows, one per line. Returns the document, and its problems except hints as `LINE code «text»`. */
function read(...rows: unknown[]) {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const document = openDocument('test:train.jsonl', 'jsonl', 0, text, undefined) as JsonDocument;
  const checker = createChecker(document, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const found = checker
    .problems(Number.POSITIVE_INFINITY)
    .problems.filter(({ problem }) => problem.severity !== 'hint');
  return {
    shape: document.shape,
    found: found.map((placed) => {
      const { code, start, end } = placed.problem;
      const at = checker.offsetOf(placed);
      return `${checker.rangeOf(placed).start.line + 1} ${code} «${text.slice(at + start, at + end)}»`;
    }),
  };
}

const right: readonly (readonly [what: string, shape: ShapeName, ...rows: unknown[]])[] = [
  ['weights', 'messages', { messages: [user, { ...assistant, weight: 0 }, user, { ...assistant, weight: 1 }] }],
  ['a call to end with', 'messages', { messages: [user, calling], parallel_tool_calls: false, tools: [tool] }],
  [
    'the older functions',
    'messages',
    {
      messages: [
        user,
        { role: 'assistant', content: null, function_call: { name: 'sowing', arguments: '{"crop":"peas"}' } },
        { role: 'function', name: 'sowing', content: 'March' },
        assistant,
      ],
      functions: [tool.function],
    },
  ],
  [
    'columns that are null or empty',
    'messages',
    {
      messages: [
        { ...user, name: null, tool_calls: null, tool_call_id: null },
        { role: 'assistant', content: '', tool_calls: [call('{"crop":"peas"}')], name: null, tool_call_id: null },
        { ...replied, name: 'sowing', tool_calls: null },
        { ...assistant, tool_calls: [], tool_call_id: null },
      ],
      tools: JSON.stringify([tool]),
    },
  ],
  [
    'several calls, answered in another order',
    'messages',
    {
      messages: [
        user,
        { ...calling, tool_calls: [call('{"crop":"peas"}', { id: 'c1' }), call('{"crop":"kale"}', { id: 'c2' })] },
        { ...replied, tool_call_id: 'c2' },
        replied,
        assistant,
      ],
    },
  ],
  [
    'calls and replies as messages of their own',
    'messages',
    {
      tools: JSON.stringify([tool]),
      messages: [
        user,
        { role: 'tool_call', content: '{"name": "sowing", "arguments": {"crop": "peas"}}' },
        { role: 'tool_response', content: 'March' },
        assistant,
      ],
    },
  ],
  ['a rejected answer beside', 'messages', { messages: [user, assistant], rejected_response: 'In May.' }],
  ['a label', 'messages', { messages: [user, assistant], label: true }],
  [
    'images beside',
    'messages',
    { messages: [{ ...user, content: '<image>What is it?' }, assistant], images: ['a.jpg'] },
  ],
  ['thoughts', 'messages', { messages: [user, { ...assistant, content: '<think>\nhm\n</think>\n\nIn March.' }] }],
  ['a prompt beside', 'messages', { prompt: 'When do I sow peas?', prompt_id: 'x', messages: [user, assistant] }],
  [
    'instructions beside',
    'messages',
    { system: '', messages: [user, { ...calling, reasoning_content: 'hm' }, replied] },
  ],
  ['a conversation', 'messages', { conversation_id: 'x', conversation: [user, assistant], turn: 1 }],
  ['a dialog', 'messages', { dialog: [system, user, assistant] }],
  ['a dialogue', 'messages', { dialogue: [user, assistant] }],
  ['a list a line', 'messages', [user, assistant]],
  [
    'a request of a batch',
    'messages',
    { custom_id: 'r1', method: 'POST', url: '/v1', body: { messages: [system, user] } },
  ],
  ["a request of a batch of Anthropic's", 'messages', { custom_id: 'r1', params: { max_tokens: 9, messages: [user] } }],
  [
    "an answer of a batch of Anthropic's",
    'anthropic',
    {
      custom_id: 'r1',
      result: {
        type: 'succeeded',
        message: { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'x' }] },
      },
    },
    { custom_id: 'r2', result: { type: 'expired' } },
    { custom_id: 'r3', result: { type: 'errored', error: { type: 'error' } } },
  ],
  ['blocks of instructions', 'anthropic', { system: [{ type: 'text', text: 'x' }], messages: [user, assistant] }],
  ['a completion', 'chat-completion', completion],
  [
    'a completion that calls',
    'chat-completion',
    { choices: [{ index: 0, message: calling, finish_reason: 'tool_calls' }] },
  ],
  [
    'answers of a batch, of which one failed',
    'chat-completion',
    { id: 'b1', custom_id: 'r1', response: done, error: null },
    { id: 'b2', custom_id: 'r2', response: { status_code: 400, body: { error: { message: 'x' } } }, error: null },
    { id: 'b3', custom_id: 'r3', response: null, error: { code: 'batch_expired', message: 'x' } },
  ],
  [
    'requests of a batch, one of a text',
    'responses',
    { custom_id: 'r1', url: '/v1/responses', body: { model: 'm', input: [user] } },
    { custom_id: 'r2', url: '/v1/responses', body: { model: 'm', input: 'Hi' } },
  ],
  ['a request of a text', 'responses', { model: 'm', input: 'When?', instructions: 'Be brief.' }],
  [
    'samples of an evaluation',
    'responses',
    { input: [system, { ...system, name: 'example_user' }, user], ideal: 'March' },
  ],
  ['conversations', 'sharegpt', { id: 'identity_0', conversations: [human, gpt] }],
  [
    'turns that count',
    'sharegpt',
    {
      conversations: [
        { ...human, weight: 0 },
        { ...gpt, weight: 1, train: true },
      ],
    },
  ],
  [
    'tags of calls',
    'sharegpt',
    {
      conversations: [
        { from: 'system', value: '<tools> [] </tools> Return <tool_call>\n{"name": <name>}\n</tool_call>' },
        human,
        { from: 'gpt', value: "<tool_call>\n{'name': 'sowing', 'arguments': {'crop': 'peas'}}\n</tool_call>" },
        { from: 'tool', value: '<tool_response>\n{}\n</tool_response>' },
        gpt,
      ],
      tools: JSON.stringify([tool]),
      category: 'x',
    },
  ],
  [
    'calls and observations',
    'sharegpt',
    {
      conversations: [
        human,
        { from: 'function_call', value: '{"name": "sowing", "arguments": {}}' },
        { from: 'observation', value: '{}' },
        gpt,
      ],
      system: 'x',
      tools: '[]',
    },
  ],
  ['messages in the words of ShareGPT', 'sharegpt', { messages: [human, gpt] }],
  ['a pair after a conversation', 'preference', { conversations: [human], chosen: gpt, rejected: gpt }],
  [
    'preferred and not',
    'preference',
    {
      input: { messages: [user], tools: [], parallel_tool_calls: true },
      preferred_output: [assistant],
      non_preferred_output: [{ ...assistant, content: 'In May.' }],
    },
  ],
  ['a pair of conversations', 'preference', { prompt: 'x', chosen: [user, assistant], rejected: [user, assistant] }],
  ['a pair for an instruction', 'preference', { instruction: 'Sum', input: '', chosen: '2', rejected: '3' }],
  ['a label of a completion', 'prompt-completion', { prompt: [user], completion: [assistant], label: false }],
  ['a prompt to answer', 'prompt-completion', { prompt: [system, user], answer: 'March' }],
  ['an instruction', 'prompt-completion', { instruction: 'Sum', input: '', output: '2' }],
  ['an instruction with a history', 'prompt-completion', { instruction: 'Sum', output: '2', history: [['1', '2']] }],
  ['an instruction with a context', 'prompt-completion', { instruction: 'Sum', context: '', response: '2' }],
  ['a query', 'prompt-completion', { system: 'x', query: 'Hi', response: 'Hello', history: [] }],
  ['a query with calls', 'prompt-completion', { id: 0, query: 'Peas?', answers: '[{"name": "sowing"}]', tools: '[]' }],
  [
    'pairs of turns',
    'prompt-completion',
    {
      conversation: [
        { system: 'x', input: 'q', output: 'a' },
        { input: 'q', output: 'a' },
      ],
    },
  ],
  [
    'pairs of turns in other words',
    'prompt-completion',
    { system: 'x', conversation: [{ human: 'q', assistant: 'a' }] },
  ],
  [
    'content parts',
    'messages',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image' }, { type: 'video', video: 'a.mp4' }, { type: 'text', text: 'What?' }],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'A pea.' }] },
      ],
    },
  ],
  [
    'a sound and its answer',
    'messages',
    {
      messages: [
        { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'A', format: 'wav' } }] },
        { role: 'assistant', content: null, audio: { id: 'a1' } },
        user,
      ],
    },
  ],
];

for (const [what, shape, ...rows] of right) {
  test(`${shape}: ${what}`, () => assert.deepEqual(read(...rows, ...rows), { shape, found: [] }));
}

suite('a fault in such a row is found', () => {
  const faulty: readonly (readonly [what: string, row: unknown, ...problems: string[]])[] = [
    [
      'a tool that a string of tools lacks',
      { messages: [user, { ...calling, tool_calls: [call('{}')] }], tools: JSON.stringify([{ name: 'seeding' }]) },
      '1 tool-undeclared «"sowing"»',
    ],
    [
      'arguments that break the schema in a string of tools',
      { messages: [user, { ...calling, tool_calls: [call('{"crop":7}')] }, replied], tools: JSON.stringify([tool]) },
      '1 E-CALL-SCHEMA «7»',
    ],
    [
      'a tool that the input of a pair lacks',
      {
        input: { messages: [user], tools: [{ type: 'function', function: { name: 'seeding' } }] },
        preferred_output: [calling],
        non_preferred_output: [assistant],
      },
      '1 tool-undeclared «"sowing"»',
    ],
    [
      'a role in a batch',
      { custom_id: 'r', body: { messages: [{ ...user, role: 'usr' }] } },
      '1 template-role-unknown «"usr"»',
    ],
    [
      'an answer of null',
      { choices: [{ index: 0, message: { role: 'assistant', content: null } }] },
      '1 message-empty «null»',
    ],
    ['a choice without message', { choices: [{ message: assistant }, { index: 1 }] }, '1 template-shape «{"index":1}»'],
    ['an output that is a number', { instruction: 'Sum', input: '', output: 2 }, '1 template-shape «2»'],
    [
      'a role of ShareGPT in a pair',
      { conversations: [human], chosen: { ...gpt, from: 'gtp' }, rejected: gpt },
      '1 template-role-unknown «"gtp"»',
    ],
    [
      'a call in a role of its own, misspelled',
      { messages: [user, { role: 'tool_cal', content: '{}' }, { role: 'tool_response', content: 'x' }] },
      '1 template-role-unknown «"tool_cal"»',
    ],
  ];
  for (const [what, row, ...problems] of faulty) test(what, () => assert.deepEqual(read(row).found, problems));

  test('each row of a list declares tools of its own', () => {
    const rows = [
      { messages: [user, calling, replied], tools: [tool] },
      { messages: [user, calling, replied], tools: [{ name: 'seeding' }] },
    ];
    assert.deepEqual(read(rows).found, ['1 tool-undeclared «"sowing"»']);
  });
});

test('what is written for templates, without ids and with objects, is no more than a remark', () => {
  const rows = {
    messages: [
      user,
      { role: 'assistant', tool_calls: [call({ crop: 'peas' }, {})] },
      { role: 'tool', name: 'sowing', content: 'March' },
      assistant,
    ],
    tools: [tool],
  };
  const text = JSON.stringify(rows);
  const problemsIn = (profile?: 'template') => {
    const document = openDocument('test:train.jsonl', 'jsonl', 0, text, undefined);
    const { problems } = createChecker(document, { strict: false, levels: {}, profile }).problems(9);
    return problems.map(({ problem: { code, severity } }) => `${code} ${severity}`);
  };
  assert.deepEqual(problemsIn().sort(), ['E-CALL-SCHEMA information', 'call-id-missing information']);
  assert.deepEqual(problemsIn('template'), []);
});

test('parts without a type are those of another API', () => {
  const row = { schemaVersion: 'bedrock-conversation-2024', messages: [{ role: 'user', content: [{ text: 'Hi' }] }] };
  assert.equal(read(row).shape, 'unknown');
});
