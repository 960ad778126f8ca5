/** Highlighting of bodies: escapes, literal blocks, tokens that should be escaped or in a literal block, and embedded languages. */
import { test } from 'node:test';
import { expectScopes } from './expect.ts';

test('an escaped token is text and ends nothing', () =>
  expectScopes('<|start|>user<|message|>Write <<|end|> and <<<|start|>user and `<<|call|>` here<|end|>', [
    ['<<|end|>', 'constant.character.escape'],
    ['<<|start|>', 'constant.character.escape'],
    ['<<|call|>', 'constant.character.escape', 'markup.inline.raw'],
    ['here', 'meta.body.user', '!markup'],
    ['<|end|>', 'keyword.control.end'],
  ]));

test('a literal block is opaque, over lines too', () =>
  expectScopes(
    '<|start|>user<|message|>Print **this**:\n<|literal|>\n<|start|>user<|end|> **b** <<|end|>\n<|endliteral|> **so**<|end|>',
    [
      ['this', 'markup.bold'],
      ['<|literal|>', 'keyword.control.literal'],
      ['<|start|>user<|end|> **b** <<|end|>', 'string.unquoted.literal', '!keyword', '!markup', '!constant'],
      ['<|endliteral|>', 'keyword.control.endliteral'],
      ['so', 'markup.bold'],
      ['<|end|>', 'keyword.control.end'],
    ],
  ));

test('a literal block inside a JSON string', () =>
  expectScopes('<|start|>tool<|constrain|>json<|message|>{"a": "x<|literal|><|end|>"<|endliteral|>y", "b": 1}<|end|>', [
    ['x', 'string.quoted.double.json'],
    ['<|end|>"', 'string.unquoted.literal'],
    ['y', 'string.quoted.double.json'],
    ['b', 'support.type.property-name.json'],
  ]));

test('JSON after a function token of 0.1, up to the first line that is none', () =>
  expectScopes(
    '<|im_start|>assistant\nI **look**.\n<|function_call|>\n{\n  "name": "f",\n  "n": -1.5, "b": true, "x": <that>\n}\n[{"name": "g"}]\nSo "said" **it**.\n<|function_output|> {"name": "h"}\n<|im_end|>\n<|im_start|>user\n{"name": "i"} **<|function_call|>**<|im_end|>',
    [
      ['look', 'markup.bold', '!source.json'],
      ['<|function_call|>', 'keyword.other.token', '!source.json'],
      ['{', 'punctuation.definition.dictionary.json'],
      ['name', 'support.type.property-name.json'],
      ['f', 'string.quoted.double.json'],
      ['-1.5', 'constant.numeric.json'],
      ['true', 'constant.language.json'],
      ['that', 'source.json', '!invalid'],
      ['[', 'punctuation.definition.array.json'],
      ['g', 'string.quoted.double.json'],
      ['So "said"', '!source.json', '!string'],
      ['it', 'markup.bold'],
      ['<|function_output|>', 'keyword.other.token'],
      ['h', 'string.quoted.double.json'],
      ['<|im_end|>', 'keyword.control.im_end', '!source.json'],
      ['{"name": "i"}', '!source.json'],
      ['<|function_call|>', 'keyword.other.token'],
      ['<|im_end|>', 'keyword.control.im_end'],
    ],
  ));

for (const open of ['{', '{"a', '{"a": "b\\', '[1, {', '"', '<', '{"a": "<|reason|>', '']) {
  test(`JSON that is left open after a function token: ${open}`, () =>
    expectScopes(`<|im_start|>assistant\n<|function_call|>\n${open}<|im_end|>\n<|im_start|>user\n**b**<|im_end|>`, [
      ['<|im_end|>', 'keyword.control.im_end', '!source.json', '!string'],
      ['user', 'entity.name.type.role.user'],
      ['b', 'markup.bold'],
    ]));
}

test('a function token that no JSON follows is prose', () =>
  expectScopes('<|im_start|>system\n<|function_call|> comes first, **then** {"a": 1}.<|im_end|>', [
    ['<|function_call|>', 'keyword.other.token'],
    ['then', 'markup.bold'],
    ['{"a": 1}', '!source.json'],
  ]));

