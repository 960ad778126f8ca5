// Output of other models that resembles a ChatML completion. Its roles are unknown, so none of it is shown.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { wholeViewOf } from '../../server/src/features/export/index.ts';

const shown = (text: string) =>
  [...wholeViewOf(openDocument('log.txt', 'ocml', 0, text, undefined), {}).messages]
    .map((one) => one?.text ?? '')
    .join('');

suite('a text of another model with thoughts in tags', () => {
  const texts = [
    '<s><|system|>SECRET<|stop|>\n<|user|>Hi?<|stop|>\n<|bot|><think>SECRET</think>Hello.<|stop|>\n',
    'SECRET system.<|stop|>\n<|bot|>Hm.</think>Hello.<|stop|>\n',
    '<｜begin▁of▁text｜>SECRET<｜Bot｜>SECRET</think>Hello.',
    '[INST] SECRET [/INST] SECRET</think>Hello.',
    '<start_of_turn>system\nSECRET<end_of_turn>\n<start_of_turn>bot\nHm.</think>Hello.',
    'SECRET<|stop|><tool_call>{"name": "f", "arguments": {}}</tool_call>',
  ];
  for (const text of texts) test(JSON.stringify(text), () => assert.doesNotMatch(shown(text), /SECRET/));
});

test('a completion of ChatML is one, also with tokens of its own', () => {
  assert.equal(shown('Hm.</think>Hello.<|im_end|>').trim(), 'Hello.');
  assert.equal(shown('<think>Hm.</think>Hello.').trim(), 'Hello.');
});
