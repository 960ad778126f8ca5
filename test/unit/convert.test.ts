/** Examples of conversions: finished reasoning, training rows, shapes of JSON, and conversion of a form to itself. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import { formatText } from '../../server/src/format/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check } from '../support/check.ts';
import { lossesOf, ofJson, ofText, textOf, thinks, user, valueOf, type Written } from '../support/convert.ts';

suite('for sampling', () => {
  const frame = (header: string, body: string, end = 'end') => `<|start|>${header}<|message|>${body}<|${end}|>`;
  const [asks, again] = [frame('user', 'What is 2 + 2?'), frame('user', 'What about 9 / 2?')];
  const thought = frame('assistant<|channel|>analysis', 'sum');
  const answer = frame('assistant<|channel|>final', '2 + 2 equals 4.');

  test('reasoning of a turn that is over is dropped, and the model goes on', () => {
    const list = { messages: [user('What is 2 + 2?'), thinks('sum', '2 + 2 equals 4.'), user('What about 9 / 2?')] };
    const expected = `${asks}${answer}${again}<|start|>assistant`;
    for (const sampling of ['ocm', 'harmony'] as const)
      assert.equal(textOf(ofJson(list, { to: 'harmony', sampling })), expected, sampling);
    assert.equal(textOf(ofJson(list, { to: 'harmony' })), `${asks}${thought}${answer}${again}`);
  });

  test('the library keeps analysis between two answers', () => {
    const list = [user('What is 2 + 2?'), thinks('one', '4'), user('What is 3 + 5?'), thinks('two', '8')];
    const text = textOf(ofJson({ messages: list }, { to: 'harmony', sampling: 'harmony' }));
    const [first, second] = [frame('assistant<|channel|>final', '4'), frame('assistant<|channel|>final', '8')];
    const between = frame('assistant<|channel|>analysis', 'two');
    assert.equal(text, `${asks}${first}${frame('user', 'What is 3 + 5?')}${between}${second}`);
  });

  test('reasoning before a call whose reply is yet to be used stays', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
    const list = [
      user('Hi'),
      { role: 'assistant', reasoning_content: 'ask f', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: '1' },
    ];
    for (const sampling of ['ocm', 'harmony'] as const)
      assert.match(
        textOf(ofJson({ messages: list }, { to: 'harmony', sampling })) ?? '',
        /ask f.*<\|start\|>assistant$/s,
      );
  });

  test('`<|return|>` is what a model stopped with: in a prompt, an answer just ends', () => {
    const text = `${asks}${frame('assistant<|channel|>final', '4', 'return')}${again}`;
    assert.ok(!textOf(ofText(text, { to: 'harmony', sampling: 'ocm' }, 'harmony'))?.includes('return'));
    assert.equal(textOf(ofText(text, { to: 'harmony' }, 'harmony')), text);
  });
});

test('HARM-13: the recipient `all` is written from no form, nor from the same one, which is noted once', () => {
  const text = (to: string) =>
    `<|start|>user${to}<|message|>Hi<|end|><|start|>assistant${to}<|channel|>final<|message|>Ho<|end|>`;
  const plain = text('');
  for (const dialect of ['harmony', 'openchatml-2.2'] as const)
    for (const source of [text(' to=all'), plain]) {
      const converted = ofText(source, { to: 'harmony' }, dialect);
      assert.equal(textOf(converted), plain, dialect);
      const at = source.indexOf('to=all');
      assert.deepEqual(
        converted.notes.map(({ start, end, kind }) => [start, end, kind]),
        source === plain ? [] : [[at, at + 'to=all'.length, 'loss']],
        dialect,
      );
    }
});

test('0.1a-§8-04: what is written of tools that say little of themselves has no problem', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
  const list = {
    messages: [
      user('Hi'),
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: '' },
      { role: 'assistant', content: 'Ho' },
    ],
    tools: [{ type: 'function', function: { name: 'f' } }],
  };
  const text = textOf(ofJson(list, { to: 'openchatml-0.1' })) ?? '';
  assert.match(text, /"description": ""/);
  assert.deepEqual(check(text, { dialect: 'openchatml-0.1' }), []);
  const tools = (valueOf(ofText(text, { to: 'messages' }, 'openchatml-0.1')) as { tools: unknown }).tools;
  assert.deepEqual(tools, [
    { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
  ]);
});

test('for training, the last answer returns, and thoughts stay; or there is a row for each answer', () => {
  const list = { messages: [user('a'), thinks('one', 'b'), user('c'), thinks('two', 'd')] };
  const all = textOf(ofJson(list, { to: 'harmony', training: 'last' })) ?? '';
  assert.match(all, /one.*b<\|end\|>.*two.*d<\|return\|>$/);
  const rows = valueOf(ofJson(list, { to: 'harmony', training: 'each' })) as { text: string }[];
  assert.equal(rows.length, 2);
  assert.match(rows[0]?.text ?? '', /one.*b<\|return\|>$/);
  assert.match(rows[1]?.text ?? '', /^(?!.*one).*b<\|end\|>.*two.*d<\|return\|>$/);
});

suite('shapes', () => {
  const expected = [user('Hi'), { role: 'assistant', content: 'Hello' }];
  const shapes: Readonly<Record<string, unknown>> = {
    sharegpt: {
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
      ],
    },
    'prompt-completion': { prompt: 'Hi', completion: 'Hello' },
    alpaca: { instruction: 'Hi', input: '', output: 'Hello' },
    preference: { prompt: 'Hi', chosen: 'Hello', rejected: 'Go away' },
    responses: {
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
      ],
    },
    anthropic: {
      messages: [
        user('Hi'),
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: '' },
            { type: 'text', text: 'Hello' },
          ],
        },
      ],
    },
    text: { text: '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello<|im_end|>\n' },
  };
  for (const [name, value] of Object.entries(shapes)) {
    test(name, () => assert.deepEqual(valueOf(ofJson(value, {})), { messages: expected }));
  }

  test('a rejected answer is told, and instructions beside the list come first', () => {
    assert.match(lossesOf(ofJson(shapes.preference, {})).join(), /is part of another answer, and is dropped/);
    const value = { messages: [user('Hi')], system: 'Be brief.', model: 'x' };
    const anthropic = ofJson(value, { to: 'openchatml-2.2' });
    assert.match(
      textOf(anthropic) ?? '',
      /^version: 2\.2\n<\|start\|>system<\|message\|>Be brief\.<\|end\|>\n<\|start\|>user/,
    );
    assert.deepEqual(lossesOf(anthropic), [
      '`model` is dropped: besides messages, only tool declarations and response formats are converted.',
    ]);
  });

  test('a list of rows is a list of conversations', () => {
    const rows = [{ messages: expected }, { messages: [user('x')] }];
    assert.deepEqual(valueOf(ofJson(rows, {})), rows);
    assert.deepEqual(valueOf(ofJson(rows.slice(1), { to: 'harmony' })), [{ text: '<|start|>user<|message|>x<|end|>' }]);
  });

  test('calls in tags, as models of ChatML write them, are calls', () => {
    const value = {
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: '<think>ask f</think><tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>' },
        { from: 'tool', value: '<tool_response>\n{"b": 2}\n</tool_response>' },
      ],
    };
    const [, call, reply] = (valueOf(ofJson(value, {})) as { messages: Record<string, unknown>[] }).messages;
    const called = [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }];
    assert.deepEqual(call, { role: 'assistant', reasoning_content: 'ask f', content: null, tool_calls: called });
    assert.deepEqual(reply, { role: 'tool', tool_call_id: 'c1', content: '{"b": 2}' });
  });
});

suite('a form in itself keeps all that it says', () => {
  const texts: readonly (readonly [Written, string])[] = [
    [
      'openchatml-2.2',
      'version: 2.2\ntitle: A\n<|start|>assistant  to=f<|message|>{}<|call|>\n<|start|>user<|message|><<|end|><|literal|><|end|><|endliteral|><|end|>\n',
    ],
    [
      'harmony',
      '<|start|>functions.f<|message|>1<|end|><|start|>assistant<|channel|>commentary to=f<|message|>{}<|end|><|start|>assistant',
    ],
    [
      'openchatml-0.1',
      '<s>\n<|im_start|>system\nx<|reason|><|im_end|>\n<|im_start|>assistant\na<|start_reason|>b<|end_reason|>c<|im_end|>\n</s>',
    ],
    ['openchatml-0.1', '<|file_separator|>\n<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b\n'],
    ['llama3', '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>'],
  ];
  for (const [dialect, text] of texts) {
    test(`${dialect}: ${text.slice(0, 20)}`, () => {
      const { output, notes } = ofText(text, { to: dialect }, dialect);
      assert.deepEqual(notes, []);
      const transcript = new Transcript('test:', 'ocml', 0, text, { dialect });
      assert.deepEqual(output, { text: applyEdits(text, formatText(transcript)) });
      // With an option, the text is read as messages and written again.
      if (!text.includes('fim'))
        assert.notEqual(textOf(ofText(text, { to: dialect, training: 'last' }, dialect)), undefined);
    });
  }

  test('JSON, with members that no other form has', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, index: 0 };
    const list = {
      model: 'm',
      messages: [{ role: 'assistant', content: '<think>a</think>b', tool_calls: [call], x: null }],
    };
    assert.deepEqual(ofJson(list, { to: 'messages' }).output, { value: list });
    const projected = [{ role: 'assistant', content: 'a', mood: 1 }];
    assert.deepEqual(ofJson(projected, { to: 'openchatml-json', from: 'openchatml-json' }), {
      output: { value: projected },
      notes: [],
      placed: true,
    });
  });
});