test('thought markers belong to analysis', () =>
  expectScopes(
    '<|start|>assistant<|channel|>analysis<|message|><|start_reason|>Hm<|end_reason|><|end|><|start|>assistant<|message|><|start_reflect|>Hi<|end|>',
    [
      ['<|start_reason|>', 'keyword.other.thought.reason'],
      ['Hm', 'comment.block.hidden'],
      ['<|end_reason|>', 'keyword.other.thought.reason'],
      ['<|start_reflect|>', 'invalid.illegal.thought'],
    ],
  ));

test('tokens that have no place in a body', () =>
  expectScopes(
    '<|start|>user<|message|>a <|channel|> b <|start|>nobody <|im_start|> <|END|> <\\|end\\|> <｜end｜> c<|end|>',
    [
      ['<|channel|>', 'invalid.illegal.token-in-body'],
      ['<|start|>', 'invalid.illegal.token-in-body'],
      ['nobody', 'meta.body.user'],
      ['<|im_start|>', 'invalid.illegal.foreign'],
      ['<|END|>', 'invalid.deprecated.misspelled-token'],
      ['<\\|end\\|>', 'invalid.deprecated.misspelled-token'],
      ['<｜end｜>', 'invalid.deprecated.misspelled-token'],
      ['c', 'meta.body.user'],
    ],
  ));

test('a body that runs into the next message ends there', () =>
  expectScopes(
    '<|start|>assistant<|channel|>analysis<|message|>Hm\n<|start|>assistant<|channel|>final<|message|>Hi<|ret',
    [
      ['Hm', 'comment.block.hidden'],
      ['<|start|>', 'keyword.control.start', '!meta.body'],
      ['final', 'entity.name.tag.channel.final'],
      ['Hi', 'meta.body.final', '!comment'],
    ],
  ));

test('JSON', () =>
  expectScopes('<|start|>tool<|constrain|>json<|message|>{"key": ["a\\n", -1.5e3, true, null], "b": nope}<|end|>', [
    ['{', 'source.json', 'punctuation.definition.dictionary.json'],
    ['key', 'support.type.property-name.json'],
    ['a', 'string.quoted.double.json', '!support'],
    ['\\n', 'constant.character.escape.json'],
    ['-1.5e3', 'constant.numeric.json'],
    ['true', 'constant.language.json'],
    ['null', 'constant.language.json'],
    ['nope', 'invalid.illegal.json'],
  ]));

test('Markdown in what the user sees', () =>
  expectScopes(
    '<|start|>assistant<|channel|>final<|message|># Head\n- **bold** *it* _it_ `code` [link](http://a.b)\n> 2 * 3 * 4, snake_case_name\n```ts\nconst n: number\n```\n<b class="x">x</b> &<!-- c --> end<|end|>',
    [
      ['Head', 'markup.heading'],
      ['-', 'punctuation.definition.list.begin'],
      ['bold', 'markup.bold'],
      ['it', 'markup.italic'],
      ['it', 'markup.italic'],
      ['code', 'markup.inline.raw'],
      ['link', 'string.other.link.title'],
      ['http://a.b', 'markup.underline.link'],
      ['>', 'punctuation.definition.quote.begin'],
      ['2 * 3 * 4, snake_case_name', '!markup'],
      ['```', 'punctuation.definition.markdown'],
      ['ts', 'fenced_code.block.language'],
      ['number', 'meta.embedded.block.typescript'],
      ['```', 'punctuation.definition.markdown'],
      ['b', 'entity.name.tag.html'],
      ['class', 'entity.other.attribute-name.html'],
      ['c', 'comment.block.html'],
      ['end', '!comment', '!markup'],
    ],
  ));

