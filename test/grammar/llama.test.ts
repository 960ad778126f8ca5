/** Highlighting of Llama 3. */
import { test } from 'node:test';
import { expectScopes } from './expect.ts';

test('a conversation with a call', () => {
  expectScopes(
    '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe **kind**.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>print(1)<|eom_id|>\n<|start_header_id|>ipython<|end_header_id|>\n\n1<|eot_id|>',
    [
      ['<|begin_of_text|>', 'keyword.control.sequence'],
      ['<|start_header_id|>', 'keyword.control.start_header_id'],
      ['system', 'entity.name.type.role.system'],
      ['<|end_header_id|>', 'keyword.control.end_header_id'],
      ['kind', 'markup.bold'],
      ['<|eot_id|>', 'keyword.control.eot_id'],
      ['<|start_header_id|>', 'keyword.control.start_header_id'],
      ['assistant', 'entity.name.type.role.assistant'],
      ['<|end_header_id|>', 'keyword.control.end_header_id'],
      ['<|python_tag|>', 'keyword.other.token'],
      ['print(1)', 'comment.block.hidden'],
      ['<|eom_id|>', 'keyword.control.eom_id', '!comment'],
      ['<|start_header_id|>', 'keyword.control.start_header_id'],
      ['ipython', 'entity.name.type.role.tool'],
      ['<|end_header_id|>', 'keyword.control.end_header_id'],
      ['<|eot_id|>', 'keyword.control.eot_id'],
    ],
  );
});

test('what is left open ends with the message', () => {
  expectScopes(
    '<|start_header_id|>user<|end_header_id|>\n\n**a `b<|eot_id|>\n<|start_header_id|>tool<|end_header_id|>\n\nx <|im_start|> y<|start_header_id|>user<|end_header_id|>\n\n**c**<|eot_id|> <|eot_id|>',
    [
      ['<|eot_id|>', 'keyword.control.eot_id', '!markup'],
      ['<|start_header_id|>', 'keyword.control.start_header_id'],
      ['tool', 'invalid.illegal.role'],
      ['<|im_start|>', 'invalid.illegal.foreign'],
      ['<|start_header_id|>', 'keyword.control.start_header_id'],
      ['user', 'entity.name.type.role.user'],
      ['c', 'markup.bold'],
      ['<|eot_id|>', 'keyword.control.eot_id'],
      ['<|eot_id|>', 'invalid.illegal.stray-token'],
    ],
  );
});

test('its tokens in documents of other dialects', () => {
  expectScopes('<|start|>user<|message|>a <|eot_id|> b<|end|>', [['<|eot_id|>', 'invalid.illegal.foreign']]);
  expectScopes('<|im_start|>user\na <|eot_id|> b<|im_end|>', [['<|eot_id|>', 'invalid.illegal.foreign']]);
});
