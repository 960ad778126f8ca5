/** Converts to and from requests of Anthropic's Messages API, and reports what cannot be converted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf } from '../../server/src/convert/index.ts';
import { check } from '../support/check.ts';
import { lossesOf, ofJson, ofText, thinks, user, valueOf } from '../support/convert.ts';

const call = (id: string, given: string) => ({ id, type: 'function', function: { name: 'f', arguments: given } });
const reply = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
const schema = { type: 'object', properties: { a: { type: 'number' } } };
const list = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    user('Hi'),
    { role: 'assistant', content: 'One moment.', tool_calls: [call('c1', '{"a":1.0,"a":2}'), call('c2', '{}')] },
    reply('c1', 'one'),
    reply('c2', '{"b": 2}'),
    user('Go on.'),
    thinks('Easy.', 'Done.'),
  ],
  tools: [{ type: 'function', function: { name: 'f', description: 'Does f.', parameters: schema } }],
};

const to = (value: unknown) => ofJson(value, { to: 'anthropic' });

test('instructions, blocks, results before the text of their turn, and back', () => {
  const converted = to(list);
  assert.deepEqual(valueOf(converted), {
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'One moment.' },
          { type: 'tool_use', id: 'c1', name: 'f', input: { a: 2 } },
          { type: 'tool_use', id: 'c2', name: 'f', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'one' },
          { type: 'tool_result', tool_use_id: 'c2', content: '{"b": 2}' },
          { type: 'text', text: 'Go on.' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Easy.' },
          { type: 'text', text: 'Done.' },
        ],
      },
    ],
    tools: [{ name: 'f', description: 'Does f.', input_schema: schema }],
  });
  assert.ok(jsonOf(valueOf(converted)).includes('"input":{"a":1.0,"a":2}'), 'arguments keep their spelling');
  assert.match(lossesOf(converted).join('\n'), /^This thought is written without a `signature`/);
  assert.equal(converted.notes.length, 1);
});

test('what came from it comes back', () => {
  const simple = { ...list, messages: list.messages.filter(({ content }) => content !== 'One moment.').slice(0, 2) };
  assert.deepEqual(valueOf(ofJson(valueOf(to(simple)), { to: 'messages', from: 'anthropic' })), simple);
  const plain = {
    ...list,
    messages: list.messages.map((one) =>
      'tool_calls' in one ? { ...one, tool_calls: [call('c1', '{"a":1}'), call('c2', '{}')] } : one,
    ),
  };
  assert.deepEqual(valueOf(ofJson(valueOf(to(plain)), { to: 'messages', from: 'anthropic' })), plain);
});

test('later instructions are moved, neighbours joined, and both are reported', () => {
  const converted = to({
    messages: [
      ...[{ role: 'developer', content: 'A' }, user('B'), user('C'), { role: 'system', content: 'D' }],
      ...[
        { role: 'assistant', content: 'E' },
        { role: 'assistant', content: 'F' },
      ],
    ],
  });
  assert.deepEqual(valueOf(converted), {
    system: 'A\n\nD',
    messages: [
      { role: 'user', content: 'B\n\nC' },
      { role: 'assistant', content: 'E\n\nF' },
    ],
  });
  const said = lossesOf(converted).join('\n');
  for (const part of [
    /`developer` becomes/,
    /moved to `system`/,
    /instruction is joined with the preceding/,
    /preceding text/,
  ])
    assert.match(said, part);
});

test('arguments that are no object are refused at their place', () => {
  const value = { messages: [user('Hi'), { role: 'assistant', content: null, tool_calls: [call('c1', '[1]')] }] };
  const { output, notes } = to(value);
  assert.equal(output, undefined);
  const [refused] = notes;
  assert.equal(refused?.kind, 'refused');
  assert.equal(JSON.stringify(value).slice(refused?.start, refused?.end), '[1]');
});

test('a role that the API lacks is refused', () => {
  assert.equal(to({ messages: [{ role: 'critic', content: 'Hm' }] }).output, undefined);
});

test('images of chat completions are images of Anthropic', () => {
  const image = (url: string) => ({ type: 'image_url', image_url: { url } });
  const content = [
    { type: 'text', text: 'Look' },
    image('data:image/png;base64,AAAA'),
    image('https://a.example/b.png'),
  ];
  const converted = to({ messages: [{ role: 'user', content }] });
  assert.deepEqual(valueOf(converted), {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
        ],
      },
    ],
  });
});

test('several thoughts stay several, and each is said to lack its signature', () => {
  const thought = (said: string) => `<|start|>assistant<|channel|>analysis<|message|>${said}<|end|>`;
  const text = `${thought('One.')}${thought('Two.')}<|start|>assistant<|channel|>final<|message|>Three.<|end|>`;
  const converted = ofText(text, { to: 'anthropic' }, 'harmony');
  assert.deepEqual(valueOf(converted), {
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'One.' },
          { type: 'thinking', thinking: 'Two.' },
          { type: 'text', text: 'Three.' },
        ],
      },
    ],
  });
  assert.deepEqual(
    converted.notes.map(({ kind }) => kind),
    ['warning', 'warning'],
  );
});

test('turns of one speaker stay apart unless they are only text: the API combines them', () => {
  const messages = [
    user('q'),
    { role: 'assistant', content: 'one' },
    {
      role: 'assistant',
      content: 'two',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: '5' },
    user('r'),
    {
      role: 'user',
      content: [
        { type: 'text', text: 'x' },
        { type: 'image_url', image_url: { url: 'https://example.com' } },
      ],
    },
  ];
  const converted = ofJson({ messages }, { to: 'anthropic' });
  const value = valueOf(converted) as { messages: { role: string }[] };
  assert.deepEqual(
    value.messages.map(({ role }) => role),
    ['user', 'assistant', 'assistant', 'user', 'user'],
  );
  assert.deepEqual(lossesOf(converted), []);
  assert.deepEqual(check(JSON.stringify(value), { dialect: 'json' }), []);
  assert.deepEqual(valueOf(ofJson(value, { to: 'messages' })), { messages });
});
