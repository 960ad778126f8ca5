/** The kind of an input is recognized, and the explanation names this kind. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Explanation, explain } from '../../server/src/explain/explain.ts';
import { find, output } from '../support/explain-input.ts';

test('what is between two messages is told by what it is', () => {
  const cause = (between: string) =>
    (explain(`<|channel|>analysis<|message|>Hm.<|end|>${between}`) as Explanation).what ?? '';
  assert.match(cause('assistant<|channel|>final<|message|>Hi<|return|>'), /`<\|start\|>` is missing before it/);
  assert.match(cause('final<|message|>Hi<|return|>'), /begins without `<\|start\|>assistant`/);
  assert.match(cause('\n<|start|>assistant<|channel|>final<|message|>Hi<|return|>'), /white space/);
});

test('an answer that is sent bit by bit is put together', () => {
  const chunk = (content: string, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c1', choices: [{ delta: { content }, finish_reason }] })}\n\n`;
  const { outputs } = find(`${chunk('<|channel|>final')}${chunk('<|message|>Hi', 'stop')}data: [DONE]\n`);
  assert.deepEqual(
    outputs.map(({ text }) => text),
    ['<|channel|>final<|message|>Hi'],
  );
});

test('the data of an event may be on several lines', () => {
  const value = JSON.stringify({ choices: [{ message: { content: '<|channel|>final<|message|>Hi' } }] }, null, 1);
  const lines = (text: string, eol = '\n') =>
    text
      .split('\n')
      .map((line) => `data: ${line}${eol}`)
      .join('');
  for (const input of [
    `${lines(value)}\n`,
    lines(value),
    `event: x\n${lines(value)}\ndata: [DONE]\n\n`,
    `event: x\r\n${lines(value, '\r\n')}\r\n`,
    `data: {"choices": [\n\n${lines(value)}\n`,
  ])
    assert.deepEqual(
      find(input).outputs.map(({ text }) => text),
      ['<|channel|>final<|message|>Hi'],
      input,
    );
  const one = JSON.stringify({ choices: [{ message: { content: '<|channel|>final<|message|>Hi' } }] });
  // Lines that together are not an event are examined one by one.
  const { outputs } = find(`data: {"choices": [\ndata: ${one}\n\n`);
  assert.deepEqual(
    outputs.map(({ text, line }) => [text, line]),
    [['<|channel|>final<|message|>Hi', 2]],
  );
});

test('answers of Anthropic and of the Responses API are put together, too', () => {
  const sse = (...events: object[]) => events.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const at = (delta: object) => ({ type: 'content_block_delta', index: 0, delta });
  const message = { id: 'm', type: 'message', role: 'assistant', content: [] };
  const begun = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ];
  const pieces = ['<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|chan', 'nel|>final<|message|>Hi'];
  const anthropic = sse(
    ...begun,
    ...pieces.map((text) => at({ type: 'text_delta', text })),
    { type: 'message_delta', delta: { stop_reason: 'max_tokens' } },
    { type: 'message_stop' },
  );
  const place = { output_index: 0, item_id: 'i', content_index: 0 };
  const responses = sse(
    { type: 'response.created', response: { id: 'r', output: [] } },
    { type: 'response.output_item.added', ...place, item: { type: 'message', id: 'i', content: [] } },
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
  );
  const headers = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n';
  for (const [log, line] of [
    [anthropic, 2],
    [responses, 2],
    [headers + anthropic, 5],
    [`2026-01-02 10:00:00 INFO begins\n${responses}`, 3],
  ] as const) {
    const { outputs } = find(log);
    assert.deepEqual(
      outputs.map(({ text, line }) => [text, line]),
      [[pieces.join(''), line]],
    );
    assert.equal(outputs[0]?.notes.length, log.includes('max_tokens') ? 1 : 0);
  }
});

test('what a server has parsed of a stream is reassembled, in order, and its error is found', () => {
  const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const content = [
    { type: 'thinking', thinking: 'Hm' },
    { type: 'tool_use', name: 'f', input: { a: 1 } },
  ];
  const text =
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":1}<|call|>';
  const anthropic = { type: 'message', role: 'assistant', content };
  const output = [
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
    { type: 'function_call', name: 'f', arguments: '{"a":1}' },
  ];
  for (const input of [
    JSON.stringify(anthropic),
    JSON.stringify({ object: 'response', output }),
    sse({ type: 'response.created', response: {} }, { type: 'response.completed', response: { output } }),
  ]) {
    const [found] = find(input).outputs;
    assert.equal(found?.text, text);
    assert.match(found?.notes.join() ?? '', /already parsed the output/);
  }
  const error = { message: 'unexpected tokens remaining in message header: Some("x")' };
  const failed = sse(
    { type: 'response.created', response: {} },
    { type: 'response.failed', response: { output: [], error } },
  );
  assert.equal(find(failed).errors.length, 1);
});

test('what was sent to a model is not what it wrote', () => {
  const prompt = '<|start|>system<|message|>Be brief.<|end|><|start|>user<|message|>Hi<|end|><|start|>assistant';
  const log = [
    `INFO 08-06 23:25:57 Received request c1: prompt: ${JSON.stringify(prompt)}, params: x`,
    `INFO 08-06 23:25:58 prompt_token_ids: [200006, 17360, 200008, 200007]`,
    JSON.stringify({ messages: [{ role: 'user', content: 'What is <|channel|>?' }] }),
    `INFO 08-06 23:25:59 output: ${JSON.stringify(output)}`,
  ].join('\n');
  assert.deepEqual(
    find(log).outputs.map(({ line }) => line),
    [4],
  );
});

test('an answer whose output the server has read already is put together again', () => {
  const message = {
    role: 'assistant',
    content: null,
    reasoning_content: 'Add.',
    tool_calls: [{ function: { name: 'add', arguments: '{"a":' } }],
  };
  const { outputs } = find(JSON.stringify({ choices: [{ finish_reason: 'length', message }] }));
  assert.equal(
    outputs[0]?.text,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"a":<|call|>',
  );
  assert.match(outputs[0]?.notes.join(' ') ?? '', /token limit.*has already parsed the output/);
});

suite('an answer of a model that does not write Harmony', () => {
  const json = '{"name": "get_weather", "arguments": {"city": "Lima"}}';
  const answer = (content: string, more: object = {}, message: object = {}) =>
    JSON.stringify({ ...more, choices: [{ message: { role: 'assistant', content, ...message } }] });

  test('has no headers, whether its model, its content or the parser says so', () => {
    const texts = [
      explain(answer(`I look.\n${json}`, { model: 'Qwen/Qwen2.5-7B-Instruct' }), {}),
      explain(answer(json), {}),
      explain(answer(`I look.\n${json}`), { parser: 'hermes' }),
      explain(answer('[get_weather(city="Lima")]'), { parser: 'mistral' }),
    ].map((found) => (found as Explanation).output);
    assert.deepEqual(texts, [`I look.\n${json}`, json, `I look.\n${json}`, '[get_weather(city="Lima")]']);
  });

  test('has tags for what the server has parsed, and its lost call is repaired', () => {
    const found = explain(
      answer(`I look.\n${json}`, { model: 'qwen3' }, { reasoning_content: 'Hm.' }),
      {},
    ) as Explanation;
    assert.equal(found.parser.name, 'hermes');
    assert.equal(found.output, `<think>\nHm.\n</think>\n\nI look.\n${json}`);
    assert.equal(found.repaired?.text.trim(), `<think>\nHm.\n</think>\n\nI look.\n<tool_call>\n${json}\n</tool_call>`);
    const called = { tool_calls: [{ function: { name: 'get_weather', arguments: '{"city": "Lima"}' } }] };
    const parsed = explain(answer('', { model: 'qwen3' }, called), {}) as Explanation;
    assert.deepEqual([parsed.output, parsed.accepted], [`<tool_call>\n${json}\n</tool_call>`, true]);
  });

  test('is Harmony if its model is gpt-oss, or if nothing tells', () => {
    for (const more of [{ model: 'openai/gpt-oss-20b' }, {}])
      assert.equal((explain(answer('It is sunny.', more), {}) as Explanation).parser.name, 'harmony');
  });
});

suite('a name of a tool that ends in a part of its header', () => {
  const answered = (name: string) => {
    const tool_calls = [{ type: 'function', function: { name, arguments: '{"city":"Bonn"}' } }];
    const message = { role: 'assistant', content: null, reasoning_content: 'Look.', tool_calls };
    return explain(JSON.stringify({ choices: [{ message }] })) as Explanation;
  };
  const call = '<|channel|>commentary to=functions.sky <|constrain|>json<|message|>{"city":"Bonn"}<|call|>';
  for (const name of [
    'sky<|channel|>commentary',
    'sky<|channel|>json',
    'sky <|constrain|>json',
    'functions.sky<|channel|>commentary',
  ])
    test(name, () => {
      const { output: taken, accepted, input } = answered(name);
      assert.deepEqual(
        [taken, accepted],
        [`<|channel|>analysis<|message|>Look.<|end|><|start|>assistant${call}`, true],
      );
      const note = `In the answer, the called tool is named \`${name}\`, because the server included a part of the header. The tool is really \`sky\`.`;
      assert.ok(
        input.notes.some((one) => one.startsWith(note)),
        input.notes.join('\n'),
      );
    });
  test('is not one that has none', () => assert.equal(answered('sky').input.notes.length, 1));
});

test('plain text is an output if a parser is named, and nothing otherwise', () => {
  assert.throws(() => explain('Hello there.'), /no model output was found/);
  const { output: text, stop } = explain('Hello there.', { parser: 'harmony' }) as Explanation;
  assert.deepEqual([text, stop?.kind], ['Hello there.', 'header-open']);
  assert.equal((explain('{"a": 1}', { parser: 'llama.cpp' }) as Explanation).output, '{"a": 1}');
});

test('the token of a format that no parser here reads is named', () => {
  const read =
    /no model output was found.* `<\|start_header_id\|>` is a Llama 3 token, .*Harmony and ChatML.*`ocml check`/;
  const answer = '<|start_header_id|>assistant<|end_header_id|>Peas.<|eot_id|>';
  for (const text of [answer, `INFO 08-06 23:25:57 output: ${answer}\n`, JSON.stringify({ content: answer })])
    assert.throws(() => explain(text), read);
  const call = '<|python_tag|>{"name": "sow", "parameters": {}}<|eom_id|>';
  for (const text of [call, `INFO 08-06 23:25:57 output: ${call}\n`, JSON.stringify({ content: call })])
    assert.equal((explain(text) as Explanation).parser.name, 'llama3_json');
  assert.throws(
    () => explain('Peas.<|endoftext|>'),
    /found: the input has no Harmony or ChatML control token, no call tag/,
  );
});

test('numbers that are not those of tokens are named', () => {
  assert.throws(() => explain('[200005, 35644, 999999]'), /999999, at position 3, is not a Harmony token id/);
});

test('a token that is spelled out with ordinary ones is told from the token', () => {
  const { input } = explain('[200005, 17196, 27, 91, 2506, 91, 29, 200008, 13225, 200002]') as Explanation;
  assert.deepEqual(
    input.notes,
    [
      "`<|end|>` is spelled out with ordinary tokens, so the server's parser does not recognize it as a control token.",
    ].slice(0, input.notes.length),
  );
});

/** Hostile inputs: each is read, and only errors with a message for users are thrown. */
const hostile: readonly [name: string, input: string][] = [
  ['escapes of a terminal', '\x1b]0;title\x07<|channel|>\x1b[2Jfinal<|message|>\u202eHi\x9b31m<|return|>'],
  ['JSON nested deep', `${'['.repeat(100_000)}"<|channel|>final<|message|>"`],
  ['complete JSON nested deep', `${'{"a":'.repeat(20_000)}"<|channel|>final<|message|>Hi"${'}'.repeat(20_000)}`],
  ['names that every object has', '{"__proto__":{"constructor":"<|channel|>toString<|message|>Hi"}}'],
  [
    'a line of megabytes',
    `INFO 08-06 23:25:57 ${'x'.repeat(5_000_000)}\nINFO 08-06 23:25:58 ${'"\\'.repeat(1_000_000)}<|channel|>`,
  ],
  ['tokens of megabytes', `<|channel|>final<|message|>${'<|end|><|start|>assistant<|channel|>'.repeat(100_000)}`],
  ['quotes without end', `INFO 08-06 23:25:57 ${"output: '<|channel|>".repeat(50_000)}`],
  ['numbers without end', `INFO 08-06 23:25:57 [${'200005, '.repeat(200_000)}`],
  ['a word without end, beside a number', `INFO 08-06 23:25:57 200005 ${'x'.repeat(3_000_000)}`],
  ['braces', `INFO 08-06 23:25:57 ${'{"'.repeat(500_000)}<|end|>`],
  ['tags without end', `<tool_call>${'<function=<parameter='.repeat(100_000)}`],
  ['half a surrogate pair', '<|channel|>final<|message|>\ud83d<|return|>'],
  ['brackets', `[${'('.repeat(500_000)}1`],
  ['blanks', `1${' '.repeat(2_000_000)}x`],
  ['an error without end', `error parsing tool call: raw='${'a\n'.repeat(200_000)}`],
  ['errors', 'Unknown role: x\n'.repeat(100_000)],
  ['nothing', ''],
  ['blank', ' \n\t'],
];

suite('hostile inputs', () => {
  for (const [name, input] of hostile) {
    test(name, () => {
      try {
        explain(input);
      } catch (error) {
        assert.match((error as Error).message, /no model output was found|is not a Harmony token id/);
      }
    });
  }
});

test('a text that is nothing but a list of calls in Python is read as one', () => {
  const parser = (text: string) => {
    try {
      const found = explain(text);
      return 'parser' in found ? found.parser.name : undefined;
    } catch {
      return undefined;
    }
  };
  for (const text of [
    '[get_weather(city="Oslo")]',
    '[get_weather(city="Oslo"), now()]\n',
    '[now()]',
    '[get_weather(city="Oslo", metric=true)]',
    '[get_weather(city="Oslo"',
  ])
    assert.equal(parser(text), 'pythonic', text);
  for (const text of [
    '[x] buy milk\n[ ] call (again)',
    '- [ ] get_weather(city="Oslo")',
    'Use `[get_weather(city="Oslo")]` to ask.',
    '[f(x) for x in range(3)]',
    '[get_weather(city="Oslo")](https://example.com)',
    '[get_weather(city="Oslo")] is what I wrote.',
    '[1, 2, 3]',
  ])
    assert.notEqual(parser(text), 'pythonic', text);
});
