/** Conversions by example: reasoning that is over, rows to train on, shapes of JSON, and what no form may lose. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TargetName } from '../../server/src/convert/forms.ts';
import { convertJson, convertTranscript, type Options } from '../../server/src/convert/index.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import { formatText } from '../../server/src/format/index.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

/** Dialects that can be written, too. */
type Written = DialectId & TargetName;

const usual: Options = { to: 'messages', from: undefined, keepNames: false, bos: undefined };

function ofText(text: string, options: Partial<Options>, dialect?: DialectId) {
  const choice = dialect ? { dialect } : {};
  return convertTranscript(new Transcript('test:', 'ocml', 0, text, choice), { ...usual, ...options });
}

const ofJson = (value: unknown, options: Partial<Options>) =>
  convertJson(JSON.stringify(value), { ...usual, ...options }, true);

const textOf = ({ output }: ReturnType<typeof ofText>) => (output && 'text' in output ? output.text : undefined);
const valueOf = ({ output }: ReturnType<typeof ofText>) => (output && 'value' in output ? output.value : undefined);
const lossesOf = ({ notes }: ReturnType<typeof ofText>) => notes.map(({ message }) => message);

const user = (text: string) => ({ role: 'user', content: text });
const thinks = (reasoning: string, content: string) => ({ role: 'assistant', reasoning_content: reasoning, content });

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
    assert.match(lossesOf(ofJson(shapes.preference, {})).join(), /belongs to another answer, and is dropped/);
    const value = { messages: [user('Hi')], system: 'Be brief.', model: 'x' };
    const anthropic = ofJson(value, { to: 'openchatml-2.2' });
    assert.match(
      textOf(anthropic) ?? '',
      /^version: 2\.2\n<\|start\|>system<\|message\|>Be brief\.<\|end\|>\n<\|start\|>user/,
    );
    assert.deepEqual(lossesOf(anthropic), [
      '`model` is dropped: of what is next to the messages, only declarations of tools and formats are converted.',
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
      // With an option, it goes by way of its messages.
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

test('a thought of OpenChatML 0.1 is a frame on analysis, before the answer', () => {
  const text =
    '<|im_start|>system\nx<|reason|><|im_end|>\n<|im_start|>assistant\n<|start_reason|>a<|end_reason|>b<|im_end|>';
  assert.equal(
    textOf(ofText(text, { to: 'openchatml-2.2' })),
    'version: 2.2\n<|start|>system<|message|>x<|end|>\n<|start|>assistant<|channel|>analysis<|message|><|start_reason|>a<|end|>\n<|start|>assistant<|channel|>final<|message|>b<|end|>\n',
  );
});

test('replies in another order than their calls are put in it where no id says whose they are', () => {
  const call = (id: string) =>
    `<|start|>assistant to=functions.f call_id=${id}<|channel|>commentary<|message|>{"${id}":1}<|call|>`;
  const reply = (id: string) => `<|start|>tool to=assistant call_id=${id} name=functions.f<|message|>${id}<|end|>`;
  const converted = ofText(`version: 2.2\n${call('a')}${call('b')}${reply('b')}${reply('a')}`, { to: 'harmony' });
  assert.match(textOf(converted) ?? '', /commentary<\|message\|>a<\|end\|>.*commentary<\|message\|>b<\|end\|>$/);
  assert.equal(lossesOf(converted).filter((message) => message.startsWith('This reply is moved')).length, 2);
});

test('what no header can hold is rewritten, and two values stay two', () => {
  const value = {
    messages: [
      { ...user('a'), name: 'Ann Lee' },
      { ...user('b'), name: 'Ann_Lee' },
      { ...user('c'), name: 'Ann Lee' },
    ],
  };
  const converted = ofJson(value, { to: 'openchatml-2.2' });
  assert.deepEqual(
    [...(textOf(converted) ?? '').matchAll(/name=(\S+?)</g)].map(([, name]) => name),
    ['Ann_Lee_2', 'Ann_Lee', 'Ann_Lee_2'],
  );
  assert.equal(converted.notes.length, 2);
});

test('a name beyond ASCII stays, and is told where checkers report it', () => {
  const list = [{ role: 'user', name: 'Zoë', content: 'Hi' }];
  const { output, notes } = ofJson(list, { to: 'openchatml-2.2' });
  assert.match(JSON.stringify(output), /user name=Zoë</);
  assert.deepEqual(
    notes.map(({ kind, start, end }) => [kind, JSON.stringify(list).slice(start, end)]),
    [['warning', '"Zoë"']],
  );
  assert.match(
    lossesOf({ output, notes, placed: true })[0] ?? '',
    /^`name=Zoë` is written unchanged, but header values/,
  );
  assert.deepEqual(ofJson(list, { to: 'openchatml-0.1' }).notes, []);
});

test('a prompt of any form goes on in any form of text', () => {
  const prompts: Readonly<Partial<Record<Written, string>>> = {
    'openchatml-2.2': 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant',
    harmony: '<|start|>user<|message|>Hi<|end|><|start|>assistant',
    'openchatml-0.1': '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    llama3: '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
  };
  for (const [from, text] of Object.entries(prompts) as [Written, string][])
    for (const [to, wanted] of Object.entries(prompts) as [Written, string][]) {
      const converted = ofText(text, { to, bos: 'none' }, from);
      assert.ok(textOf(converted)?.endsWith(wanted.slice(wanted.indexOf('Hi'))), `${from} → ${to}`);
      assert.deepEqual(converted.notes, []);
    }
});

test('tags in code are text, and go on as text', () => {
  const code = 'Write `<think>a</think>`, or\n```\n<think>\nb\n</think>\n<tool_call>\n{"name":"f"}\n</tool_call>\n```';
  const text = (said: string) =>
    `<|im_start|>user\nHow?<|im_end|>\n<|im_start|>assistant\n<think>c</think>${said}<|im_end|>\n`;
  const converted = ofText(text(code), {}, 'openchatml-0.1');
  assert.deepEqual(valueOf(converted), { messages: [user('How?'), thinks('c', code)] });
  assert.deepEqual(converted.notes, []);
  // Where only one of the tags is in code, what they hold may be a thought.
  const doubtful = 'Well\n```\n<think>\n```\nd</think> e';
  const { messages } = valueOf(ofText(text(doubtful), {}, 'openchatml-0.1')) as { messages: { content: string }[] };
  assert.doesNotMatch(messages[1]?.content ?? '', /d/);
  assert.doesNotMatch(
    JSON.stringify(ofText(text(code), { public: true }, 'openchatml-0.1').output),
    /"[^"]*<think>\\nb/,
  );
});

test('an image goes between lists as it is, and is told with its place where there is text alone', () => {
  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  const value = { messages: [{ role: 'user', content: [{ type: 'text', text: 'See' }, image] }] };
  assert.deepEqual(valueOf(ofJson(value, {})), value);
  const { notes, output } = ofJson(value, { to: 'harmony' });
  assert.deepEqual(output, { text: '<|start|>user<|message|>See<|end|>' });
  const [note] = notes;
  assert.equal(JSON.stringify(value).slice(note?.start, note?.end), JSON.stringify(image));
  assert.match(note?.message ?? '', /This image is dropped/);
});

test('an empty thought is none, and is told where it is dropped', () => {
  const text = '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\nHello<|im_end|>\n';
  const converted = ofText(text, {}, 'openchatml-0.1');
  assert.deepEqual(valueOf(converted), { messages: [user('Hi'), { role: 'assistant', content: 'Hello' }] });
  assert.match(lossesOf(converted).join(), /An empty thought/);
});

test('a token of another dialect is text in a plain frame', () => {
  for (const said of ['a <|end|> b', '`<|end|>` <|start|>']) {
    const { output, notes } = ofText(`<|im_start|>user\n${said}<|im_end|>\n`, {}, 'openchatml-0.1');
    assert.deepEqual([output, notes], [{ value: { messages: [user(said)] } }, []]);
  }
  const llama = '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\n<|end|> & `<|end|>`<|eot_id|>';
  assert.match(textOf(ofText(llama, { to: 'openchatml-2.2' }, 'llama3')) ?? '', /><<\|end\|> & `<<\|end\|>`<\|end\|>/);
});

test('a quoted token of another dialect can be said in a plain frame', () => {
  const list = [user('What is `<|end|>`, and "<|im_start|>"?'), { role: 'assistant', content: 'Tokens.' }];
  const { output, notes } = ofJson(list, { to: 'llama3', bos: 'none' });
  assert.deepEqual(notes, []);
  const text = output && 'text' in output ? output.text : '';
  assert.deepEqual(valueOf(ofText(text, {}, 'llama3')), { messages: list });
  assert.equal(ofJson([user('`<|eot_id|>`')], { to: 'llama3' }).output, undefined);
});

test('what is said before calls that are items of their own is said beside them', () => {
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One moment.' }] };
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
  const ask = { role: 'user', content: 'Hi' };
  const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
  assert.deepEqual(valueOf(ofJson({ input: [ask, said, call] }, {})), {
    messages: [user('Hi'), { role: 'assistant', content: 'One moment.', tool_calls: calls }],
  });
});

test('a reply in a plain frame has the channel of replies', () => {
  const text = '<|im_start|>tool\nDone<|im_end|>\n';
  assert.match(
    textOf(ofText(text, { to: 'openchatml-2.2' }, 'openchatml-0.1')) ?? '',
    /<\|start\|>tool to=assistant.*<\|channel\|>commentary<\|message\|>Done/,
  );
});

test('what is told of a part of a content is in its text', () => {
  const content = [{ type: 'text', text: 'a <|end|> b' }];
  const thinking = { type: 'thinking', thinking: 'c <|end|>' };
  const value = {
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: [thinking, ...content] },
    ],
  };
  const { notes } = ofJson(value, { to: 'harmony' });
  const text = JSON.stringify(value);
  const places = [...text.matchAll(/<\|end\|>/g)].map(({ index }) => [index, index + '<|end|>'.length]);
  assert.deepEqual(
    notes.map(({ start, end }) => [start, end]),
    places,
  );
});