test('TypeScript in the declarations of tools', () =>
  expectScopes(
    '<|start|>developer<|message|>## functions\n\nnamespace functions {\n// Weather.\ntype get = (_: {\n  unit?: "c" | "f", // default: c\n  days: number[],\n}) => any;\n} // namespace functions\n\nBe **brief**.<|end|>',
    [
      ['functions', 'markup.heading'],
      ['namespace', 'storage.type.namespace.ts', 'source.ts'],
      ['functions', 'entity.name.type.module.ts'],
      ['// Weather.', 'comment.line.double-slash.ts'],
      ['type', 'storage.type.ts'],
      ['get', 'entity.name.type.alias.ts'],
      ['unit', 'variable.object.property.ts'],
      ['"c"', 'string.quoted.double.ts'],
      ['// default: c', 'comment.line.double-slash.ts'],
      ['number', 'support.type.primitive.ts'],
      ['=>', 'storage.type.function.arrow.ts'],
      ['// namespace functions', 'comment.line.double-slash.ts'],
      ['brief', 'markup.bold', '!source.ts'],
    ],
  ));

/** The beginnings of messages whose bodies are highlighted as Markdown, and their ends. */
const speaking: Record<string, readonly [begin: string, end: string]> = {
  'OpenChatML 2.2': ['<|start|>assistant<|channel|>final<|message|>', '<|return|>'],
  'a user': ['<|start|>user<|message|>', '<|end|>'],
  ChatML: ['<|im_start|>assistant\n', '<|im_end|>'],
  'Llama 3': ['<|start_header_id|>assistant<|end_header_id|>\n\n', '<|eot_id|>'],
};

for (const [who, [begin, end]] of Object.entries(speaking)) {
  test(`fenced code is coloured by its language: ${who}`, () =>
    expectScopes(
      `${begin}So **this**:\n\`\`\`Python title="a"\ndef f(): "open\n"""\n\`\`\`\nand **that**\n~~~js\nconst a = <|\n/* open\n~~~\n\`\`\`c#\n"x"\n\`\`\`\n\`\`\`odd\ndef "x\n\`\`\`\nend **b**${end}`,
      [
        ['this', 'markup.bold'],
        ['Python', 'fenced_code.block.language'],
        ['title', 'fenced_code.block.language.attributes'],
        ['def', 'meta.embedded.block.python', 'keyword.control.python'],
        ['open', 'string.quoted.double.python'],
        ['```', 'punctuation.definition', '!meta.embedded.block.python'],
        ['that', 'markup.bold', '!string', '!markup.fenced_code'],
        ['const a = <|', '!meta.embedded.block.javascript', 'markup.fenced_code'],
        ['open', 'comment.block.js', 'meta.embedded.block.javascript'],
        ['x', 'string.quoted.double.cs'],
        ['def "x', 'markup.raw.block', '!string', '!keyword'],
        ['b', 'markup.bold', '!string', '!comment'],
        [end, 'keyword.control', '!meta.body'],
      ],
    ));

  test(`a fence that nothing closes ends with the message: ${who}`, () =>
    expectScopes(`${begin}\`\`\`python\n"""one\nb${end}\n${begin}**two**${end}`, [
      ['one', 'string.quoted.triple.python'],
      [end, 'keyword.control', '!meta.embedded.block.python', '!string'],
      ['two', 'markup.bold', '!string'],
    ]));
}

test("the lines of Harmony's system message", () =>
  expectScopes(
    '<|start|>system<|message|>You are ChatGPT.\nKnowledge cutoff: 2024-06\nCurrent date: 2025-08-08\n\nReasoning: high\n\n# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|><|start|>user<|message|>Reasoning: high<|end|>',
    [
      ['ChatGPT', '!support'],
      ['Knowledge cutoff:', 'support.type.property-name'],
      ['2024-06', 'constant.other.value'],
      ['Current date:', 'support.type.property-name'],
      ['2025-08-08', 'constant.other.value'],
      ['Reasoning:', 'support.type.property-name'],
      ['high', 'constant.other.value'],
      ['# Valid channels:', 'support.type.property-name'],
      ['analysis', 'comment.line.channel.analysis'],
      ['commentary', 'comment.line.channel.commentary'],
      ['final', 'entity.name.tag.channel.final'],
      ['. Channel must', '!support', '!comment.line'],
      ['<|end|>', 'keyword.control.end'],
      ['Reasoning: high', 'meta.body.user', '!support'],
    ],
  ));
