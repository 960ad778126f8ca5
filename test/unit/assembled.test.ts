/** Streams of chat APIs are assembled into the answers that they add up to. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { convertJson } from '../../server/src/convert/index.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { assembled } from '../../server/src/stream/assembled.ts';
import { isStreamSoFar } from '../../server/src/syntax/arriving-stream.ts';
import { isEventStream } from '../../server/src/syntax/event-stream.ts';
import { textKind } from '../../server/src/syntax/text-kind.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { usual } from '../support/convert.ts';
import { howMany, seedOf } from '../support/effort.ts';

const sse = (events: readonly unknown[], eol = '\n') =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}${eol}${eol}`).join('');
const chunk = (delta: unknown, reason: string | null = null, id = 'c1') => ({
  id,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: reason }],
});

suite('a stream is recognised by its content', () => {
  const one = JSON.stringify(chunk({ content: 'x' }));
  for (const text of [
    `data: ${one}`,
    `data:${one}\n\n`,
    `\uFEFFdata: ${one}\r\n\r\ndata: [DONE]\r\n\r\n`,
    `: ping\n\ndata: ${one}\n\n`,
    `event: message_start\ndata: {"type":"message_start"}\n\n`,
    `id: 1\nretry: 100\nevent: a\ndata: ${one}\n\n`,
    'data: {\ndata: "choices": []\ndata: }\n\n',
    'data: [DONE]\n',
    `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: ${one}\r\n\r\n`,
    `HTTP/1.1 302 Found\r\nlocation: /x\r\n\r\nHTTP/2 200\r\nid: 5\r\n\r\n: ping\n\ndata: ${one}`,
    `\n\ndata: ${one}\r\rdata: ${one}`,
    `data: ${one}\n\n${`data: ${one}\n\n`.repeat(1000)}`,
  ])
    test(JSON.stringify(text.slice(0, 50)), () => {
      assert.ok(isEventStream(text));
      assert.ok(!text.includes(one) || assembled(text).answers.length > 0);
    });

  for (const text of [
    '',
    'data: a\n',
    'data: {a: 1}\n',
    'data: {"a": 1}\nkind: Secret\n',
    'data:\n  a: 1\n',
    'event: x\nname: y\n',
    'id: 5\n',
    'HTTP/1.1 200 OK\r\n\r\n{"a": 1}\r\n',
    'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n',
    `HTTP is a protocol.\n\ndata: ${one}\n`,
    ': ping\n',
    ` data: ${one}`,
    `2026-01-02 data: ${one}`,
    `version: 2.2\ndata: ${one}`,
    `<|start|>user<|message|>data: ${one}<|end|>`,
    `{"a": 1}\ndata: ${one}`,
  ])
    test(`not ${JSON.stringify(text.slice(0, 50))}`, () => assert.ok(!isEventStream(text)));
});

test('a stream that arrives is told as soon as its first data tells it, and never otherwise than as a whole', () => {
  const first = fc.constantFrom(
    '',
    ': ping\n\n',
    'event: a\r\n',
    'id: 1\n',
    '\uFEFF',
    '  ',
    ' \n',
    'HTTP/1.1 200 OK\r\na: b\r\n\r\n',
    'H',
  );
  const data = fc.constantFrom(
    'data: {"a": 1}\n\n',
    'data:{}\n',
    'data: [DONE]\n',
    'data: a\n',
    'data: {a: 1}\n',
    '<|start|>user',
    'date: 1\n',
  );
  fc.assert(
    fc.property(
      fc.array(first, { maxLength: 3 }),
      data,
      fc.constantFrom('\n', 'data: {"b": 2}\n'),
      (begin, told, rest) => {
        const text = begin.join('') + told;
        const verdicts = [...text].map((_, at) => isStreamSoFar(text.slice(0, at + 1)));
        const settled = verdicts.filter((verdict) => verdict !== undefined);
        assert.ok(new Set(settled).size <= 1, 'it changed its mind');
        const isWhole = isEventStream(text + rest);
        assert.equal(isStreamSoFar(text) ?? false, isWhole);
      },
    ),
    { numRuns: howMany(2000), seed: seedOf(20_261_124) },
  );
});

test('a line that is cut where the look at a long text ends says nothing', () => {
  for (const cut of ['d', 'da', 'data']) {
    const head = `data: {"a": "${'x'.repeat((1 << 16) - 16 - cut.length)}"}\n`;
    assert.ok(isEventStream(`${head}data: {"b": 2}\n`.padEnd(1 << 18, '\n')), cut);
    const document = openDocument('x.txt', 'ocml', 0, `${head}data: {"b": 2}\n`.padEnd(1 << 18, '\n'), undefined);
    assert.ok(document instanceof Transcript && textKind(document) === 'stream');
  }
});

test('events of 2.2 §9: messages by their words, without those that are cancelled; what was hidden stays hidden', () => {
  const slice = (message_id: string, delta: string, more: object = {}) => ({
    event: 'response.delta',
    message_id,
    delta,
    ...more,
  });
  const hidden = (message_id: string, delta: string, more: object = {}) => ({
    ...slice(message_id, delta, more),
    event: 'debug.delta',
  });
  const { answers, unread } = assembled(
    sse([
      hidden('m1', 'Thought', { role: 'assistant' }),
      hidden('m2', '{"a":', { role: 'assistant', channel: 'commentary', to: 'functions.f', call_id: 'c1' }),
      hidden('m2', '1}', { role: 'assistant', channel: 'commentary', to: 'functions.f', call_id: 'c1' }),
      slice('m3', 'In ', { channel: 'final' }),
      slice('m4', 'gone', { channel: 'final' }),
      slice('m3', 'March'),
      { event: 'response.delta.flush', message_id: 'm3' },
      slice('m3', 'Secret', { channel: 'analysis' }),
      { event: 'response.cancel', message_id: 'm4', reason: 'interrupted' },
      slice('m4', 'more'),
      { event: 'tool.cancel', call_id: 'c1', reason: 'interrupted' },
      { event: 'else' },
    ]),
  );
  const call = { id: 'c1', recipient: 'functions.f', content_type: 'json', arguments: '{"a":1}' };
  assert.deepEqual(answers, [
    [
      { role: 'assistant', channel: 'analysis', content: 'Thought' },
      { role: 'assistant', channel: 'commentary', tool_call: call },
      { role: 'assistant', channel: 'final', content: 'In March' },
      { role: 'assistant', channel: 'analysis', content: 'Secret' },
    ],
  ]);
  assert.equal(unread, 1);
});

test('chat completions, with reasoning, calls, several answers and choices', () => {
  const { answers, complete, unread } = assembled(
    sse([
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'Hm' }),
      chunk({ reasoning_content: 'm.' }),
      chunk({ content: 'In ' }),
      chunk({ content: 'March.' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"x":' } }] }),
      chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
      chunk({}, 'tool_calls'),
      '[DONE]',
      chunk({ content: 'Second' }, 'stop', 'c2'),
      { type: 'ping' },
      'no JSON',
    ]),
  );
  const call = (id: string, name: string, args: string) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  });
  const answer = (id: string, message: object, reason: string) => ({
    ...{ id, object: 'chat.completion' },
    choices: [{ index: 0, message, finish_reason: reason }],
  });
  assert.deepEqual(answers, [
    answer(
      'c1',
      {
        ...{ role: 'assistant', content: 'In March.', reasoning_content: 'Hmm.' },
        tool_calls: [call('a', 'f', '{"x":1}'), call('b', 'g', '{}')],
      },
      'tool_calls',
    ),
    answer('c2', { role: 'assistant', content: 'Second' }, 'stop'),
  ]);
  assert.equal(complete, true);
  assert.equal(unread, 1);
});

test('completions are texts', () => {
  const of = (text: string) => ({ id: 'x', choices: [{ index: 0, text, finish_reason: null }] });
  assert.deepEqual(assembled(sse([of('<|channel|>final'), of('<|message|>Hi')])), {
    answers: [{ text: '<|channel|>final<|message|>Hi' }],
    complete: false,
    unread: 0,
    misshapen: 0,
    gaps: 0,
    errors: 0,
  });
});

test("Anthropic's messages", () => {
  const at = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });
  const events = [
    { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'ping' },
    at(0, { type: 'thinking_delta', thinking: 'Hm' }),
    at(0, { type: 'signature_delta', signature: 's' }),
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } },
    at(1, { type: 'input_json_delta', partial_json: '{"x"' }),
    at(1, { type: 'input_json_delta', partial_json: ': 1}' }),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  ];
  const message = {
    ...{ id: 'm', type: 'message', role: 'assistant', stop_reason: 'tool_use' },
    content: [
      { type: 'thinking', thinking: 'Hm', signature: 's' },
      { type: 'tool_use', id: 't', name: 'f', input: { x: 1 } },
    ],
  };
  assert.deepEqual(assembled(sse(events)), {
    answers: [message],
    complete: false,
    unread: 0,
    misshapen: 0,
    gaps: 0,
    errors: 0,
  });
  assert.deepEqual(assembled(sse([...events, { type: 'message_stop' }])), {
    answers: [message],
    complete: true,
    unread: 0,
    misshapen: 0,
    gaps: 0,
    errors: 0,
  });
});

test('the Responses API: the whole, or what had arrived', () => {
  const done = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A' }] };
  const events = [
    { type: 'response.created', response: { id: 'r', object: 'response', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', summary: [] } },
    { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'Hm' },
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '' },
    },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{}' },
    { type: 'response.output_item.done', output_index: 2, item: done },
    { type: 'response.output_text.delta', output_index: 3, content_index: 0, delta: 'B' },
  ];
  assert.deepEqual(assembled(sse(events)).answers, [
    {
      ...{ id: 'r', object: 'response' },
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        done,
        { role: 'assistant', type: 'message', content: [{ type: 'output_text', text: 'B' }] },
      ],
    },
  ]);
  const whole = { id: 'r', object: 'response', output: [done] };
  assert.deepEqual(assembled(sse([...events, { type: 'response.completed', response: whole }])), {
    answers: [whole],
    complete: true,
    unread: 0,
    misshapen: 0,
    gaps: 0,
    errors: 0,
  });
});

test('an answer has no member that no event has', () => {
  const [chat] = assembled(sse([{ choices: [{ delta: { content: 'Hi' } }] }])).answers as object[];
  assert.deepEqual(Object.keys(chat as object), ['choices']);
  const delta = { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hi' };
  for (const events of [[delta], [{ type: 'response.created', response: {} }, delta]])
    assert.deepEqual(Object.keys(assembled(sse(events)).answers[0] as object), ['output']);
  for (const answer of [chat, ...assembled(sse([delta])).answers]) {
    const { notes, output } = convertJson(JSON.stringify(answer), usual, true);
    assert.deepEqual(notes, []);
    assert.deepEqual(output, { value: { messages: [{ role: 'assistant', content: 'Hi' }] } });
  }
});

test('text is what was sent, however it was cut and its lines end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (parts, eol) => {
        const { answers } = assembled(sse([...parts.map((content) => chunk({ content })), chunk({}, 'stop')], eol));
        const [answer] = answers as { choices: { message: { content: string } }[] }[];
        assert.equal(answer?.choices[0]?.message.content, parts.join(''));
      },
    ),
    { numRuns: howMany(500), seed: seedOf(20_250_801) },
  );
});

test('whatever an event holds, nothing is thrown', () => {
  const key = fc.constantFrom(
    'choices',
    'delta',
    'type',
    'index',
    'message',
    'content_block',
    'response',
    'item',
    'output_index',
    'content',
    'tool_calls',
    '__proto__',
    'constructor',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>('message_start', 'content_block_delta', 'response.output_text.delta', 'x', 0, null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (events) => {
      for (const answer of assembled(sse(events)).answers) assert.ok(JSON.stringify(answer).length > 0);
    }),
    { numRuns: howMany(2000), seed: seedOf(20_250_801) },
  );
});

test('an event without an id, or with an empty one, is of the answer that arrives', () => {
  const [first, last] = [chunk({ role: 'assistant', content: 'Hel' }), chunk({ content: 'lo' }, 'stop')];
  const { id: _, ...unnamed } = last;
  const filters = { choices: [], id: '', object: '', prompt_filter_results: [] };
  for (const events of [
    [first, unnamed],
    [{ ...first, id: null }, last],
    [filters, first, last],
    [first, { ...last, id: '' }, { choices: [], id: 'c1', usage: {} }],
  ]) {
    const { answers, complete } = assembled(sse([...events, '[DONE]']));
    assert.deepEqual([answers.length, complete], [1, true], JSON.stringify(events));
    assert.match(JSON.stringify(answers), /"id":"c1".*"Hello"/);
  }
});

suite('what a saved stream hides and orders is what a stream does', () => {
  const shown = (...events: readonly unknown[]) => {
    const [answer] = assembled(sse(events)).answers;
    if (answer === undefined) return '';
    const { output } = convertJson(JSON.stringify(answer), { ...usual, to: 'messages', public: true }, true);
    // The whole conversation was hidden.
    if (output === undefined) return '';
    const { messages } = (output as { readonly value: { readonly messages: readonly { content: string }[] } }).value;
    return messages.map(({ content }) => content).join('|');
  };
  const said = (delta: unknown, more: object = {}) => ({
    type: 'response.output_text.delta',
    output_index: 0,
    content_index: 0,
    delta,
    ...more,
  });

  test('arguments of calls, and code, are not what is said', () => {
    for (const type of ['mcp_call_arguments', 'code_interpreter_call_code', 'custom_tool_call_input', 'audio_words'])
      assert.equal(shown({ type: `response.${type}.delta`, output_index: 0, delta: 'SECRET' }), '', type);
  });

  test('a delta that says that it is hidden', () => {
    assert.equal(shown(said('SECRET', { kind: 'analysis' })), '');
    assert.equal(shown(said('SECRET', { metadata: { channel: 'analysis' } })), '');
    const part = {
      type: 'response.content_part.added',
      output_index: 0,
      content_index: 0,
      part: { type: 'reasoning_text' },
    };
    assert.equal(shown(part, said('SECRET')), '');
    assert.equal(shown(chunk({ role: 'assistant', content: 'A' }), chunk({ role: 'tool', content: 'SECRET' })), 'A');
    assert.equal(shown(chunk({ content: 'SECRET', kind: 'analysis' }), chunk({ content: 'A', kind: 'final' })), 'A');
    assert.equal(shown(chunk({ content: 'SECRET', type: 'reasoning' }), chunk({ content: 'A' })), 'A');
  });

  test('what is hidden is not lost', () => {
    const hidden = chunk({
      role: 'assistant',
      kind: 'analysis',
      content: 'B',
      refusal: 'C',
      reasoning: 'D',
      reasoning_content: 'A',
    });
    const [answer] = assembled(sse([hidden, chunk({ content: 'E' })])).answers;
    const text = JSON.stringify(answer);
    for (const one of ['"ABC"', '"D"', '"E"']) assert.ok(text.includes(one), text);
  });

  test('a list of parts is text', () => assert.equal(shown(said([{ type: 'text', text: 'A' }])), 'A'));

  test('a message that comes as a whole, alone or after its deltas', () => {
    const whole = (content: string) => ({ choices: [{ index: 0, message: { role: 'assistant', content } }] });
    assert.equal(shown(whole('Hello you')), 'Hello you');
    assert.equal(shown(chunk({ content: 'Hello ' }), whole('Hello you')), 'Hello you');
    assert.equal(shown(chunk({ content: 'Hello ' }), whole('Hello ')), 'Hello ');
  });

  test('events are read by their numbers, each once, and what is missing is counted', () => {
    const counted = (delta: string, number: number) => said(delta, { sequence_number: number });
    const created = { type: 'response.created', sequence_number: 0, response: { id: 'r' } };
    assert.equal(shown(created, counted('b', 2), counted('a', 1), counted('a', 1)), 'ab');
    assert.equal(assembled(sse([created, counted('b', 2), counted('a', 1)])).gaps, 0);
    assert.equal(assembled(sse([created, counted('a', 1), counted('c', 3)])).gaps, 1);
    // The sequence numbers of each response are counted from the start.
    const two = [created, counted('a', 1), { type: 'response.completed', sequence_number: 2, response: {} }];
    assert.deepEqual([assembled(sse([...two, ...two])).gaps, assembled(sse([...two, ...two])).answers.length], [0, 2]);
  });

  test('an error that the server reports is counted', () =>
    assert.equal(assembled(sse([chunk({ content: 'a' }), { error: { message: 'm' } }])).errors, 1));
});
