/** Hover, completion, outline and preview of Phi-3, in which each role is an opener. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { ask, marked, messageKind, offered } from './features-check.ts';

const say = (role: string, text: string, end = '<|end|>\n') => `<|${role}|>\n${text}${end}`;

function hoverAt(text: string): string | undefined {
  const { transcript, cursor } = marked(text);
  return ask<{ contents: { value: string } } | null>('hover', transcript, { position: transcript.positionAt(cursor) })
    ?.contents.value;
}

test('hover explains tokens, and who speaks', () => {
  assert.match(hoverAt(`<|us$0er|>\nHi<|end|>`) ?? '', /A message from the user.*Shown to end users/s);
  assert.match(hoverAt(`<|assis$0tant|>\nHi<|end|>`) ?? '', /Written by the model/);
  assert.match(hoverAt(say('user', 'Hi', '<|e$0nd|>')) ?? '', /Ends the message/);
  assert.match(hoverAt(`${say('user', 'Hi')}<|endof$0text|>`) ?? '', /Ends the text/);
});

test('completion offers what may be at the cursor', () => {
  const labels = (text: string) => offered(text).flatMap(({ label, kind }) => (kind === messageKind ? [] : label));
  const first = say('user', 'Hi');
  assert.deepEqual(
    new Set(labels(`${first}<|$0`)),
    new Set(['<|system|>', '<|user|>', '<|assistant|>', '<|endoftext|>']),
  );
  assert.ok(labels(`${first}<|as$0`).includes('<|assistant|>'));
  assert.deepEqual(labels(`${first}<|assistant|>\nHello <|$0`), ['<|end|>']);
});

test('the outline has a symbol a message', () => {
  const names = (all: readonly { name: string; children?: readonly { name: string }[] }[]): string[] =>
    all.flatMap(({ name, children = [] }) => [name, ...names(children)]);
  const text = `${say('user', 'Hi')}<|assistant|>\n`;
  assert.deepEqual(names(ask('documentSymbol', new Transcript('test:', 'ocml', 0, text))), [
    'Turn 1',
    'user',
    'open assistant turn',
  ]);
});

/** Returns the messages of a text that users see. */
function seen(text: string): string[] {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'phi3' });
  return userView.run(transcript, { textDocument: { uri: 'test:' } }).messages.map((message) => message.text.trim());
}

test('the preview shows what the user and the assistant say, and no instructions', () => {
  const text = say('system', 'SECRET') + say('user', 'What is 2+2?') + say('assistant', '4.');
  assert.deepEqual(seen(`${text}<|assistant|>\n`), ['What is 2+2?', '4.']);
});

suite('the preview hides of what the assistant says', () => {
  for (const hidden of [
    'So: <think>SECRET</think>',
    'So: <|system|>\nSECRET',
    'So: <|system|>\nSECRET',
    'So: <|start|>tool<|message|>SECRET',
    'So: <|im_start|>tool\nSECRET',
    'So: <|tool_call|>SECRET',
  ])
    test(hidden, () => assert.ok(!seen(say('assistant', hidden)).join().includes('SECRET')));
});
