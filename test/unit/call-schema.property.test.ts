/**
 * No text that is read as a declaration or as arguments causes an exception. Arguments that are generated to fit a declaration cause no
 * problem.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { argumentProblems } from '../../server/src/arguments/problems.ts';
import { parametersSchema } from '../../server/src/model/tools/type-schema.ts';
import { check, summary } from '../support/check.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(300);
const seed = seedOf(20_250_801);

/** A TypeScript type, and a generator of values that fit it. */
interface Sample {
  readonly type: string;
  readonly value: fc.Arbitrary<unknown>;
}

const of = (type: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Sample> => fc.constant({ type, value });
const key = fc.constantFrom('city', 'lat', 'my-key', 'user.name', '$ref', 'constructor', '__proto__', 'größe', '2fa');
const comment = fc.constantFrom(
  '',
  '// a city, e.g. "Graz"\n',
  '// First line.\nAnd a second one\n',
  '// default: 3\n',
);

const { type: types } = fc.letrec<{ type: Sample; union: Sample; object: Sample }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    of('string', fc.string()),
    of('number', fc.integer()),
    of('boolean', fc.boolean()),
    of('null', fc.constant(null)),
    of('any', fc.jsonValue()),
    of('"a b"', fc.constant('a b')),
    of('-3', fc.constant(-3)),
    tie('union'),
    tie('object'),
    tie('type').map(({ type, value }) => ({ type: `(${type})[]`, value: fc.array(value, { maxLength: 3 }) })),
    tie('type').map(({ type, value }) => ({ type: `Array<${type}>`, value: fc.array(value, { maxLength: 3 }) })),
    tie('type').map(({ type, value }) => ({
      type: `Record<string, ${type}>`,
      value: fc.dictionary(fc.string(), value, { maxKeys: 3 }),
    })),
  ),
  union: fc.array(tie('type'), { minLength: 2, maxLength: 4 }).map((parts) => ({
    type: parts.map(({ type }) => `(${type})`).join(' | '),
    value: fc.oneof(...parts.map(({ value }) => value)),
  })),
  object: fc
    .uniqueArray(fc.record({ key, sample: tie('type'), optional: fc.boolean(), comment }), {
      selector: (member) => member.key,
      maxLength: 4,
    })
    .map((members) => ({
      type: `{\n${members.map((member) => `${member.comment}${member.key}${member.optional ? '?' : ''}: ${member.sample.type},\n`).join('')}}`,
      value: fc
        .tuple(
          ...members.map(({ sample, optional }) =>
            optional ? fc.option(sample.value, { nil: undefined }) : sample.value,
          ),
        )
        .map((values) =>
          Object.fromEntries(
            members.flatMap((member, i) => (values[i] === undefined ? [] : [[member.key, values[i]]])),
          ),
        ),
    })),
}));

const objects = types.filter(({ type }) => type.startsWith('{'));
const calls = objects.chain(({ type, value }) => fc.record({ type: fc.constant(type), value }));

test('arguments that fit give no problem', () => {
  fc.assert(
    fc.property(calls, ({ type, value }) => {
      const schema = parametersSchema(`(_: ${type}) => any`);
      assert.ok(schema !== undefined);
      assert.deepEqual(argumentProblems(schema, JSON.stringify(value), { tool: 'f' }), []);
    }),
    { numRuns, seed },
  );
});

test('other arguments give problems within their text', () => {
  fc.assert(
    fc.property(
      objects,
      fc.dictionary(key, fc.jsonValue()),
      fc.constantFrom(undefined, 1, '\t'),
      ({ type }, value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        for (const { start, end, message } of argumentProblems(parametersSchema(`(_: ${type}) => any`) ?? true, text, {
          tool: 'f',
        })) {
          assert.ok(start >= 0 && end > start && end <= text.length && message.length < 1000);
          assert.doesNotThrow(() => JSON.parse(text.slice(start, end)), 'a whole value or key');
        }
      },
    ),
    { numRuns, seed },
  );
});

const scraps = fc.constantFrom(
  'type f = ',
  '(_: {',
  '}',
  ') => any;',
  'q?: ',
  'string',
  '[',
  ']',
  '|',
  '"a',
  '// x\n',
  '\n',
  '<',
  '{',
  ',',
  '=>',
  "'",
  '`',
  '/*',
  '...',
  'namespace functions {\n',
);
const anyText = fc
  .array(fc.oneof(scraps, fc.string({ maxLength: 5 })), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('any text is a declaration that harms nothing', () => {
  fc.assert(
    fc.property(anyText, fc.jsonValue(), (text, value) => {
      parametersSchema(text);
      const call = `<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|message|>${JSON.stringify({ q: value })}<|call|>`;
      check(`<|start|>developer<|message|>namespace functions {\n${text}<|end|>${call}`, { dialect: 'openchatml-2.2' });
    }),
    { numRuns, seed },
  );
});

test('a declaration is read whatever is before it', () => {
  const call = '<|start|>assistant to=functions.last call_id=a<|channel|>commentary<|message|>{"n": "x"}<|call|>';
  fc.assert(
    fc.property(anyText, (text) => {
      const types = `type first = ${text.replaceAll('}', '')}\n\ntype last = (_: { n: number }) => any;`;
      const found = summary(`<|start|>developer<|message|>namespace functions {\n${types}\n}<|end|>${call}`, {
        dialect: 'openchatml-2.2',
      });
      assert.ok(found.includes('E-CALL-SCHEMA «"x"»'), found.join(', '));
    }),
    { numRuns, seed },
  );
});

test('any JSON is a schema that harms nothing', () => {
  const keywords = [
    'type',
    'enum',
    'anyOf',
    'allOf',
    'oneOf',
    '$ref',
    'items',
    'properties',
    'required',
    'additionalProperties',
    'const',
    'minimum',
  ];
  const keyed = fc.dictionary(
    fc.constantFrom(...keywords),
    fc.oneof(fc.jsonValue(), fc.constantFrom('#', '#/items', 'string', ['null'])),
  );
  const { schema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      keyed,
      tie('schema').map((items) => ({ items })),
      fc.array(tie('schema'), { maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.dictionary(key, tie('schema')).map((properties) => ({ properties })),
    ),
  }));
  fc.assert(
    fc.property(schema, fc.dictionary(key, fc.jsonValue()), (schema, value) => {
      argumentProblems(schema, JSON.stringify(value), { tool: 'f' });
    }),
    { numRuns, seed },
  );
});
