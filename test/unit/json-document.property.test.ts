/** After edits, a JSON document has the same text, positions and units as a new one, and unchanged lines keep their units. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { readUnit } from '../../server/src/syntax/json/json-unit.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(500);
const seed = seedOf(20_250_801);

const pieces = fc.constantFrom('{"a":1}', '[]', '"x"', '\n', '\r\n', '\r', '😀', ' ', '\uFEFF');
const texts = fc.array(pieces, { maxLength: 14 }).map((all) => all.join(''));
const edits = fc.record({ from: fc.nat(60), length: fc.nat(20), insert: texts });

for (const lines of [true, false]) {
  test(lines ? 'JSON Lines' : 'JSON', () => {
    fc.assert(
      fc.property(texts, fc.array(edits, { maxLength: 5 }), (text, all) => {
        const document = new JsonDocument('test:', 'json', 0, text, 'messages', lines);
        let expected = text;
        for (const { from, length, insert } of all) {
          const start = Math.min(from, expected.length);
          const end = Math.min(start + length, expected.length);
          document.replace(start, end, insert);
          expected = expected.slice(0, start) + insert + expected.slice(end);
        }
        const fresh = new JsonDocument('test:', 'json', 0, expected, 'messages', lines);
        assert.deepEqual(
          document.units.map((unit) => unit.text),
          fresh.units.map((unit) => unit.text),
        );
        if (fresh.units.length > 0)
          assert.ok(!fresh.units[0]?.text.startsWith('\uFEFF'), 'the mark is none of the value');
        const reference = TextDocument.create('test:', 'json', 0, expected);
        assert.equal(document.getText(), expected);
        assert.equal(document.lineCount, reference.lineCount);
        for (let offset = 0; offset <= expected.length; offset++) {
          assert.deepEqual(document.positionAt(offset), reference.positionAt(offset));
          const position = reference.positionAt(offset);
          assert.equal(document.offsetAt(position), reference.offsetAt(position));
        }
        for (const position of [
          { line: 1, character: 99 },
          { line: 99, character: 0 },
        ]) {
          assert.equal(document.offsetAt(position), reference.offsetAt(position));
        }
      }),
      { numRuns, seed },
    );
  });
}

test('an edit of a line leaves the units of all others', () => {
  const document = new JsonDocument('test:', 'jsonl', 0, '[1]\n'.repeat(1000), 'messages', true);
  const before = document.units;
  document.replace(document.startOf(500) + 1, document.startOf(500) + 2, '7');
  assert.equal(document.units.length, 1000);
  assert.deepEqual(
    document.units.flatMap((unit, i) => (unit === before[i] ? [] : [i])),
    [500],
  );
});

test('only at the beginning of a document is U+FEFF a mark', () => {
  const document = new JsonDocument('test:', 'jsonl', 0, '\uFEFF[1]\n\uFEFF[2]\n', 'messages', true);
  const faults = () => document.units.map((unit) => readUnit(unit).faults.length > 0);
  assert.deepEqual(faults(), [false, true]);
  document.replace(0, 5, '');
  assert.deepEqual(faults(), [false]);
  document.replace(0, 0, '[0]\n');
  assert.deepEqual(faults(), [false, true]);
  assert.equal(document.getText(), '[0]\n\uFEFF[2]\n');
});
