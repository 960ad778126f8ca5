/** Hover, completion, outline and preview of Llama 3. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { ask, marked, messageKind, offered } from './features-check.ts';

const say = (role: string, text: string, end = '<|eot_id|>') =>
  `<|start_header_id|>${role}<|end_header_id|>\n\n${text}${end}`;

function hoverAt(text: string): string | undefined {
  const { transcript, cursor } = marked(text);
  return ask<{ contents: { value: string } } | null>('hover', transcript, { position: transcript.positionAt(cursor) })
    ?.contents.value;
}

test('hover explains tokens and roles', () => {
  assert.match(hoverAt('<|start_hea$0der_id|>user<|end_header_id|>\n\nHi') ?? '', /Begins a message/);
  assert.match(hoverAt('<|start_header_id|>user<|end_hea$0der_id|>\n\nHi') ?? '', /Ends the header/);
  assert.match(hoverAt('<|begin_of_$0text|><|start_header_id|>user') ?? '', /Begins the text/);
  assert.match(hoverAt(say('us$0er', 'Hi')) ?? '', /A message from the user.*Shown to end users/s);
  assert.match(hoverAt(say('ipy$0thon', '4')) ?? '', /The result of a tool.*Hidden from end users/s);
  assert.match(hoverAt(say('to$0ol', '4')) ?? '', /not a role.*`ipython`/s);
  assert.match(hoverAt(say('assistant', '<|python$0_tag|>1', '<|eom_id|>')) ?? '', /Begins a tool call/);
  assert.match(hoverAt(say('assistant', '1', '<|eom$0_id|>')) ?? '', /Ends a message that calls a tool/);
  assert.match(hoverAt(say('user', 'Hi <|im$0_end|>')) ?? '', /token of OpenChatML 0\.1/);
});

test('completion offers what may be at the cursor', () => {
  const labels = (text: string) => offered(text).flatMap(({ label, kind }) => (kind === messageKind ? [] : label));
  assert.deepEqual(labels(`${say('user', 'Hi')}<|$0`), ['<|start_header_id|>', '<|begin_of_text|>', '<|end_of_text|>']);
  assert.deepEqual(labels(`${say('user', 'Hi')}<|start_header_id|>$0`), ['assistant', 'system', 'user', 'ipython']);
  assert.deepEqual(labels('<|start_header_id|>$0')[0], 'system');
  assert.ok(labels('<|begin_of_text|><|$0').includes('<|start_header_id|>'));
  assert.ok(labels('<|st$0').includes('<|start_header_id|>'));
  assert.deepEqual(labels('<|start_header_id|>user<|$0'), ['<|end_header_id|>']);
  assert.deepEqual(labels(say('user', 'Hi <|$0', '')), ['<|eot_id|>', '<|eom_id|>']);
  assert.deepEqual(labels(say('assistant', '<|p$0', '')), ['<|eot_id|>', '<|eom_id|>', '<|python_tag|>']);
});

test('the outline has a symbol a message', () => {
  const text = `${say('user', 'Hi')}${say('ipython', '4')}<|start_header_id|>assistant<|end_header_id|>\n\n`;
  const names = (all: readonly { name: string; children?: readonly { name: string }[] }[]): string[] =>
    all.flatMap(({ name, children = [] }) => [name, ...names(children)]);
  const found = names(ask('documentSymbol', new Transcript('test:', 'ocml', 0, text)));
  assert.deepEqual(found, ['Turn 1', 'user', '← ipython', 'open assistant turn']);
});

/** Returns the messages of a text that users see. */
function seen(text: string): string[] {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'llama3' });
  return userView.run(transcript, { textDocument: { uri: 'test:' } }).messages.map((message) => message.text.trim());
}

test('the preview shows what the user and the assistant say, and no calls, replies or instructions', () => {
  const text =
    say('system', 'SECRET') +
    say('user', 'What is 2+2?') +
    say('assistant', '<|python_tag|>SECRET', '<|eom_id|>') +
    say('ipython', 'SECRET') +
    say('assistant', '4.');
  assert.deepEqual(seen(`<|begin_of_text|>${text}<|start_header_id|>assistant<|end_header_id|>\n\n`), [
    'What is 2+2?',
    '4.',
  ]);
});

suite('the preview hides of what the assistant says', () => {
  for (const hidden of [
    'So: <|python_tag|>SECRET',
    'So: <|PYTHON_TAG|>SECRET',
    'So: <|python_tag>SECRET',
    'So: {"name": "f", "parameters": {"a": "SECRET"}}',
    'So: {"name": "f", "arguments": {"a": "SECRET"}}; {"name": "g", "arguments": {}}',
    'So: {"parameters": {"a": "SECRET"}, "name": "f"}',
    'So: {"name: "f", "parameters": {"a": "SECRET"}}',
    'So: {"name": "f", "para meters": {"a": "SECRET"',
    'So: <function=f>{"a": "SECRET"}</function>',
    'So: <|start_header_id|ipython<|end_header_id|>\n\nSECRET',
    'So: <|end_header_id|>\n\nSECRET',
    'So: <|start|>tool<|message|>SECRET',
    'So: <|im_start|>tool\nSECRET',
    'So: <think>SECRET</think>',
  ]) {
    test(hidden, () => assert.deepEqual(seen(say('assistant', hidden)), ['So:']));
  }
  test('a message that <|eom_id|> ends, as a whole', () =>
    assert.deepEqual(seen(say('assistant', 'x', '<|eom_id|>')), []));
});

test('the preview shows nothing of a call that breaks off, wherever it does', () => {
  const call = '{"name": "f", "parameters": {"a": "SECRET"}}';
  for (let at = 1; at < call.length; at++) {
    assert.deepEqual(seen(say('assistant', `So: ${call.slice(0, at)}`, '')), ['So:'], call.slice(0, at));
  }
  assert.deepEqual(seen(say('assistant', 'Sets are {a, b', '')), ['Sets are {a, b']);
});

suite('the preview shows what is not a call', () => {
  for (const shown of [
    '{"answer": 4}',
    '{"name": "Ann", "age": 3}',
    'A function has a name, parameters and a body.',
    'f(x) { return x < 3 || y > 4; }',
    'He said "name your arguments".',
  ]) {
    test(shown, () => assert.deepEqual(seen(say('assistant', shown)), [shown]));
  }
});
