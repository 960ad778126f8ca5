/** Training rows must end with an answer of the assistant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, marked } from '../support/check.ts';

const user = { role: 'user', content: 'When do I sow peas?' };
const assistant = { role: 'assistant', content: 'In March.' };
const calling = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const replied = { role: 'tool', tool_call_id: 'c1', content: '7' };

const told = (text: string, training = true) =>
  check(text, { training })
    .filter(({ code }) => code === 'answer-missing')
    .map((problem) => `${problem.severity} ${marked(text, problem)}`);
const json = (row: unknown) => told(JSON.stringify(row));
const plain = (role: string, body: string) => `<|im_start|>${role}\n${body}<|im_end|>\n`;

test('lists', () => {
  assert.deepEqual(json({ messages: [user] }), ['warning «"user"»']);
  assert.deepEqual(json({ messages: [user, assistant, user] }), ['warning «"user"»']);
  assert.deepEqual(json({ messages: [user, calling, replied] }), ['warning «"tool"»']);
  assert.deepEqual(json({ messages: [] }), ['warning «[]»']);
  assert.deepEqual(json({ conversations: [{ from: 'human', value: 'Hi.' }] }), ['warning «"human"»']);
  for (const right of [[user, assistant], [user, calling], [assistant], [user, calling, replied, assistant]])
    assert.deepEqual(json({ messages: right }), []);
  assert.deepEqual(json([user, assistant]), []);
  assert.deepEqual(told(JSON.stringify({ messages: [user] }), false), []);
});

test('rows that have their answers elsewhere', () => {
  assert.deepEqual(json({ messages: [user], reference_answer: '7' }), []);
  assert.deepEqual(json({ prompt: [user], chosen: [assistant], rejected: [assistant] }), []);
  assert.deepEqual(json({ prompt: [user], completion: [assistant] }), []);
  assert.deepEqual(json({ prompt: [user] }), []);
  assert.deepEqual(json({ messages: [user], chosen: 'a', rejected: 'b' }), []);
  assert.deepEqual(json({ custom_id: '1', method: 'POST', url: '/', body: { model: 'm', messages: [user] } }), []);
});

test('text', () => {
  const asked = plain('user', 'When?');
  assert.deepEqual(told(asked), ['warning «user»']);
  assert.deepEqual(told(`${asked}<|im_start|>assistant\n`), ['warning «assistant»']);
  assert.deepEqual(told(asked, false), []);
  assert.deepEqual(told(asked + plain('assistant', 'In March.')), []);
  assert.deepEqual(told('<|start|>user<|message|>Hi.<|end|>'), ['warning «user»']);
  assert.deepEqual(
    told('<|start|>user<|message|>Hi.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>'),
    [],
  );
  assert.deepEqual(told('<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>c'), []);
});
