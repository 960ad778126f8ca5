/** Highlighting of Phi-3. */
import { test } from 'node:test';
import { expectScopes } from './expect.ts';

test('a conversation', () => {
  expectScopes('<|system|>\nBe **kind**.<|end|>\n<|user|>\nHi<|end|>\n<|assistant|>\n`x`<|end|><|endoftext|>', [
    ['<|system|>', 'keyword.control.system'],
    ['kind', 'markup.bold'],
    ['<|end|>', 'keyword.control.end'],
    ['<|user|>', 'keyword.control.user'],
    ['<|end|>', 'keyword.control.end'],
    ['<|assistant|>', 'keyword.control.assistant'],
    ['<|end|>', 'keyword.control.end', '!markup'],
    ['<|endoftext|>', 'keyword.control.sequence'],
  ]);
});

test('what is left open ends with the message', () => {
  expectScopes('<|user|>\n**a `b<|end|>\n<|assistant|>\n**c**<|end|>', [
    ['<|end|>', 'keyword.control.end', '!markup'],
    ['<|assistant|>', 'keyword.control.assistant'],
    ['c', 'markup.bold'],
    ['<|end|>', 'keyword.control.end'],
  ]);
});

test('its openers are text in documents of other dialects', () => {
  expectScopes('<|im_start|>user\na <|assistant|> b<|im_end|>', [['<|im_end|>', 'keyword.control.im_end']]);
});
