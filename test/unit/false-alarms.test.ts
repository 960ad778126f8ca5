/** Text that looks wrong but is not, with the code that must not be reported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../support/check.ts';

const call = (to: string, body = '{}') =>
  `<|start|>assistant to=${to} call_id=c1<|channel|>commentary<|constrain|>json<|message|>${body}<|call|>`;

const rows: readonly (readonly [why: string, code: string, text: string])[] = [
  [
    'functions described under a heading, in a form that is not read',
    'tool-undeclared',
    `<|start|>developer<|message|># Tools\n\n## functions\n\n- search(query)<|end|>${call('functions.search')}`,
  ],
  [
    'a built-in that a system message introduces',
    'builtin-undeclared',
    `version: 2.2\ngeneration_settings:\n  builtin_tools: []\n<|start|>system<|message|>## python\n\nRuns code.<|end|>${call('python')}`,
  ],
  [
    'a tool with a parameter of that name',
    'deadline-invalid',
    `<|start|>developer<|message|>namespace functions {\ntype plan = (_: { deadline_ms: string }) => any;\n}<|end|>${call('functions.plan', '{"deadline_ms": "soon"}')}`,
  ],
  [
    'a tool with a parameter of the name that chat APIs use',
    'call-mixed',
    `<|start|>developer<|message|>namespace functions {\ntype plan = (_: { tool_calls: number[] }) => any;\n}<|end|>${call('functions.plan', '{"tool_calls": [1]}')}`,
  ],
  [
    "a tool of somebody's runtime on analysis",
    'tool-channel',
    '<|start|>assistant to=container.exec call_id=c1<|channel|>analysis<|message|>{}<|call|>',
  ],
  [
    'operators of programming languages',
    'token-misspelled',
    '<|start|>user<|message|>a |> b <|> c < | d <| e |> f<|end|>',
  ],
  ['a word that begins like a channel', 'tokens-stripped', '<|start|>assistant<|message|>analysis of the data<|end|>'],
  [
    'code for Python that looks like JSON',
    'constrain-missing',
    '<|start|>assistant to=python call_id=c1<|channel|>analysis<|message|>{"a": 1}<|call|>',
  ],
  ['an open prompt', 'E-STREAM-TRUNCATED', '<|start|>user<|message|>hi<|end|><|start|>assistant'],
  [
    'a token of ChatML in a literal block',
    'dialect-mixed',
    '<|start|>user<|message|><|literal|><|im_end|><|endliteral|><|end|>',
  ],
  [
    'prose after `Reasoning:`',
    'reasoning-mismatch',
    'version: 2.2\ngeneration_settings:\n  reasoning_effort: low\n<|start|>system<|message|>Reasoning: think step by step<|end|>',
  ],
  [
    'an effort in a sentence',
    'reasoning-mismatch',
    'version: 2.2\ngeneration_settings:\n  reasoning_effort: low\n<|start|>system<|message|>Reasoning: high.<|end|>',
  ],
  [
    'an escape after `Reasoning:`',
    'reasoning-mismatch',
    'version: 2.2\ngeneration_settings:\n  reasoning_effort: low\n<|start|>system<|message|>Reasoning: high<<|start|><|end|>',
  ],
  [
    'the same effort, in capitals, before a blank',
    'reasoning-mismatch',
    'version: 2.2\ngeneration_settings:\n  reasoning_effort: low\n<|start|>system<|message|>Reasoning: LOW \r\nMore<|end|>',
  ],
  [
    'a built-in that nothing declares',
    'E-CALL-SCHEMA',
    '<|start|>assistant to=browser.search call_id=a<|channel|>analysis<|constrain|>json<|message|>{"q":"x"}<|call|>',
  ],
  [
    'tokens of files and of fill-in-the-middle',
    'dialect-mixed',
    '<|start|>user<|message|><|fim_prefix|>a<|fim_suffix|>b<|fim_middle|><|file_separator|><|end|>',
  ],
  [
    'an attribute that is out of place by itself',
    'attribute-position',
    '<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json name=x<|message|>{}<|call|>',
  ],
  ['a word after an empty `to=`', 'content-type-bare', '<|start|>assistant to= functions.f<|message|>x<|end|>'],
  [
    'a call that `<|return|>` closes',
    'return-not-last',
    '<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json<|message|>{}<|return|><|start|>tool name=functions.f call_id=a to=assistant<|message|>x<|end|>',
  ],
  ['a byte-order mark before the first message', 'stray-text', '\uFEFF<|start|>user<|message|>hi<|end|>'],
  ...[
    'analysis<|channel|>commentary',
    'commentary<|channel|>analysis',
    'final<|channel|>analysis<|channel|>commentary',
  ].map((channels): [string, string, string] => [
    `of several channels one that fits, ${channels}: which is meant is said elsewhere`,
    'tool-channel',
    `version: 2.2\n<|start|>assistant to=functions.f call_id=a<|channel|>${channels}<|constrain|>json<|message|>{}<|call|>`,
  ]),
  ['a key without value', 'document-key-type', 'version: 2.2\nmodel:\n<|start|>user<|message|>hi<|end|>'],
  ...[
    ['fences of code', '\n```py\nx\n```', '```py\ny\n```\n'],
    ['fences of code on a line', '```x```', '```y```'],
    ['code', '`x`', '`y`'],
    ['speech', 'He says "Hi."', '"Hello!" is an answer.'],
    ['speech in single quotes', "He doesn't say 'Hi'", "'Hello' is an answer."],
    ['long speech', `He says ${'"Hi." '.repeat(300)}"Hi."`, '"Hello!"'],
    ['a string of Python', 'x = """y"""', '"""z"""'],
  ].map(([why, thought, answer]): [string, string, string] => [
    `${why} on both sides of the end`,
    'thought-unclosed',
    `<|im_start|>assistant\n<|start_reason|>${thought}<|end_reason|>${answer}<|im_end|>`,
  ]),
  ...[
    ['words in JSON', '{"a":"<|start_reason|>","b":["<|start_reflect|>","x"]}'],
    ['a word with an ending', 'The `<|start_reason|>`s of old'],
    ['a word right after another', 'Say"`<|start_reason|>`", or:`<|start_reason|>`.'],
    ['two backticks', 'Write `` `<|start_reason|>` `` or ``<|start_reason|>``.'],
    ['words without spaces', '不要写`<|start_reason|>`这个词'],
    ['words between others', 'Write a`<|start_reason|>`b and "c"`<|start_reason|>`d.'],
  ].map(([why, text]): [string, string, string] => [
    `${why}, in quotes of their own`,
    'thought-unclosed',
    `<|im_start|>assistant\n${text}<|im_end|>`,
  ]),
];

for (const [why, code, text] of rows) {
  test(`${code}: ${why}`, () => {
    assert.deepEqual(
      check(text)
        .filter((problem) => problem.code === code)
        .map(({ message }) => message),
      [],
    );
  });
}

const called = { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } };
/** Lists of messages without a fault. */
const lists: Readonly<Record<string, readonly object[]>> = {
  'the role `function` after a `function_call`': [called, { role: 'function', name: 'f', content: '{"t": 1}' }],
  'the role `function` with the name of what is called': [{ role: 'function', name: 'f', content: 'x' }],
  'the role `function` without name after a `function_call`': [called, { role: 'function', content: 'x' }],
};

for (const [why, list] of Object.entries(lists)) {
  test(`message lists: ${why}`, () => {
    for (const document of [list, { messages: list }]) {
      assert.deepEqual(check(JSON.stringify(document), { dialect: 'messages' }), []);
    }
  });
}

test('message lists: the role `function` that answers nothing is not a role that templates know', () => {
  const codes = (list: object) => check(JSON.stringify(list), { dialect: 'messages' }).map(({ code }) => code);
  assert.deepEqual(codes([{ role: 'function', content: 'x' }]), ['template-role-unknown']);
  assert.deepEqual(
    codes([
      { ...called, content: 'Wait.', function_call: null },
      { role: 'function', content: 'x' },
    ]),
    ['template-role-unknown'],
  );
});
