/** Completion, hover, checks and the published schema of the document header all come from the same rows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type Schema, Validator } from '@cfworker/json-schema';
import { documentKeys } from '../../server/src/features/support/header-keys.ts';
import { type HeaderKeyFact, headerTypes } from '../../server/src/grammar/index.ts';
import { summary } from '../support/check.ts';
import { root } from '../support/root.ts';
import { ask, marked, offered } from './features-check.ts';

const schema = JSON.parse(readFileSync(join(root, 'schemas/document-header.schema.json'), 'utf8')) as Schema;
const validator = new Validator(schema, '7');
const message = '<|start|>user<|message|>Hi<|end|>';

/** Returns the lines of YAML that put `last`, the line with the key, into the mapping of its path. */
function lines(path: string, last: string): string {
  const above = path.split('.').slice(0, -1);
  const indent = (depth: number) => '  '.repeat(depth);
  const head = above.map((key, i) => `${indent(i)}${key}:\n`).join('');
  return `${path === 'version' ? '' : 'version: 2.2\n'}${head}${indent(above.length)}${last}`;
}

const nameOf = (path: string) => path.split('.').at(-1) ?? path;
const nested = (path: string, value: unknown) =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** Returns values of all types, and the values that the key allows, alone and in a list. */
const values = ({ values = [] }: HeaderKeyFact): unknown[] => [
  ...['x', 5.5, true, null, ['x'], [1], [], { a: 1 }, ['final', 'x']],
  ...values,
  ...values.map((value) => [value]),
  [...values],
];

/** Whether the rules reject a value. */
const isWrong = (path: string, value: unknown) =>
  summary(`${lines(path, `${nameOf(path)}: ${JSON.stringify(value)}`)}\n${message}`).some((line) =>
    /document-key-type|document-version(?!-)/.test(line),
  );

suite('each key of the document header', () => {
  for (const fact of documentKeys()) {
    const { path, doc } = fact;
    test(path, () => {
      for (const value of values(fact)) {
        const { valid } = validator.validate({ version: 2.2, ...(nested(path, value) as object) });
        // A version of null counts as missing, which other tests cover.
        if (path === 'version' && value === null) continue;
        assert.equal(isWrong(path, value), !valid, JSON.stringify(value));
      }
      const labels = offered(`${lines(path, '$0')}\n${message}`).map(({ label }) => label);
      assert.ok(labels.includes(nameOf(path)), `${path} is not among ${labels}`);
      const isList = headerTypes[fact.type].list === true;
      const choice = offered(`${lines(path, `${nameOf(path)}: ${isList ? '[$0]' : '$0'}`)}\n${message}`);
      for (const { textEdit } of choice) {
        const [value] = JSON.parse(
          `[${/^(?:true|false|-?[\d.]+|".*")$/.test(textEdit.newText) ? textEdit.newText : JSON.stringify(textEdit.newText)}]`,
        );
        assert.equal(isWrong(path, isList ? [value] : value), false, textEdit.newText);
      }
      assert.equal(choice.length, fact.type === 'boolean' ? 2 : (fact.values?.length ?? 0));
      const text = `${lines(path, `$0${nameOf(path)}: ${JSON.stringify(fact.values?.[0] ?? 'x')}`)}\n${message}`;
      const { transcript, cursor } = marked(text);
      const hover = ask<{ contents: { value: string } } | null>('hover', transcript, {
        position: transcript.positionAt(cursor),
      });
      assert.ok(hover?.contents.value.includes(doc), path);
      assert.ok(hover?.contents.value.includes(headerTypes[fact.type].words), path);
    });
  }
});

test('the schema asks for a version, and leaves what the specification does not define alone', () => {
  assert.equal(validator.validate({ model: 'x' }).valid, false);
  assert.equal(validator.validate({ version: '2' }).valid, false);
  assert.equal(validator.validate({ version: 2.2, other: [1], profiles: { mine: { a: 1 } } }).valid, true);
  assert.equal(validator.validate({ version: 2.2, lint: { 'no-such-rule': 'off' } }).valid, false);
});
