/** Text that looks like a fault and is none, each with the code that must not be reported. */
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
    'operators of programming languages',
    'token-misspelled',
    '<|start|>user<|message|>a |> b <|> c < | d <| e |> f<|end|>',
  ],
  ['a word that begins like a channel', 'tokens-stripped', '<|start|>assistant<|message|>analysis of the data<|end|>'],
  ['an open prompt', 'E-STREAM-TRUNCATED', '<|start|>user<|message|>hi<|end|><|start|>assistant'],
  [
    'a token of ChatML in a literal block',
    'dialect-mixed',
    '<|start|>user<|message|><|literal|><|im_end|><|endliteral|><|end|>',
  ],
  ['a byte-order mark before the first message', 'stray-text', '\uFEFF<|start|>user<|message|>hi<|end|>'],
  ['a key without value', 'document-key-type', 'version: 2.2\nmodel:\n<|start|>user<|message|>hi<|end|>'],
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
