/** Texts of models are recognized by their beginnings, without a template. Prose and code that quote their tokens are not. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { modelForms } from '../../server/src/grammar/model-forms.ts';
import { modelFrames } from '../../server/src/grammar/model-frames.ts';
import { modelDialectNames } from '../../server/src/grammar/model-names.ts';
import { chooseForms, modelText, recogniseModel } from '../../server/src/learn/index.ts';
import { isLearned } from '../../server/src/syntax/families/index.ts';
import type { JinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { modelTemplate } from '../../server/src/templates/models/index.ts';
import { requestOf, samples } from '../support/learn/conversations.ts';

const nameOf = (text: string) => recogniseModel(text)?.form.name;
const setting = { variables: new Map(), clock: undefined };

suite('a text is recognised as that of its model', () => {
  test('each form has frames', () => {
    assert.deepEqual(new Set(modelFrames.map(({ name }) => name)), new Set(modelDialectNames));
  });

  for (const form of modelForms)
    test(`${form.name}, with and without the token that begins it`, () => {
      const template = modelTemplate(form.name) as JinjaTemplate;
      const forms = chooseForms(template, setting);
      for (const sample of samples) {
        const request = JSON.stringify(requestOf(sample, forms));
        const { text } = modelText(request, { template, setting, forms, generation: sample.generation, form });
        assert.equal(nameOf(text), form.name, text);
        assert.equal(nameOf(`\uFEFF\n${text}`), form.name);
        if (form.begin === '') continue;
        assert.equal(recogniseModel(text)?.hasBegin, true);
        const rest = text.slice(form.begin.length);
        // Without its first token, a text of DeepSeek is only recognized if it begins with the user's turn.
        if (!form.name.startsWith('deepseek') || rest.startsWith('<｜User｜>'))
          assert.equal(nameOf(rest), form.name, rest);
      }
    });

  const typedCall = '<｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{}\n```<｜tool▁call▁end｜>';
  const published: readonly (readonly [text: string, name: string])[] = [
    ['<s>[INST] Hi [/INST] Hello</s>[INST] And now? [/INST]', 'mistral'],
    ['[INST] Hi [/INST]', 'mistral'],
    ['<s> [INST] Hi [/INST] Hello', 'mistral'],
    ['[INST]Weather?[/INST][TOOL_CALLS] [{"name": "f", "arguments": {}}]', 'mistral'],
    ['<｜begin▁of▁sentence｜>Be kind.<｜User｜>Hi<｜Assistant｜><think>\nHm', 'deepseek-v3'],
    ['<｜begin▁of▁sentence｜>Be kind.<｜User｜>Hi<｜Assistant｜><think>Hm', 'deepseek'],
    ['<｜User｜>Hi<｜Assistant｜>Hello<｜end▁of▁sentence｜>', 'deepseek-v3'],
    ['<｜User｜>Hi<｜Assistant｜></think>Hello<｜end▁of▁sentence｜>', 'deepseek'],
    [`<｜User｜>Hi<｜Assistant｜><｜tool▁calls▁begin｜>${typedCall}<｜tool▁calls▁end｜>`, 'deepseek-v3'],
    // The template of V3 writes a single call without an end token.
    [`<｜User｜>Hi<｜Assistant｜><｜tool▁calls▁begin｜>${typedCall}`, 'deepseek-v3'],
    [
      '<｜User｜>Hi<｜Assistant｜><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      'deepseek',
    ],
    [
      '<｜User｜>Hi<｜Assistant｜><think>\nHm</think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜>',
      'deepseek',
    ],
    ['[gMASK]<sop>\n<|user|>\nHi<|assistant|>', 'glm'],
    ['<bos><|turn>system\nBe kind.<turn|>\n<|turn>user\nHi<turn|>\n', 'gemma-4'],
    ['<|turn>user\nHi<turn|>\n<|turn>model\n<|channel>thought\n<channel|>Hello<turn|>', 'gemma-4'],
    ['<|im_system|>tool_declare<|im_middle|>[]<|im_end|>', 'kimi'],
    ['<|start_of_role|>assistant {"length": "long"}<|end_of_role|>Yes', 'granite'],
    ['<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|><|START_THINKING|>Hm', 'command-r'],
    ['<|user|>Hi<|end|><|assistant|><|tool_call|>[]<|/tool_call|><|end|>', 'phi'],
  ];
  for (const [text, name] of published) test(`${name}: ${text}`, () => assert.equal(nameOf(text), name));
});

suite('false friends stay what they are', () => {
  const friends = [
    'Mistral puts the question between `[INST]` and `[/INST]`.',
    '[INST] and [/INST] are the tokens of Mistral.',
    '[INST] marks a question, [/INST] its end, and then the answer follows.',
    '# [INST]\n\nThe token `[INST]` begins a question, `[/INST]` ends it.',
    '[INST]: see [/INST] below\n',
    '<start_of_turn> begins a turn in Gemma, <end_of_turn> ends it.',
    'prompt = f"<start_of_turn>user\\n{text}<end_of_turn>\\n<start_of_turn>model\\n"',
    "messages.append('<start_of_turn>user\\n')",
    '// <start_of_turn>user\nconst x = 1;',
    '`<start_of_turn>user\n`',
    '| token | meaning |\n|---|---|\n| <start_of_turn>user\n |',
    '<|turn> begins a turn in Gemma 4, <turn|> ends it.',
    '<|turn>user is how a question begins.',
    'prompt = "<|turn>user\\n" + text',
    '<｜User｜> and <｜Assistant｜> have full-width bars.',
    '<｜User｜> is a token.',
    'DeepSeek writes <｜begin▁of▁sentence｜>, then <｜User｜>.',
    '[gMASK] and <sop> begin a text of GLM.',
    '[gMASK]<sop> comes first.',
    '<|im_user|> begins a message of Kimi, <|im_middle|> ends its header.',
    '<|im_middle|>',
    '<|start_of_role|> and <|end_of_role|> surround a role in Granite.',
    '<|START_OF_TURN_TOKEN|> begins a turn; <|USER_TOKEN|> says whose.',
    '<|user|> is the role in Phi-3.',
    '<|user|>\nHi</s>\n<|assistant|>\nHello</s>',
    '<|im_start|>user\nHi<|im_end|>\n',
    '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>',
    '<|start|>user<|message|>Hi<|end|>',
    '<s>Struck out</s>',
    '<html><s>[1]</s></html>',
    '[INSTALL]\nname = "x"',
    '[INST',
    '{"text": "<start_of_turn>user\\nHi<end_of_turn>"}',
    '',
    ' ',
    '\uFEFF',
  ];
  for (const text of friends)
    test(JSON.stringify(text), () => {
      assert.equal(nameOf(text), undefined);
      for (const name of ['notes.txt', 'notes.md', 'log.ocml'])
        assert.ok(!isLearned(openDocument(`file:///${name}`, 'ocml', 0, text, undefined).dialect));
    });

  // In a file of notes, a text about templates is prose, so no problems are reported.
  const about = [
    '# Chat templates\n\nMistral writes `[INST]`:\n\n```\n<s>[INST] Hi [/INST] Hello</s>\n```\n',
    'Gemma:\n<start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\n',
    '> <｜User｜>Hi<｜Assistant｜>Hello<｜end▁of▁sentence｜>\n\nis how DeepSeek writes it.',
    '1. [gMASK]<sop><|user|>\n2. <|assistant|>\n',
    '- `<|START_OF_TURN_TOKEN|><|USER_TOKEN|>` begins a question of Command.',
    'The tokens of Kimi: <|im_user|>user<|im_middle|>Hi<|im_end|>',
  ];
  for (const text of about)
    test(`prose: ${JSON.stringify(text)}`, () => {
      for (const name of ['notes.txt', 'notes.md'])
        assert.ok(!isLearned(openDocument(`file:///${name}`, 'plaintext', 0, text, undefined).dialect), name);
    });

  test('a long text is looked at once', () => {
    for (const piece of [
      '[/INST]',
      '<｜Assistant｜>',
      '<｜User｜>',
      '<|end|> ',
      '\n',
      '[INST]',
      '<|start_of_role|>a {',
    ])
      assert.doesNotThrow(() => recogniseModel(`<s>${piece.repeat(1_000_000)}`));
    for (const piece of ['<｜Assistant｜>\n', '<｜Assistant｜><think>', '<｜tool▁call▁begin｜>function'])
      assert.doesNotThrow(() => recogniseModel(`<｜User｜>${piece.repeat(300_000)}`));
  });
});