test('files and tasks of fill-in-the-middle are refused with their range', () => {
  const text = '<|file_separator|>\na\n<|file_separator|>\nb\n';
  const { output, notes } = ofText(text, { to: 'harmony' }, 'openchatml-0.1');
  assert.equal(output, undefined);
  assert.deepEqual(
    notes.map(({ kind, start, end }) => [kind, start, end]),
    [['refused', 0, 39]],
  );
});

suite('tools', () => {
  const parameters = {
    type: 'object',
    properties: { city: { type: 'string', description: 'City' } },
    required: ['city'],
  };
  const tools = [{ type: 'function', function: { name: 'get_weather', description: 'Weather.', parameters } }];
  const value = { messages: [{ role: 'system', content: 'S' }, user('Hi')], tools };

  for (const to of ['openchatml-2.2', 'harmony', 'openchatml-0.1'] as const) {
    test(`a list of tools becomes text of ${to}, and comes back`, () => {
      const there = ofJson(value, { to });
      assert.deepEqual(lossesOf(there), []);
      const back = ofText(textOf(there) ?? '', {}, to);
      assert.deepEqual(lossesOf(back), []);
      assert.deepEqual(valueOf(back), value);
    });
  }

  test('where there is no place for them, each is told', () => {
    for (const to of ['llama3', 'chatml-wire'] as const)
      assert.match(lossesOf(ofJson(value, { to })).join(), /`get_weather` is no longer declared/);
  });

  test('a developer keeps what else is said', () => {
    const said = { messages: [{ role: 'developer', content: '# Instructions\n\nBe brief.' }, user('Hi')], tools };
    const text = textOf(ofJson(said, { to: 'harmony' })) ?? '';
    assert.match(text, /^<\|start\|>developer<\|message\|># Instructions\n\nBe brief\.\n\n# Tools\n\n## functions\n/);
    assert.deepEqual(valueOf(ofText(text, {}, 'harmony')), said);
  });
});

suite('a marker that a sentence speaks of', () => {
  const mentioned = [
    'It writes a <think> tag, then its reasoning, then the end tag.',
    'Each turn begins with <|im_start|> and ends with <|im_end|>.',
    'With <|message|>, directly before the body.',
    'It is <|python_tag|>.',
    'Wrap it (in <tool_call> tags), as in "a <tool_call>".',
    'The reasoning ends with </think>, and the answer follows.',
    'The thought begins with <|start_reason|> there.',
  ];

  test('is text, also after a thought, and comes back', () => {
    for (const content of mentioned)
      for (const thought of ['', '<think>\nuse a <think> tag\n</think>\n\n']) {
        const value = { messages: [user('How?'), { role: 'assistant', content: thought + content }] };
        const { output, notes } = ofJson(value, { to: 'openchatml-2.2' });
        assert.deepEqual(notes, [], content);
        const back = ofText(output && 'text' in output ? output.text : '', {}, 'openchatml-2.2');
        const answer = thought === '' ? { role: 'assistant', content } : thinks('use a <think> tag', content);
        assert.deepEqual([valueOf(back), back.notes], [{ messages: [user('How?'), answer] }, []]);
      }
  });

  test('hides a thought where it may be meant as a marker', () => {
    const used = [
      'Sure. <think> The user wants',
      'Hello<think>hm',
      'I should greet them </think> Hello',
      'Hello <|im_start|> assistant',
      'Hello <|channel|> analysis',
      'It writes <think> hm </think> there',
      'Line\n<think> use',
    ];
    for (const content of used) {
      const text = textOf(ofJson({ messages: [{ role: 'assistant', content }] }, { to: 'openchatml-2.2' }));
      assert.match(text ?? '', /<\|channel\|>analysis/, content);
    }
  });

  test('hides what follows it, with `--public`', () => {
    for (const content of mentioned.slice(0, 4)) {
      const value = { messages: [user('How?'), { role: 'assistant', content }] };
      const seen = textOf(ofJson(value, { to: 'openchatml-2.2', public: true }));
      assert.ok(!seen?.includes(content.slice(-6)), seen);
    }
  });
});

test('a `<|literal|>` in Harmony is told, since a text without a name that has it is taken for OpenChatML 2.2', () => {
  const value = { messages: [user('What does <|literal|> do?'), { role: 'assistant', content: 'It begins a block.' }] };
  const { output, notes } = ofJson(value, { to: 'harmony' });
  assert.match(lossesOf({ notes } as ReturnType<typeof ofJson>).join(), /--from harmony/);
  const text = output && 'text' in output ? output.text : '';
  assert.deepEqual(valueOf(ofText(text, {}, 'harmony')), value);
  const row = convertJson(JSON.stringify({ text }), { ...usual, from: 'harmony' }, true);
  assert.deepEqual(valueOf(row), value);
});
