/** Calls in the content of a message are checked like the `tool_calls` of chat APIs, in every shape. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { describeProblems } from '../support/check.ts';

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ name: 'weather', description: 'The weather.', parameters }];

/** A row of each shape in whose content there may be calls. */
const shapes: Readonly<Record<string, (call: string) => object>> = {
  sharegpt: (call) => ({
    conversations: [
      { from: 'human', value: 'Oslo?' },
      { from: 'function_call', value: call },
      { from: 'observation', value: '3' },
      { from: 'gpt', value: 'Cold.' },
    ],
    tools: JSON.stringify(tools),
  }),
  agents: (call) => ({
    messages: [
      { role: 'user', content: 'Oslo?' },
      { role: 'tool_call', content: call },
      { role: 'tool_response', content: '3' },
      { role: 'assistant', content: 'Cold.' },
    ],
    tools,
  }),
};

const rows: readonly [what: string, call: string, problem?: string][] = [
  ['what its tool takes', '{"name": "weather", "arguments": {"city": "Oslo"}}'],
  ['arguments in a string', '{"name": "weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}'],
  ['two calls', '[{"name": "weather", "arguments": {"city": "A"}}, {"name": "weather", "arguments": {"city": "B"}}]'],
  ['a call as Python writes it', "{'name': 'weather', 'arguments': {'city': 'Oslo'}}"],
  ['no arguments', '{"name": "weather"}', 'E-CALL-SCHEMA «\\"weather\\"»'],
  ['arguments of null', '{"name": "weather", "arguments": null}', 'E-CALL-SCHEMA «null»'],
  ['a missing argument', '{"name": "weather", "arguments": {}}', 'E-CALL-SCHEMA «{}»'],
  ['an argument of another type', '{"name": "weather", "arguments": {"city": 5}}', 'E-CALL-SCHEMA «5»'],
  ['one in a string', '{"name": "weather", "arguments": "{\\"city\\": 5}"}', 'E-CALL-SCHEMA «5»'],
  ['a tool that is not declared', '{"name": "wether", "arguments": {}}', 'tool-undeclared «\\"wether\\"»'],
  ['no name', '{"arguments": {"city": "Oslo"}}', 'tool-name-missing «{\\"arguments\\": {\\"city\\": \\"Oslo\\"}}»'],
  [
    'the second of two',
    '[{"name": "weather", "arguments": {"city": "A"}}, {"name": "weather", "arguments": {"city": 5}}]',
    'E-CALL-SCHEMA «5»',
  ],
];

for (const [shape, rowOf] of Object.entries(shapes)) {
  suite(shape, () => {
    for (const [what, call, problem] of rows) {
      test(what, () =>
        assert.deepEqual(problemsIn(JSON.stringify(rowOf(call))), problem === undefined ? [] : [problem]),
      );
    }
  });
}

const problemsIn = (text: string) => describeProblems(text, ['code'], { name: 'train.jsonl', language: 'jsonl' });
