/**
 * A misspelled name of a tool is recognized in every form. If a declared name changes, the suggestion for the misspelled name changes as
 * well.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Checker } from '../../server/src/checker/checker.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const described = { type: 'function', function: { name: 'get_weather', description: 'Weather.', parameters: schema } };
const written = JSON.stringify(described);
const said = (name: string) => `<tool_call>\n{"name": "${name}", "arguments": {"city": "X"}}\n</tool_call>`;
const system = `<tools>\n${written}\n</tools>`;
const harmony = 'namespace functions {\ntype get_weather = (_: { city: string }) => any;\n}';

/** Documents that call a tool. */
const forms: readonly (readonly [name: string, text: (tool: string) => string])[] = [
  [
    'a.harmony',
    (tool) =>
      `<|start|>developer<|message|># Tools\n\n## functions\n\n${harmony}<|end|><|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>commentary to=functions.${tool} <|constrain|>json<|message|>{"city":"X"}<|call|>`,
  ],
  [
    'a.ocml',
    (tool) =>
      `version: 2.2\n<|start|>developer<|message|>${harmony}<|end|>\n<|start|>assistant to=functions.${tool} call_id=c1<|channel|>commentary<|constrain|>json<|message|>{"city": "X"}<|call|>\n`,
  ],
  ['a.txt', (tool) => `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>assistant\n${said(tool)}<|im_end|>\n`],
  [
    'b.txt',
    (tool) =>
      `<|start_header_id|>system<|end_header_id|>\n\nYou may call:\n\n${written}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n{"name": "${tool}", "parameters": {"city": "X"}}<|eot_id|>`,
  ],
  [
    'c.txt',
    (tool) =>
      `<|start_header_id|>user<|end_header_id|>\n\nYou may call:\n\n${written}\n\nGo.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n{"name": "${tool}", "parameters": {"city": "X"}}<|eot_id|>`,
  ],
  [
    'd.txt',
    (tool) =>
      `<|im_start|>system\n<|function_list|>[${written}]<|end_function_list|><|im_end|>\n<|im_start|>assistant\n<|function_call|>{"name": "${tool}", "arguments": {"city": "X"}}<|end_function_call|><|im_end|>\n`,
  ],
  [
    'a.jsonl',
    (tool) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: tool, arguments: '{"city":"X"}' } }],
          },
        ],
        tools: [described],
      }),
  ],
  [
    'b.jsonl',
    (tool) =>
      JSON.stringify({
        conversations: [
          { from: 'system', value: system },
          { from: 'human', value: 'Hi' },
          { from: 'gpt', value: said(tool) },
        ],
      }),
  ],
  [
    'c.jsonl',
    (tool) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: said(tool) },
        ],
        tools: [described],
      }),
  ],
];

for (const [name, text] of forms) {
  test(`did you mean: ${name}`, () => {
    const found = (tool: string) =>
      createChecker(openDocument(`test:${name}`, 'ocml', 0, text(tool), undefined), { strict: false, levels: {} })
        .problems(100)
        .problems.filter(({ problem }) => problem.code === 'tool-undeclared')
        .map(({ problem }) => /Did you mean `(\w+)`\?/.exec(problem.message)?.[1]);
    assert.deepEqual(found('get_wether'), ['get_weather']);
    assert.deepEqual(found('get_weather'), []);
  });
}

test('an edit of a name in a declaration changes the name that is suggested, as a fresh check does', () => {
  for (const [name, text] of forms.filter(([name]) => !name.endsWith('.jsonl'))) {
    const settings = { strict: false, levels: {} };
    const document = openDocument(`test:${name}`, 'ocml', 0, text('get_wether'), undefined) as Transcript;
    const checker = createChecker(document, settings) as Checker;
    for (const [find, replacement] of [
      ['get_weather', 'get_whether'],
      ['get_whether', 'search'],
      ['search', 'get_weather'],
    ] as const) {
      checker.problems(100);
      const at = document.getText().indexOf(find);
      document.replace(at, at + find.length, replacement);
      checker.update();
      const fresh = createChecker(
        openDocument(`test:${name}`, 'ocml', 0, document.getText(), undefined),
        settings,
      ) as Checker;
      const messages = (one: Checker) => one.problems(100).problems.map(({ problem }) => problem.message);
      assert.deepEqual(messages(checker), messages(fresh), `${name}: ${replacement}`);
    }
  }
});
