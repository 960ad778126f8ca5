/** Highlighting of the document header, stray text, and the messages of ChatML. */
import { test } from 'node:test';
import { expectScopes } from './expect.ts';

const bare = 'version: 2.2\ncapabilities:\n  tokens: ["<|start|>", "<|end|>"]\n';

test('the header is YAML, and no token is looked for in it', () =>
  expectScopes(`${bare}<|start|>user<|message|>a: b<|end|>`, [
    ['version', 'meta.embedded.block.frontmatter', 'source.yaml', 'entity.name.tag.yaml'],
    ['"<|start|>"', 'string.quoted.double.yaml', '!keyword', '!meta.message'],
    ['<|start|>', 'keyword.control.start', '!source.yaml'],
    ['a: b', 'meta.body.user', '!entity'],
  ]));

test('a fenced header ends at its closing fence', () =>
  expectScopes(`\n---\n${bare}...\nstray\n<|start|>user<|message|>Hi\n---\nx: y<|end|>`, [
    ['---', 'punctuation.definition.header.begin'],
    ['"<|start|>"', 'string.quoted.double.yaml', '!keyword'],
    ['...', 'punctuation.definition.header.end'],
    ['stray', '!source.yaml', '!meta.message'],
    ['Hi', 'meta.body.user'],
    ['x: y', 'meta.body.user', '!source.yaml'],
  ]));

for (const [title, open] of Object.entries({ quote: 'a: "b', bracket: 'a: [b', 'block scalar': 'a: |\n  b' })) {
  for (const [kind, fence] of Object.entries({ bare: '', fenced: '---\n' })) {
    test(`an unclosed ${title} ends with the ${kind} header`, () =>
      expectScopes(`${fence}version: 2.2\n${open}\n${fence}<|start|>user<|message|>Hi<|end|>`, [
        ['version', 'source.yaml'],
        ['<|start|>', 'keyword.control.start', '!source.yaml', '!string'],
        ['Hi', 'meta.body.user', '!string'],
      ]));
  }
}

test('only the first line that is not blank begins a header', () =>
  expectScopes('Hello\nversion: 2.2\n<|start|>user<|message|>Hi<|end|>\nversion: 2.2\n---', [
    ['version: 2.2', '!source.yaml'],
    ['Hi', 'meta.body.user'],
    ['version: 2.2', '!source.yaml', '!meta.message'],
    ['---', '!punctuation'],
  ]));

test('a header may be followed by a completion', () =>
  expectScopes('version: 2.2\n<|channel|>analysis<|message|>Hm<|end|>', [
    ['<|channel|>', 'keyword.control.channel'],
    ['Hm', 'comment.block.hidden'],
  ]));

test('tokens between messages', () =>
  expectScopes(
    '<|start|>user<|message|>Hi<|call|><|end|> and <|message|> so <|channel|>final <|im_end|> on <|start|>user<|message|>Hi<|end|>',
    [
      ['<|call|>', 'keyword.control.call'],
      ['<|end|>', 'keyword.control.end', '!meta.message'],
      ['<|message|>', 'invalid.illegal.stray-token'],
      ['<|channel|>', 'invalid.illegal.stray-token'],
      ['<|im_end|>', 'invalid.illegal.foreign'],
      ['on', '!meta.message'],
      ['Hi', 'meta.body.user'],
    ],
  ));

test('ChatML and OpenChatML 0.1', () =>
  expectScopes(
    '[BOS]<|im_start|>system\nYou are kind.<|reason|><|im_end|>\n<|im_start|>user name=Eric\n```\nHi <|literal|>\n<|im_end|>\n<|im_start|>assistant\n<|start_reason|>Hm<|end_reason|>**Hi** <|end|><|im_start|>nobody\nx<|im_end|>[EOS]',
    [
      ['[BOS]', 'keyword.control.sequence'],
      ['<|im_start|>', 'keyword.control.im_start'],
      ['system', 'entity.name.type.role.system'],
      ['<|reason|>', 'keyword.other.token'],
      ['<|im_end|>', 'keyword.control.im_end'],
      ['user', 'entity.name.type.role.user'],
      ['name', 'entity.other.attribute-name.name'],
      ['Eric', 'variable.other.name'],
      ['Hi', 'markup.fenced_code'],
      ['<|literal|>', 'invalid.illegal.foreign'],
      ['<|im_end|>', 'keyword.control.im_end', '!markup'],
      ['assistant', 'entity.name.type.role.assistant'],
      ['Hm', 'comment.block.hidden'],
      ['<|end_reason|>', 'keyword.other.thought.reason'],
      ['Hi', 'markup.bold', '!comment'],
      ['<|end|>', 'invalid.illegal.foreign'],
      ['<|im_start|>', 'keyword.control.im_start'],
      ['nobody', 'invalid.illegal.role'],
      ['<|im_end|>', 'keyword.control.im_end'],
      ['[EOS]', 'keyword.control.sequence'],
    ],
  ));
