/**
 * A schema that TypeScript can express does not change if it is written as a declaration and read back. For any other schema, the losses
 * are reported.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { developerBody, developerParts, toolList, toolsFrom, toolTags } from '../../server/src/convert/tools/index.ts';
import { normal } from '../../server/src/convert/tools/normal.ts';
import { resolved } from '../../server/src/convert/tools/resolved.ts';
import type { Schema } from '../../server/src/model/tools/schema.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(300);
const seed = seedOf(20_250_801);

type Part = Readonly<Record<string, unknown>>;

const word = fc.constantFrom(
  'city',
  'my-key',
  'user.name',
  '$ref',
  'constructor',
  '__proto__',
  'größe',
  '2fa',
  'two words',
  'readonly',
  'type',
  '"',
  '12',
  '//',
  '',
);
const text = fc.oneof(
  fc.constantFrom(
    'A city',
    'say "hi"',
    'Examples:',
    'default: 3',
    '}',
    '});',
    '// a',
    '*/',
    'type f = (_: {',
    '## functions',
    'a\n\nb',
    'C:\\new',
    ' padded ',
    '- x',
    '\n',
    'one | two',
  ),
  fc.string({ unit: 'binary' }),
);
/** A line of a description that cannot be mistaken for any other content of a comment. */
const plain = fc
  .array(fc.constantFrom('the', 'city', '"Graz"', '{', '}', '//', 'größe', '日本', 'e.g.'), { minLength: 1 })
  .map((words) => words.join(' '));
const prose = fc.array(plain, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));

const maybe = (record: Record<string, fc.Arbitrary<unknown>>) => fc.record(record, { requiredKeys: [] });

function objects(key: fc.Arbitrary<string>, member: fc.Arbitrary<unknown>): fc.Arbitrary<Part> {
  return fc
    .uniqueArray(fc.tuple(key, member, fc.boolean()), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
    .map((all) => {
      const required = all.filter(([, , isRequired]) => isRequired).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(all.map(([name, schema]) => [name, schema])),
        ...(required.length > 0 && { required }),
      };
    });
}

const said = {
  title: plain,
  description: prose,
  examples: fc.array(fc.oneof(plain, fc.integer()), { minLength: 1, maxLength: 2 }),
};
const { schema: sayable, object } = fc.letrec<{ type: Part; schema: Part; object: Part }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      {},
      { type: 'array' },
      { type: 'object' },
    ),
    fc.uniqueArray(fc.oneof(text, fc.integer()), { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
    tie('object'),
    tie('type').map((items) => ({ type: 'array', items })),
    tie('type').map((additionalProperties) => ({ type: 'object', additionalProperties })),
    fc.array(fc.tuple(tie('type'), maybe({ description: plain })), { minLength: 2, maxLength: 3 }).map((variants) => ({
      oneOf: variants.map(([type, more]) => ({ ...type, ...more })),
    })),
  ),
  schema: fc.tuple(tie('type'), maybe(said)).map(([type, more]) => ({ ...type, ...more })),
  object: objects(word, tie('schema')),
}));

function writtenAndRead(parameters: unknown, description = '') {
  const source = JSON.stringify([
    { type: 'function', function: { name: 'f', description, parameters } },
    { name: 'g', input_schema: { type: 'object', properties: { a: { type: 'string' } } } },
  ]);
  const { root } = readJson(source);
  assert.equal(root?.kind, 'array');
  const tools = toolsFrom(root.kind === 'array' ? root.items : [], source);
  const body = developerBody({ instructions: 'Be brief.', tools: tools.value, formats: [] });
  const [block] = new Transcript('test:', 'ocml', 0, `<|start|>developer<|message|>${body.value}`, {
    dialect: 'harmony',
  }).blocks;
  assert.ok(block);
  return { source, tools, body, read: developerParts(block).value };
}

test('what TypeScript can say comes back, and nothing is said to be lost', () => {
  fc.assert(
    fc.property(object, prose, (parameters, description) => {
      const { body, read } = writtenAndRead(parameters, description);
      assert.deepEqual(body.losses, []);
      assert.deepEqual(
        read.tools.map(({ name }) => name),
        ['f', 'g'],
      );
      const [tool] = read.tools;
      assert.equal(tool?.description, description);
      assert.deepEqual(normal(tool.parameters as Schema), normal(parameters));
      assert.equal(read.instructions, 'Be brief.');
    }),
    { numRuns, seed },
  );
});

const keyword = fc.constantFrom(
  'type',
  'properties',
  'items',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'allOf',
  '$ref',
  'required',
  'additionalProperties',
  'nullable',
  'minimum',
  'pattern',
  'description',
  'title',
  'default',
  'examples',
  '$defs',
  'not',
);
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('string', 'object', 'array', '#', '#/properties/a', '#/$defs/a', true, null, 1.5),
    text,
    fc.dictionary(fc.oneof(keyword, word), tie('any'), { maxKeys: 5 }),
    fc.array(tie('any'), { maxLength: 3 }),
    sayable,
  ),
}));

test('of any schema, each difference is told in its place', () => {
  fc.assert(
    fc.property(fc.dictionary(keyword, any, { maxKeys: 6 }), text, (parameters, description) => {
      const { source, tools, body, read } = writtenAndRead(parameters, description);
      const [said] = tools.value;
      const [tool] = read.tools;
      assert.equal(tool?.name, 'f');
      const [before, after] = [said?.parameters, tool.parameters].map((schema) =>
        normal(resolved(schema ?? {}).schema),
      );
      if (body.losses.length === 0) assert.deepEqual(after, before);
      for (const { start, end } of body.losses) assert.ok(0 <= start && start < end && end <= source.length);
      for (const form of ['openai', 'responses', 'anthropic'] as const)
        assert.ok(toolList(tools.value, form).value.length === 2);
      assert.ok(toolTags(tools.value).value.startsWith('<tools>\n'));
    }),
    { numRuns, seed },
  );
});
