/** Completion in the declarations of tools. The list does not open by itself there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declaredTypes } from '../../server/src/grammar/declared-types.ts';
import { parametersSchema } from '../../server/src/model/tools/type-schema.ts';
import { accepted, offered } from './features-check.ts';

const said = (body: string) => `version: 2.2\n<|start|>developer<|message|># Tools\n\n## functions\n\n${body}<|end|>\n`;
const inside = (text: string) => said(`namespace functions {\n\n// Quick.\n${text}\n\n} // namespace functions`);
const labels = (text: string, typed = false) => offered(text, { typed }).map(({ label }) => label);

const types = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'any'];
const whole = ['type … = (_: {…}) => any;', 'type … = () => any;'];

for (const [text, expected] of [
  [said('$0'), ['namespace functions {…}']],
  [said('Use the na$0 of a city.'), []],
  [inside('$0'), whole],
  [inside('ty$0'), whole],
  [inside('type f = $0'), ['(_: {…}) => any;', '() => any;', ...types]],
  [inside('type f = (_: { a: $0 }) => any;'), [...types, '{…}']],
  [inside('type f = (_: {\n// What: $0\na: string }) => any;'), []],
  [inside('type f = (_: {\na?: str$0,\n}) => any;'), [...types, '{…}']],
  [inside('type f = (_: {\na: string | $0,\n}) => any;'), [...types, '{…}']],
  [inside('type f = (_: {\n$0\n}) => any;'), []],
  [inside('type f = () => $0'), [...types, '{…}']],
  [inside('type Unit = "C" | "F";\ntype f = (_: { unit: $0 }) => any;'), [...types, 'Unit', '{…}']],
  [said('namespace functions {\n} // namespace functions\nThe unit: $0'), []],
  ['version: 2.2\n<|start|>user<|message|>namespace functions {\ntype f = (_: { a: $0<|end|>', []],
] as const) {
  test(JSON.stringify(text.slice(text.indexOf('functions\n\n') + 11)), () => {
    assert.deepEqual(labels(text), expected);
    assert.deepEqual(labels(text, true), [], 'by itself');
  });
}

test('a namespace and a function are written with what they need', () => {
  const made = accepted(said('$0'), 'namespace functions {…}');
  assert.ok(made.includes('\n\nnamespace functions {\n\n$0\n\n} // namespace functions<|end|>'), made);
  const call = accepted(inside('$0'), 'type … = (_: {…}) => any;');
  assert.ok(call.includes('// Quick.\ntype ${1:name} = (_: {\n$2\n}) => any;\n'), call);
});

test('what is offered is read as a type', () => {
  for (const { name, json } of declaredTypes) {
    const schema = parametersSchema(`(_: { a: ${name} }) => any`) as { properties: { a: unknown } };
    assert.deepEqual(schema.properties.a, json === undefined ? true : { type: json }, name);
  }
});
