/**
 * `ocml check` of server-sent events checks the messages that the events add up to. Problems are reported at the events that contain them.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { ocml } from '../support/command.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const sse = (...events: readonly unknown[]) =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
const chat = (delta: unknown, reason: string | null = null, index = 0) => ({
  ...{ id: '1', object: 'chat.completion.chunk' },
  choices: [{ index, delta, finish_reason: reason }],
});
const args = (text: string, index = 0) =>
  chat({ tool_calls: [{ index: 0, function: { arguments: text } }] }, null, index);
const call = chat({ tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }] });

/** Returns the codes of problems in a stream by line, counted from 1. The note that the input is a stream is omitted. */
function check(input: string, ...options: readonly string[]) {
  const { status, stdout } = ocml(['check', '--format', 'json', ...options, '-'], { input });
  const [{ diagnostics }] = JSON.parse(stdout);
  const [first, ...rest] = diagnostics.map((one: { code: string; range: { start: { line: number } } }) => [
    one.range.start.line + 1,
    one.code,
  ]);
  assert.equal(first[1], 'not-a-transcript');
  return { status, problems: rest };
}

suite('messages of a stream are checked', () => {
  test('a stream without a fault', () => {
    const input = sse(
      chat({ role: 'assistant', content: 'Hi' }),
      chat({ content: ' you' }),
      chat({}, 'stop'),
      '[DONE]',
    );
    assert.deepEqual(check(input), { status: 0, problems: [] });
  });

  test('each problem is at the event that it came in', () => {
    const input = sse(chat({ role: 'assistant' }), call, args('{"a": 1,'), args('"b": tru}'), chat({}, 'tool_calls'));
    assert.deepEqual(check(input), { status: 1, problems: [[7, 'E-CALL-SCHEMA']] });
    assert.deepEqual(check(input.replaceAll('\n', '\r\n')), { status: 1, problems: [[7, 'E-CALL-SCHEMA']] });
  });

  test('the beginning of a file may be headers of a response, and its name anything', () => {
    const body = sse(call, args('{"a": tru}'), chat({}, 'tool_calls'));
    const head = 'HTTP/1.1 200 OK\ncontent-type: text/event-stream\n\n';
    assert.deepEqual(check(head + body).problems, [[6, 'E-CALL-SCHEMA']]);
    for (const name of ['a.log', 'a.jsonl', 'a.json', 'a']) {
      const file = join(folder.path, name);
      writeFileSync(file, body);
      assert.match(ocml(['check', file]).stdout, /:3:1: error E-CALL-SCHEMA/, name);
    }
  });

  test('several choices, one of which has a fault', () => {
    const tools = { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }] };
    const input = sse(
      ...[chat({ role: 'assistant', content: 'Hi' }), chat(tools, null, 1), args('{', 1), args('a}', 1)],
      ...[chat({}, 'stop'), chat({}, 'tool_calls', 1), '[DONE]'],
    );
    assert.deepEqual(
      check(input).problems.map(([line]: [number]) => line >= 3 && line <= 7),
      [true],
    );
  });

  test('events of Anthropic, of responses, and of 2.2 §9', () => {
    const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
    const delta = (index: number, one: object) => ({ type: 'content_block_delta', index, delta: one });
    const start = { type: 'message_start', message: { type: 'message', role: 'assistant', content: [] } };
    const anthropic = sse(
      ...[start, block(0, { type: 'tool_use', id: 't1', name: 'f', input: {} })],
      ...[delta(0, { type: 'input_json_delta', partial_json: '{"a": ' })],
      ...[{ type: 'message_delta', delta: { stop_reason: 'tool_use' } }, { type: 'message_stop' }],
    );
    assert.deepEqual(check(anthropic).problems, [[5, 'E-CALL-SCHEMA']]);
    const item = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '' };
    const responses = sse(
      { type: 'response.created', response: { id: 'r1', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'fc_1', delta: '{"a"' },
      { type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'fc_1', delta: ': tru}' },
    );
    assert.deepEqual(check(responses).problems, [
      [7, 'E-CALL-SCHEMA'],
      [7, 'E-STREAM-TRUNCATED'],
    ]);
    const ours = sse(
      { event: 'response.delta', message_id: 'm1', channel: 'final', delta: 'Hi' },
      { event: 'response.delta', message_id: 'm2', channel: 'fnal', delta: 'Hi' },
    );
    assert.ok(check(ours).problems.some(([line]: [number]) => line === 3));
  });

  test('what is cut off, unless that is turned off', () => {
    const input = sse(chat({ role: 'assistant', content: 'Hi' }), chat({ content: ' you' }));
    assert.deepEqual(check(input).problems, [[3, 'E-STREAM-TRUNCATED']]);
    assert.deepEqual(check(input, '--rule', 'E-STREAM-TRUNCATED=off').problems, []);
  });

  test('a reply to a call is not missed, as no stream can hold one', () => {
    const input = sse(chat({ role: 'assistant' }), call, args('{}'), chat({}, 'tool_calls'), '[DONE]');
    assert.deepEqual(check(input), { status: 0, problems: [] });
    assert.deepEqual(check(input, '--rule', 'call-unanswered=error'), { status: 0, problems: [] });
    const text = '<|start|>assistant to=functions.f<|channel|>commentary<|constrain|>json<|message|>{}<|call|>';
    const completion = sse({ object: 'text_completion', choices: [{ index: 0, text, finish_reason: 'stop' }] });
    assert.ok(!check(completion).problems.some(([, code]: [number, string]) => code === 'call-unanswered'));
  });

  test('an event that is not JSON', () => {
    const [first, last] = [chat({ role: 'assistant', content: 'Hi' }), chat({}, 'stop')];
    const input = sse(first, '{"choices": [tru]}', '5', last, '[DONE]');
    assert.deepEqual(check(input), { status: 1, problems: [[3, 'wire-json']] });
    assert.deepEqual(check(input, '--rule', 'wire-json=off').problems, []);
    assert.deepEqual(check(sse(first, last, 'what')).problems, [[5, 'wire-json']]);
    assert.deepEqual(check(sse(first, '{"choices": [').trimEnd()).problems, [[3, 'E-STREAM-TRUNCATED']]);
    const lines = sse(first).concat('data: {"choices":\ndata: [tru]}\n\n', sse(last));
    assert.deepEqual(check(lines).problems, [[4, 'wire-json']]);
  });

  test('an event that is nested without end is read as deep as it can be', () => {
    const deep = `{"choices": [{"index": 0, "delta": {"content": "told", "x": ${'['.repeat(11_000)}${']'.repeat(11_000)}}}]}`;
    const input = sse(chat({ role: 'assistant', content: 'Hi' }), deep, chat({}, 'stop'), '[DONE]');
    assert.deepEqual(check(input), { status: 0, problems: [[3, 'wire-json']] });
    assert.match(folder.piped(input, 'stream').stdout, /told/);
  });

  test('a stream in which nothing arrives', () => assert.deepEqual(check('data: [DONE]\n\n').problems, []));
});
