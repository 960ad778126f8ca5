/** A list of messages becomes rows and requests: prompts with completions, and items of the Responses API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossesOf, ofJson, thinks, user, valueOf } from '../support/convert.ts';

const schema = { type: 'object', properties: { a: { type: 'integer' } } };
const list = {
  messages: [
    { role: 'developer', content: 'Be brief.' },
    user('Hi'),
    {
      role: 'assistant',
      content: 'One moment.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a": 1.0}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"b": 2}' },
    thinks('Easy.', 'Done.'),
  ],
  tools: [{ type: 'function', function: { name: 'f', description: 'Does f.', parameters: schema } }],
};

test('prompt-completion: the last answer is the completion', () => {
  const converted = ofJson(list, { to: 'prompt-completion' });
  const { messages, tools } = list;
  assert.deepEqual(valueOf(converted), { prompt: messages.slice(0, -1), completion: messages.slice(-1), tools });
  assert.deepEqual(converted.notes, []);
  assert.deepEqual(valueOf(ofJson(valueOf(converted), { to: 'messages' })), list);
  const open = { messages: [user('Hi')] };
  assert.deepEqual(valueOf(ofJson(open, { to: 'prompt-completion' })), { prompt: [user('Hi')], completion: [] });
});

test('responses: each thing that is said is an item, and comes back', () => {
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema } };
  const request = { ...list, response_format: format };
  const converted = ofJson(request, { to: 'responses' });
  assert.deepEqual(valueOf(converted), {
    instructions: 'Be brief.',
    input: [
      { type: 'message', role: 'user', content: 'Hi' },
      { type: 'message', role: 'assistant', content: 'One moment.' },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a": 1.0}' },
      { type: 'function_call_output', call_id: 'c1', output: '{"b": 2}' },
      { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Easy.' }] },
      { type: 'message', role: 'assistant', content: 'Done.' },
    ],
    tools: [{ type: 'function', name: 'f', description: 'Does f.', parameters: schema }],
    text: { format: { type: 'json_schema', name: 'answer', schema } },
  });
  assert.deepEqual(lossesOf(converted), []);
  assert.deepEqual(valueOf(ofJson(valueOf(converted), { to: 'messages' })), request);
});
