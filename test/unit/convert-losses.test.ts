/** Examples of conversions with losses: content that a form cannot hold is reported or rewritten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossesOf, ofJson, ofText, textOf, thinks, user, valueOf, type Written } from '../support/convert.ts';

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
  // If only one of the two tags is in code, the text between them may be reasoning.
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
