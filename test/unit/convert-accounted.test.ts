/** Examples of text that conversions once dropped without a note. Now, each text is either converted or reported. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lossesOf, ofJson, ofText, textOf, thinks, user, valueOf } from '../support/convert.ts';

const answer = (content: string) => ({ role: 'assistant', content });
const call = (name: string, args: string, id = 'c1') => ({ id, type: 'function', function: { name, arguments: args } });

test('parts with their text in `value` are text, a thought and a call', () => {
  const part = (type: string, value: string) => ({ type, value });
  const row = {
    messages: [
      { role: 'user', content: [part('text', 'Hi')], loss_weight: 0 },
      {
        role: 'assistant',
        content: [
          part('reasoning', 'Hm'),
          part('text', 'One moment'),
          part('tool_call', '{"name":"f","arguments":{"a":1}}'),
        ],
      },
      { role: 'tool', content: [part('text', 'done')] },
    ],
  };
  const converted = ofJson(row, {});
  assert.deepEqual(valueOf(converted), {
    messages: [
      user('Hi'),
      { ...thinks('Hm', 'One moment'), tool_calls: [call('f', '{"a":1}')] },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ],
  });
  assert.equal(lossesOf(converted).length, 1);
});

suite('conversations in a string', () => {
  const hh = (...turns: string[]) => turns.map((text, i) => `\n\n${i % 2 ? 'Assistant' : 'Human'}: ${text}`).join('');
  const messages = [user('Hi'), answer('Hello'), user('More'), answer('Good')];

  test('are messages, as a preferred answer, a text and a prompt', () => {
    const chosen = hh('Hi', 'Hello', 'More', 'Good');
    assert.deepEqual(valueOf(ofJson({ chosen, rejected: hh('Hi', 'Hello', 'More', 'Bad') }, {})), { messages });
    assert.deepEqual(valueOf(ofJson({ text: chosen }, {})), { messages });
    const prompt = `${hh('Hi', 'Hello', 'More')}\n\nAssistant:`;
    assert.deepEqual(valueOf(ofJson({ prompt, completion: 'Good' }, {})), { messages });
  });

  test('prose that quotes them stays text', () => {
    for (const prompt of [
      'He wrote:\n\nHuman: a\n\nAssistant: b',
      'Human: a species.\n\nIt speaks.',
      'Human: a\n\nHuman: b\n\nAssistant: c',
      'Human: says Assistant: too',
    ])
      assert.deepEqual(valueOf(ofJson({ prompt, completion: 'x' }, {})), { messages: [user(prompt), answer('x')] });
  });
});

test('what a list of conversations is written as is read back with its calls', () => {
  const conversation = {
    messages: [user('a'), { role: 'assistant', content: null, tool_calls: [call('f', '{}')] }],
  };
  const value = [conversation, { messages: [user('b'), answer('c')] }, conversation];
  const written = valueOf(ofJson(value, { to: 'openchatml-json' }));
  const converted = ofJson(written, {});
  assert.deepEqual([valueOf(converted), converted.notes], [value, []]);
});

test('reasoning of an item is in its content as well as in its summary', () => {
  const thought = { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm' }] };
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] };
  const converted = ofJson({ input: [user('q'), thought, said] }, {});
  assert.deepEqual([valueOf(converted), converted.notes], [{ messages: [user('q'), thinks('Hm', 'a')] }, []]);
});

test('a preferred answer without a rejected one, and instructions next to pairs', () => {
  const messages = [user('p'), answer('c')];
  for (const row of [
    { prompt: 'p', chosen: 'c' },
    { prompt: [user('p')], chosen: [answer('c')] },
  ])
    assert.deepEqual([valueOf(ofJson(row, {})), ofJson(row, {}).notes], [{ messages }, []]);
  const system = { role: 'system', content: 'S' };
  for (const row of [
    { conversation: [{ human: 'p', assistant: 'c' }], system: 'S' },
    { response: 'c', query: 'p', system: 'S', history: [] },
  ])
    assert.deepEqual(valueOf(ofJson(row, {})), { messages: [system, ...messages] });
});

suite('what becomes empty is refused', () => {
  const refusals = (value: unknown, to: 'messages' | 'harmony' | 'llama3' = 'messages') => {
    const { output, notes } = ofJson(value, { to });
    assert.equal(output, undefined);
    return notes.filter(({ kind }) => kind === 'refused').map(({ message }) => message.split(/[.:]/)[0]);
  };
  const empty = 'The output is empty';

  test('prose as a row of text is not a document header', () => {
    for (const text of ['Title: A\nAuthor: B\n\nLong ago', 'Title: A\nAuthor: B\n', 'Long ago'])
      assert.deepEqual(refusals({ text }), ['No message was found in this text']);
  });
  test('a form that can hold nothing of it', () => {
    assert.deepEqual(refusals({ messages: [thinks('Hm', '')] }, 'llama3'), [empty]);
    assert.deepEqual(refusals({ messages: [{ role: 'user', content: [{ type: 'text', wrong: 'Hi' }] }] }, 'harmony'), [
      empty,
    ]);
  });
  test('parts that no reader knows', () => {
    const content = [{ type: 'tool_reference', name: 'Hi' }];
    assert.deepEqual(refusals({ messages: [{ role: 'assistant', content }], tools: [{ name: 'f' }] }, 'harmony'), [
      empty,
    ]);
  });
  test('what says nothing stays as it is', () => {
    assert.deepEqual(valueOf(ofJson({ messages: [], id: 1, x: true }, { to: 'openchatml-json' })), []);
  });
});

suite('calls in a text', () => {
  const told = (role: string, content: string) => {
    const row = { messages: [user('q'), { role, content }] };
    const { output, notes } = ofJson(row, { to: 'openchatml-2.2' });
    const text = JSON.stringify(row);
    return {
      text: output && 'text' in output ? output.text : '',
      places: notes.map(({ start, end }) => JSON.parse(`"${text.slice(start, end)}"`)),
    };
  };
  const tagged = (call: string) => told('assistant', `<tool_call>${call}</tool_call>`);

  test('lose no member unsaid', () => {
    const call = '{"name":"f","arguments":{},"more":"x"}';
    for (const { places } of [told('tool_call', call), tagged(call)]) assert.deepEqual(places, ['"more":"x"']);
    const twice = '{"name":"f","arguments":{},"arguments":{"z":1},"parameters":"x","type":"y"}';
    for (const { text, places } of [told('tool_call', twice), tagged(twice)]) {
      assert.deepEqual(places, ['"arguments":{}', '"parameters":"x"', '"type":"y"']);
      assert.match(text, /\{"z":1\}/);
    }
  });
  test('have arguments that are called parameters', () => {
    const call = '{"name":"f","parameters":{"a":1}}';
    for (const { text, places } of [told('tool_call', call), tagged(call)]) {
      assert.deepEqual(places, []);
      assert.match(text, /<\|message\|>\{"a":1\}<\|call\|>/);
    }
  });
  test('are divided by commas, which nobody says', () => {
    for (const gap of [',', ', ', ' ', '\n']) {
      const { text, places } = tagged(
        `[{"name":"f","arguments":{}}${gap}{"name":"g","arguments":{}}]`.slice(...(gap.includes(',') ? [] : [1, -1])),
      );
      assert.deepEqual(places, []);
      assert.equal(text.match(/<\|message\|>/g)?.length, 3, text);
    }
  });
  test('may be tags with JSON in them', () => {
    const { places } = tagged('<function=f><parameter=a>{"name":"x","z":1}</parameter></function>');
    assert.deepEqual(places, []);
  });
});

test('nothing is left of the wire that would be told', () => {
  const token = (name: string) => ({ token: name });
  const wire = [token('<|start|>'), 'user', token('<|message|>'), 'Hi', token('<|end_message|>')];
  const converted = ofJson(wire, {});
  assert.deepEqual([valueOf(converted), converted.notes], [{ messages: [user('Hi')] }, []]);
});

suite('nothing becomes an empty conversation without an error', () => {
  const written = (value: unknown) => ofJson(value, { to: 'openchatml-2.2' }).output;
  const refused = (value: unknown) => assert.equal(written(value), undefined, JSON.stringify(value));
  test('messages whose text is in a member that is not read', () => {
    for (const key of ['parts', 'value', 'message', 'body']) refused({ messages: [{ role: 'user', [key]: 'XQ' }] });
    refused({ messages: [{ role: 'user', parts: [{ text: 'a' }] }] });
  });
  test('in parts whose types tell whose messages they are, it is read', () =>
    assert.deepEqual(written({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'XQ' }] }] }), {
      text: 'version: 2.2\n<|start|>user<|message|>XQ<|end|>\n',
    }));
  test('in `text`, it is read', () =>
    assert.deepEqual(written({ messages: [{ role: 'user', text: 'XQ' }] }), {
      text: 'version: 2.2\n<|start|>user<|message|>XQ<|end|>\n',
    }));
  test('a list without messages next to a text', () => refused({ messages: [], text: 'a' }));
  test('what says nothing is nothing', () => {
    for (const value of [
      { messages: [] },
      { messages: [], id: 'a' },
      { messages: [{ role: 'assistant', content: '' }] },
    ])
      assert.notEqual(written(value), undefined, JSON.stringify(value));
  });
});

suite('an answer of a pair is the model’s', () => {
  const said = (value: unknown) => (valueOf(ofJson(value, {})) as { messages: unknown }).messages;
  test('with instructions and a question', () =>
    assert.deepEqual(said({ system: 'S', question: 'Q', chosen: 'X', rejected: 'Y' }), [
      { role: 'system', content: 'S' },
      user('Q'),
      answer('X'),
    ]));
  test('alone', () => assert.deepEqual(said({ chosen: 'X', rejected: 'Y' }), [answer('X')]));
  test('in a conversation in which a speaker goes on, or turns have no empty line between them', () => {
    assert.deepEqual(said({ chosen: '\n\nHuman: a\n\nHuman: b\n\nAssistant: c', rejected: 'x' }), [
      user('a\n\nb'),
      answer('c'),
    ]);
    assert.deepEqual(said({ chosen: 'User: a\nAssistant: b', rejected: 'x' }), [user('a'), answer('b')]);
  });
  test('whose prompt is a text and in it, too', () =>
    assert.deepEqual(said({ prompt: 'Hi', chosen: [user('Hi'), answer('X')], rejected: [user('Hi'), answer('Y')] }), [
      user('Hi'),
      answer('X'),
    ]));
});

suite('a document header is not where text is lost', () => {
  const refused = (text: string) => assert.equal(ofText(text, {}).output, undefined, text);
  test('another program’s YAML, and prose', () => {
    for (const text of [
      "version: '3.8'\nservices:\n  a: b\n",
      'version: 1.0\nauthor: Bob\n',
      'version: XM',
      'Title: A\n',
    ])
      refused(text);
  });
  test('a header alone has nothing to say', () => assert.notEqual(ofText('version: 2.2\n', {}).output, undefined));
  test('a message that YAML reads as a key', () =>
    refused('version: 2.2\nuser<|message|>Note: hi<|end|>\n<|start|>assistant<|channel|>final<|message|>ok<|end|>\n'));
});

test('the name of who calls, thinks or replies in 0.1 is said to be lost', () => {
  const lost = (role: string, body: string) =>
    lossesOf(ofText(`<|im_start|>${role}\n${body}<|im_end|>\n`, {}, 'openchatml-0.1')).filter((one) =>
      /name=(?:Bob|Srv)/.test(one),
    );
  const call = '<|function_call|>\n{"name": "f", "arguments": {}}';
  assert.equal(lost('assistant name=Bob', call).length, 1);
  assert.equal(lost('assistant name=Bob', '<think>a</think>').length, 1);
  assert.equal(lost('tool name=Srv', '<|function_output|>\n{"name": "f", "content": 1}').length, 1);
  assert.equal(lost('assistant name=Bob', 'Hi').length, 0);
  assert.equal(lost('assistant name=Bob', '<think>a</think>Hi').length, 0);
});

test('JSON that is hidden in a ChatML view, since it may be a call, stays what the assistant says', () => {
  const json = '{"name": "f", "parameters": {}}';
  const { messages } = valueOf(ofText(`<|im_start|>assistant\n${json}<|im_end|>\n`, {}, 'openchatml-0.1')) as {
    messages: unknown;
  };
  assert.deepEqual(messages, [answer(json)]);
});

test('an answer whose first line is the name of a role is still one after a thought, in 0.1 as well', () => {
  const messages = [user('Hi'), thinks('Hm', 'user\nand more')];
  const text = textOf(ofJson({ messages }, { to: 'openchatml-0.1' })) ?? '';
  assert.deepEqual(valueOf(ofText(text, {}, 'openchatml-0.1')), { messages });
});
