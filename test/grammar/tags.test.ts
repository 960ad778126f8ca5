/** Highlighting of tags in ChatML: content is highlighted as its kind, and the highlighting never extends past the message. */
import { test } from 'node:test';
import { expectScopes } from './expect.ts';

const said = (role: string, body: string) => `<|im_start|>${role}\n${body}<|im_end|>\n`;
const next = said('user', '**Next**');
const untouched = [
  ['<|im_end|>', 'keyword.control.im_end', '!meta.tag', '!source.json', '!comment', '!string'],
  ['user', 'entity.name.type.role.user'],
  ['Next', 'markup.bold', '!comment'],
] as const;

test('a thought is dimmed, a call is JSON, and the rest is Markdown', () =>
  expectScopes(
    said(
      'assistant',
      '<think>\nOh, `</think>` **so** "it\nis.</think>**Hi**\n<tool_call>\n{"name": "f", "arguments": {"q": "</tool_call>"}}\n</tool_call>\n**So**',
    ),
    [
      ['think', 'entity.name.tag.think'],
      ['</think>', 'comment.block.hidden'],
      ['so', 'comment.block.hidden', '!markup.bold'],
      ['is.', 'comment.block.hidden'],
      ['think', 'entity.name.tag.think'],
      ['Hi', 'markup.bold', '!comment', '!meta.tag'],
      ['<tool_call>', 'entity.name.tag.tool_call'],
      ['name', 'source.json', 'support.type.property-name.json', '!comment'],
      ['f', 'string.quoted.double.json'],
      ['</tool_call>', 'string.quoted.double.json'],
      ['tool_call', 'entity.name.tag.tool_call', '!source.json'],
      ['So', 'markup.bold', '!meta.tag'],
    ],
  ));

test('a call with parameters as tags', () =>
  expectScopes(
    said(
      'assistant',
      '<tool_call>\n<function=get>\n<parameter=city>\nSan "José\n</parameter>\n</function>\n</tool_call>*a*',
    ),
    [
      ['function', 'entity.name.tag.function'],
      ['get', 'entity.name.function'],
      ['parameter', 'entity.name.tag.parameter'],
      ['city', 'variable.parameter'],
      ['San "José', 'string.unquoted.parameter'],
      ['parameter', 'entity.name.tag.parameter', '!string'],
      ['function', 'entity.name.tag.function'],
      ['tool_call', 'entity.name.tag.tool_call'],
      ['a', 'markup.italic'],
    ],
  ));

test('replies and tools, in the messages of their roles', () =>
  expectScopes(
    said(
      'system',
      'Within <tool_call></tool_call>.\n<tools>\n{"type": "function"}\n{"a": [1]}\n</tools>\n**b** <think>',
    ) +
      said('user', '<tool_response>\n[{"n": 1}]\n</tool_response>\n<tool_response>\nplain **t**\n</tool_response>*c*') +
      said('tool', '<tool_response>{"n": null}</tool_response>'),
    [
      ['tool_call', '!meta.tag.tool_call'],
      ['tools', 'entity.name.tag.tools'],
      ['type', 'source.json'],
      ['1', 'constant.numeric.json'],
      ['tools', 'entity.name.tag.tools', '!source.json'],
      ['b', 'markup.bold'],
      ['<|im_end|>', 'keyword.control.im_end'],
      ['tool_response', 'entity.name.tag.tool_response'],
      ['1', 'constant.numeric.json'],
      ['tool_response', 'entity.name.tag.tool_response', '!source.json'],
      ['plain **t**', 'comment.block.hidden', '!markup.bold'],
      ['c', 'markup.italic'],
      ['null', 'constant.language.json'],
      ['tool_response', 'entity.name.tag.tool_response'],
    ],
  ));

test('tags in code and in messages of others are text', () =>
  expectScopes(
    said('assistant', '`<think>` and\n```\n<tool_call>\n{"a": 1}\n```\n**b**') + said('user', '<think>*c*'),
    [
      ['<think>', 'markup.inline.raw', '!meta.tag.think'],
      ['{"a": 1}', 'markup.fenced_code', '!source.json'],
      ['b', 'markup.bold', '!comment'],
      ['c', 'markup.italic', '!comment'],
    ],
  ));

for (const open of [
  '<think>',
  '<think>a `',
  '<tool_call>',
  '<tool_call>{"a": "b',
  '<tool_call>\n{"a": {',
  '<tool_call>\n<function=f>\n<parameter=a>\n"b',
  '<tool_call>no **JSON**',
  '<tool_call>{"a": "b</tool_call>',
]) {
  test(`a tag that is left open: ${open}`, () => expectScopes(said('assistant', open) + next, untouched));
}

test('a string that nothing closes ends with its line, and the tag counts', () =>
  expectScopes(said('assistant', '<tool_call>\n{"a": "b}</tool_call>\n**c**'), [
    ['b}', 'string.quoted.double.json'],
    ['tool_call', 'entity.name.tag.tool_call', '!source.json'],
    ['c', 'markup.bold', '!source.json'],
  ]));

test('a `</think>` whose opener a template wrote', () =>
  expectScopes(said('assistant', 'Hm.</think>\n**Hi**'), [
    ['think', 'entity.name.tag.think'],
    ['Hi', 'markup.bold'],
  ]));

test('headers of phi-4 end at `<|im_sep|>`', () =>
  expectScopes('<|im_start|>user<|im_sep|>**Hi**<|im_end|>', [
    ['user', 'entity.name.type.role.user', '!invalid'],
    ['<|im_sep|>', 'keyword.control.im_sep'],
    ['Hi', 'markup.bold', '!meta.header'],
  ]));

test('long lines of openings are read to their end', async () => {
  for (const opening of [
    '<think>',
    '</think>',
    '<tool_call>',
    '<tool_call>{"',
    '<tool_call>{"a</tool_call>',
    '<tools>',
    '</',
  ]) {
    await expectScopes(said('assistant', opening.repeat(500)) + next, untouched);
  }
});
