/** Logs that are one JSON value whose shape is easy to misread, one in each test. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertDocument } from '../../../server/src/convert/document.ts';
import { callsIn } from '../../../server/src/inspect/calls.ts';
import { usual } from '../../support/convert.ts';
import {
  factsOf,
  notesOn,
  openSession,
  othersIn,
  problemsIn,
  toldIn,
  toolsIn,
} from '../../support/sessions/telling.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (content: string) => ({ type: 'text', content });
const user = (content: string) => ({ role: 'user', parts: [text(content)] });
const assistant = (...parts: unknown[]) => ({ role: 'assistant', parts });
const attributesOf = (attributes: Json) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : value,
  }));
const span = (attributes: Json, rest: Json = {}) => ({ traceId: '1', attributes: attributesOf(attributes), ...rest });
const exported = (...spans: readonly Json[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const request = (input: unknown, output: unknown, rest: Json = {}) =>
  span({ 'gen_ai.input.messages': JSON.stringify(input), 'gen_ai.output.messages': JSON.stringify(output) }, rest);

suite('OpenTelemetry', () => {
  test('what is said twice in one conversation is said twice', () => {
    const twice = [user('Go on'), assistant(text('Done.')), user('Go on'), assistant(text('Done.'))];
    const told = ['user: Go on', 'assistant: Done.', 'user: Go on', 'assistant: Done.'];
    assert.deepEqual(toldIn(JSON.stringify(twice)), told);
    // Each request repeats the messages of the request before it.
    const [first, answer, again, last] = twice;
    assert.deepEqual(toldIn(exported(request([first], [answer]), request([first, answer, again], [last]))), told);
  });

  test('a request that repeats an answer without its reasoning repeats it', () => {
    const [question, next] = [user('Sow?'), user('What?')];
    const thought = { type: 'reasoning', content: 'It is March.' };
    assert.deepEqual(
      toldIn(
        exported(
          request([question], [assistant(thought, text('Yes.'))]),
          request([question, assistant(text('Yes.')), next], [assistant(text('Peas.'))], { traceId: '2' }),
        ),
      ),
      ['user: Sow?', 'assistant (It is March.): Yes.', 'user: What?', 'assistant: Peas.'],
    );
  });

  test('the same question in another trace is another conversation', () => {
    assert.deepEqual(
      toldIn(
        exported(
          request([user('Sow?')], [assistant(text('Peas.'))]),
          request([user('Sow?')], [assistant(text('Beans.'))], { traceId: '2' }),
        ),
      ),
      ['user: Sow?', 'assistant: Peas.', 'user: Sow?', 'assistant: Beans.'],
    );
  });

  test('a tool that the server runs: its call and its reply within the answer', () => {
    const log = JSON.stringify([
      user('Look up peas'),
      assistant(
        { type: 'server_tool_call', id: 's', name: 'web_search', server_tool_call: { query: 'peas' } },
        { type: 'server_tool_call_response', id: 's', server_tool_call_response: { hits: 2 } },
        text('Two pages.'),
      ),
    ]);
    assert.deepEqual(toldIn(log), [
      'user: Look up peas',
      'assistant: → web_search s {"query":"peas"}',
      'tool s: {"hits":2}',
      'assistant: Two pages.',
    ]);
    assert.deepEqual(problemsIn(log), []);
  });

  test('attributes in any order', () => {
    const [input, output] = [[user('Hi')], [assistant(text('Hello.'))]];
    const told = ['user: Hi', 'assistant: Hello.'];
    assert.deepEqual(
      toldIn(JSON.stringify({ 'gen_ai.output.messages': output, 'gen_ai.input.messages': input })),
      told,
    );
    const { attributes } = request(input, output);
    assert.deepEqual(toldIn(exported({ traceId: '1', attributes: attributes.toReversed() })), told);
  });

  test('events that are records of a log', () => {
    const record = {
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: attributesOf({
        'gen_ai.input.messages': JSON.stringify([user('Hi')]),
        'gen_ai.output.messages': JSON.stringify([assistant(text('Hello.'))]),
      }),
    };
    assert.deepEqual(toldIn(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] })), [
      'user: Hi',
      'assistant: Hello.',
    ]);
  });

  test("tokens, the time that a call took, and a tool's failure", () => {
    const call = assistant({ type: 'tool_call', id: 'c', name: 'dig', arguments: { deep: 2 } });
    const reply = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'A stone.' }] };
    const at = (begin: number, end: number) => ({
      startTimeUnixNano: `${begin}000000000`,
      endTimeUnixNano: `${end}000000000`,
    });
    const used = { 'gen_ai.usage.input_tokens': { intValue: '10' }, 'gen_ai.usage.output_tokens': { intValue: '5' } };
    const first = request([user('Dig')], [call], at(100, 101));
    const log = exported(
      { ...first, attributes: [...attributesOf(used), ...first.attributes] },
      span({ 'gen_ai.tool.call.id': 'c' }, { status: { code: 2 }, ...at(101, 104) }),
      request([user('Dig'), call, reply], [assistant(text('A stone is in the way.'))], at(104, 105)),
    );
    const { usage } = factsOf(log);
    assert.deepEqual(usage.total, { input: 10, output: 5 });
    assert.deepEqual(
      callsIn(openSession(log)).map(({ id, status, duration }) => ({ id, status, duration })),
      [{ id: 'c', status: 'error', duration: 3000 }],
    );
  });

  test('messages and tools that OpenInference flattens into attributes', () => {
    const message = (list: string, i: number, members: Json) =>
      Object.fromEntries(
        Object.entries(members).map(([key, value]) => [`llm.${list}_messages.${i}.message.${key}`, value]),
      );
    const log = exported(
      span({
        // Indices are compared as numbers, not as text.
        ...message('input', 10, { role: 'user', content: 'Thanks' }),
        ...message('input', 0, { role: 'system', content: 'Be brief.' }),
        ...message('input', 1, {
          role: 'user',
          'contents.0.message_content.type': 'text',
          'contents.0.message_content.text': 'Look',
        }),
        ...message('input', 2, {
          role: 'assistant',
          'tool_calls.0.tool_call.id': 'c',
          'tool_calls.0.tool_call.function.name': 'look',
          'tool_calls.0.tool_call.function.arguments': '{"at": "a"}',
        }),
        ...message('input', 3, { role: 'tool', tool_call_id: 'c', content: 'A' }),
        ...message('output', 0, { role: 'assistant', content: 'You are welcome.' }),
        'llm.tools.0.tool.json_schema': JSON.stringify({
          type: 'function',
          function: { name: 'look', parameters: {} },
        }),
      }),
    );
    assert.deepEqual(toldIn(log), [
      'system: Be brief.',
      'user: Look',
      'assistant: → look c {"at": "a"}',
      'tool c: A',
      'user: Thanks',
      'assistant: You are welcome.',
    ]);
    assert.deepEqual(toldIn(log, { public: true }), ['user: Look', 'user: Thanks', 'assistant: You are welcome.']);
    assert.deepEqual(toolsIn(log), ['look']);
  });
});

suite('ATIF', () => {
  const trajectory = (steps: readonly Json[], rest: Json = {}) =>
    JSON.stringify({
      schema_version: 'ATIF-v1.7',
      session_id: 's',
      agent: { name: 'a', version: '1' },
      steps,
      ...rest,
    });
  const call = (id: string) => ({ tool_call_id: id, function_name: 'dig', arguments: {} });
  const ask = { step_id: 1, source: 'user', message: 'Dig' };

  test('what only steps of the agent have is counted, and reported, in another step', () => {
    const log = trajectory([{ ...ask, reasoning_content: 'HIDDEN', tool_calls: [call('c')] }]);
    assert.deepEqual(toldIn(log), ['user: Dig']);
    assert.equal(othersIn(log).length, 2);
    assert.deepEqual(problemsIn(log), ['1 warning session-record', '1 warning session-record']);
  });

  test('a result that names a call of another step is its reply, and is reported', () => {
    const log = trajectory([
      ask,
      { step_id: 2, source: 'agent', message: '', tool_calls: [call('c')] },
      {
        step_id: 3,
        source: 'agent',
        message: 'I wait.',
        observation: { results: [{ source_call_id: 'c', content: 'Dug.' }] },
      },
    ]);
    assert.deepEqual(toldIn(log).at(-1), 'tool c: Dug.');
    assert.deepEqual(problemsIn(log).toSorted(), ['1 information call-unanswered', '1 warning session-record']);
  });

  test('steps that were copied: a conversion says that they would be trained twice', () => {
    const log = trajectory([
      { ...ask, is_copied_context: true },
      { step_id: 2, source: 'agent', message: 'Dug.', is_copied_context: true },
    ]);
    assert.ok(
      notesOn(log).some((note) =>
        note.startsWith('2 steps are copied from an earlier trajectory (`is_copied_context`)'),
      ),
    );
  });

  test('references to other trajectories, and notes, are counted', () => {
    const reference = [{ session_id: 'q', trajectory_path: 'q.json' }];
    const results = [{ source_call_id: 'c', subagent_trajectory_ref: reference }];
    const log = trajectory(
      [ask, { step_id: 2, source: 'agent', message: '', tool_calls: [call('c')], observation: { results } }],
      { notes: 'Wet soil', continued_trajectory_ref: 'next.json' },
    );
    assert.deepEqual(othersIn(log), [
      '1 subagent_trajectory_ref: bookkeeping',
      '1 notes: bookkeeping',
      '1 continued_trajectory_ref: bookkeeping',
    ]);
  });
});

suite('Inspect', () => {
  const sample = (messages: readonly Json[]) =>
    JSON.stringify({
      version: 2,
      status: 'success',
      eval: {},
      samples: [{ id: 1, epoch: 1, input: 'Dig', target: '', messages }],
    });

  test('redacted reasoning is its summary, and a tool that failed says why', () => {
    const log = sample([
      { role: 'user', content: 'Dig' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', reasoning: 'gAAAA', summary: 'First the spade.', redacted: true },
          { type: 'reasoning', reasoning: 'gBBBB', redacted: true },
          { type: 'text', text: 'I dig.' },
        ],
        tool_calls: [{ id: 'c', function: 'dig', arguments: {}, type: 'function' }],
      },
      {
        role: 'tool',
        tool_call_id: 'c',
        function: 'dig',
        content: '',
        error: { type: 'timeout', message: 'Too deep.' },
      },
      { role: 'assistant', content: 'A stone is in the way.' },
    ]);
    assert.deepEqual(toldIn(log), [
      'user: Dig',
      'assistant (First the spade.): I dig. → dig c {}',
      'tool c: Too deep.',
      'assistant: A stone is in the way.',
    ]);
  });
});

test('Hermes: the instructions beside the messages are those of the system', () => {
  const row = {
    ...{ id: 'h', source: 'cli', model: 'm', system_prompt: 'Be brief.' },
    messages: [
      { role: 'user', content: 'Dig' },
      { role: 'assistant', content: 'Dug.', reasoning: 'HIDDEN' },
    ],
  };
  const document = openSession(JSON.stringify(row));
  const { output } = convertDocument(document, { ...usual, to: 'openchatml-2.2' });
  assert.match(output && 'text' in output ? output.text : '', /<\|start\|>system<\|message\|>Be brief\.<\|end\|>/);
  assert.deepEqual(toldIn(JSON.stringify(row), { public: true }), ['user: Dig', 'assistant: Dug.']);
});
