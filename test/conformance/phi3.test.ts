/** Phi-3: documents as its template writes them, the problems of faulty ones, and prompts that are cut off anywhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';

const say = (role: string, text: string, end = '<|end|>\n') => `<|${role}|>\n${text}${end}`;
const prompt = say('system', 'You are a math tutor.') + say('user', 'What is 2+2?');

/** Documents, with the problems that are reported if there are any. */
const examples: readonly (readonly [example: string, text: string, ...reported: string[]])[] = [
  ['the prompt of the template', `${prompt}<|assistant|>\n`],
  ['a prompt without a line break', `${prompt}<|assistant|>`],
  ['a conversation', prompt + say('assistant', '4.')],
  ['a text that is over', `${prompt + say('assistant', '4.')}<|endoftext|>`],
  ['without line breaks, as Phi-4-mini has them', '<|user|>Hi<|end|><|assistant|>Hello<|end|>'],
  ['a text that begins with the mark of the vocabulary', `<s>${prompt}`],
  ['with a line break after the mark', `<s>\n${prompt + say('assistant', '4.')}<|endoftext|>`],
  ['prose before the first message', `Oh\n${prompt}`, 'stray-text «Oh»'],
  ['Windows line breaks', (prompt + say('assistant', '4.')).replaceAll('\n', '\r\n')],
  ['a message that is not closed', say('assistant', 'Hi', '\n') + say('user', 'Oh'), 'end-missing «<|assistant|>»'],
  ['tokens of ChatML', say('user', 'Hi <|im_end|>'), 'dialect-mixed «<|im_end|>»'],
];

const dialectOf = (text: string) => new Transcript('test:', 'ocml', 0, text).dialect;

for (const [example, text, ...reported] of examples) {
  test(example, () => {
    assert.equal(dialectOf(text), 'phi3');
    assert.deepEqual(summary(text).sort(), [...reported].sort());
  });
}

test('cut off anywhere, a text is not told what other dialects have', () => {
  const whole = prompt + say('assistant', '4.');
  for (let at = 0; at <= whole.length; at++) {
    for (const { code, message } of check(whole.slice(0, at), { dialect: 'phi3' })) {
      assert.ok(
        ['E-STREAM-TRUNCATED', 'token-misspelled', 'stray-text'].includes(code),
        `${code} at ${at}: ${message}`,
      );
      assert.doesNotMatch(message, /<\|(?:message|start|im_\w+|return|call)\|>/);
    }
  }
});

/** Texts, and the dialect recognized for each. Other formats have the same openers, but no `<|end|>` after their messages. */
const telling: readonly (readonly [text: string, dialect: string])[] = [
  ['<|user|>\nHi', 'phi3'],
  ['<|user|>\nHi<|assistant|>\nHello', 'openchatml-2.2'],
  ['<|user|>\nHi</s>\n<|assistant|>\nHello</s>\n', 'openchatml-2.2'],
  ['Ask <|user|> first. <|start|>user<|message|>Hi<|end|>', 'openchatml-2.2'],
  ['<|start|>user<|message|>Hi<|end|><|user|>\nHi<|end|>', 'openchatml-2.2'],
  ['<|user|>\nHi\n<|start|>user<|message|>Hi<|end|>', 'openchatml-2.2'],
  ['<|user|>\nHi\n<|im_start|>user\nHi<|im_end|>', 'openchatml-0.1'],
  ['version: 2.2\n<|user|>\nHi<|end|>', 'openchatml-2.2'],
];

for (const [text, dialect] of telling)
  test(`${JSON.stringify(text)} is ${dialect}`, () => assert.equal(dialectOf(text), dialect));

test('users see what the user and the assistant say', () => {
  const transcript = new Transcript('test:', 'ocml', 0, prompt + say('assistant', '<think>Hm.</think>4.'));
  const view = JSON.stringify(userView.run(transcript, { textDocument: { uri: 'test:' }, debug: false }).messages);
  assert.match(view, /What is 2\+2/);
  assert.match(view, /4\./);
  assert.doesNotMatch(view, /tutor|Hm\./);
});

/** The openers of Phi-3 in documents of other dialects, where they are plain text. Zephyr and GLM have the same openers. */
const mentions: Readonly<Record<string, string>> = {
  'openchatml-2.2':
    'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>Use <|user|> here. After<|end|>\n',
  harmony: '<|start|>assistant<|channel|>final<|message|>Use <|user|> here. After<|return|>',
  'openchatml-0.1': '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nUse <|user|> here. After<|im_end|>\n',
  llama3:
    '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nUse <|user|> here. After<|eot_id|>',
};

for (const [dialect, text] of Object.entries(mentions))
  test(`in ${dialect}, an opener of Phi-3 is text, and hides nothing`, () => {
    const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: dialect as DialectId });
    assert.deepEqual(summary(text, { dialect: dialect as DialectId }), []);
    const view = JSON.stringify(userView.run(transcript, { textDocument: { uri: 'test:' }, debug: false }).messages);
    assert.match(view, /here\. After/);
  });
