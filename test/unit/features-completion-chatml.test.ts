import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted, offered } from './features-check.ts';

const labels = (text: string, typed = false) => offered(text, { typed }).map(({ label }) => label);
const said = (role: string, body: string) => `<|im_start|>user\nHi<|im_end|>\n<|im_start|>${role}\n${body}`;
const isTag = (label: string) => /^<\/?\w/.test(label);

test('a tag where a line begins with it, as the role writes it', () => {
  assert.deepEqual(labels(said('assistant', '<t$0')), ['<think>', '<tool_call>']);
  assert.deepEqual(labels(said('assistant', 'Hi.\n<$0')).filter(isTag), ['<think>', '<tool_call>']);
  assert.deepEqual(labels(said('tool', '<tool$0')), ['<tool_response>']);
  assert.deepEqual(labels(said('user', 'Hi\n<$0')).filter(isTag), ['<tool_response>']);
  assert.deepEqual(labels(said('system', '<$0')).filter(isTag), ['<tools>']);
  assert.equal(accepted(said('assistant', '<thi$0\nHm'), '<think>'), said('assistant', '<think>\nHm'));
});

test('the end of a tag that is open', () => {
  assert.deepEqual(labels(said('assistant', '<think>\nHm.</$0')), ['</think>']);
  assert.deepEqual(labels(said('assistant', '<think>\nHm.\n<$0')).filter(isTag), ['</think>']);
  assert.deepEqual(labels(said('assistant', '<tool_call>\n{"name": "f"}\n</t$0')), ['</tool_call>']);
  assert.deepEqual(labels(said('assistant', '<tool_call>\n{"name": "f <t$0')), []);
});

test('no tag in prose, in code and without a `<`', () => {
  for (const typed of [false, true]) {
    for (const body of [
      'a <$0',
      'a <t$0',
      'a < b$0',
      'x</$0',
      '```\n<t$0\n```',
      '`<t$0`',
      'Hi $0',
      '</t$0',
      '<think>a</think> <t$0',
    ])
      assert.deepEqual(labels(said('assistant', body), typed), [], body);
  }
  assert.deepEqual(labels('<|start|>assistant<|channel|>final<|message|>\n<t$0'), []);
});

test('the members of a call between tags, and the arguments of its tool', () => {
  const tools =
    '<|im_start|>system\n<tools>\n{"type": "function", "function": {"name": "stock", "description": "d", "parameters": {"type": "object", "properties": {"symbol": {"type": "string"}, "live": {"type": "boolean"}}, "required": ["symbol"]}}}\n</tools><|im_end|>\n';
  const call = (body: string) => `${tools}${said('assistant', `<tool_call>\n${body}\n</tool_call>`)}<|im_end|>`;
  assert.deepEqual(labels(call('{"$0}')), ['name', 'arguments']);
  assert.deepEqual(labels(call('{"name": "$0"}')), ['stock']);
  assert.deepEqual(labels(call('{"name": "stock", "arguments": {"$0}}')), ['symbol', 'live']);
  assert.deepEqual(labels(call('{"name": "stock", "arguments": {"live": $0}}')), ['true', 'false']);
});

test('the members of an output and of a signature', () => {
  const output = (body: string) => said('tool', `<|function_output|>\n${body}`);
  assert.deepEqual(labels(output('{"$0')), ['name', 'content']);
  assert.deepEqual(labels(output('{"name": "f", "$0"}\n<|im_end|>')), ['content']);
  assert.deepEqual(labels(output('{"name": "f", "content": {"$0')), []);
  for (const opener of ['<|function_list|>', '<tools>']) {
    const list = (body: string) => `<|im_start|>system\n${opener}\n${body}`;
    assert.deepEqual(labels(list('{"$0')), ['type', 'function'], opener);
    assert.deepEqual(labels(list('{"type": "$0"')), ['function']);
    assert.deepEqual(labels(list('{"function": {"$0')), ['name', 'description', 'parameters']);
    assert.deepEqual(labels(list('{"function": {"parameters": {"$0')), ['type', 'properties', 'required']);
    assert.deepEqual(labels(list('{"function": {"parameters": {"properties": {"a": {"type": "s$0"')), [
      ...['string', 'integer', 'number', 'boolean', 'array', 'object'],
    ]);
    assert.deepEqual(labels(list('{"function": {"parameters": {"properties": {"$0')), []);
  }
});
