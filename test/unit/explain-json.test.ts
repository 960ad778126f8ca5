/** The messages about JSON faults have the wording of the parsers of Python and Go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonFault } from '../../server/src/explain/json/strict-json-fault.ts';
import { goSays, pythonSays } from '../../server/src/explain/json/wording.ts';
import { howMany, seedOf } from '../support/effort.ts';

/** A text, and the error message of `json.loads` in Python 3.11. */
const inPython: readonly [text: string, said: string][] = [
  ['', 'Expecting value: line 1 column 1 (char 0)'],
  ['{', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ['{"a":1,}', 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)'],
  ["{'a':1}", 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
  ['{"a":1 "b":2}', "Expecting ',' delimiter: line 1 column 8 (char 7)"],
  ['[1,]', 'Expecting value: line 1 column 4 (char 3)'],
  ['{"a":True}', 'Expecting value: line 1 column 6 (char 5)'],
  ['"abc', 'Unterminated string starting at: line 1 column 1 (char 0)'],
  ['"a\nb"', 'Invalid control character at: line 1 column 3 (char 2)'],
  ['"a\\x"', 'Invalid \\escape: line 1 column 3 (char 2)'],
  ['"\\u12G4"', 'Invalid \\uXXXX escape: line 1 column 3 (char 2)'],
  ['{"a":1}\n{"b":2}', 'Extra data: line 2 column 1 (char 8)'],
  ['[1.]', "Expecting ',' delimiter: line 1 column 3 (char 2)"],
  ['01', 'Extra data: line 1 column 2 (char 1)'],
  ['["😀",]', 'Expecting value: line 1 column 6 (char 5)'],
];

for (const [text, said] of inPython)
  test(`Python: ${JSON.stringify(text)}`, () => assert.equal(pythonSays(text)?.text, said));

test('numbers that only Python reads', () => {
  assert.equal(pythonSays('[NaN, Infinity, -Infinity]'), undefined);
  assert.equal(goSays('[NaN]')?.text, "invalid character 'N' looking for beginning of value");
});

const inGo: readonly [text: string, said: string][] = [
  ['ls -R\n', "invalid character 'l' looking for beginning of value"],
  ['{"a":1}]', "invalid character ']' after top-level value"],
  ['{"a":"x\ny"}', "invalid character '\\n' in string literal"],
  ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
  ['{"a":tru}', "invalid character '}' in literal true (expecting 'e')"],
  ['{"a":1', 'unexpected end of JSON input'],
  ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
  ['{"a":"\\d"}', "invalid character 'd' in string escape code"],
  ['[1 2]', "invalid character '2' after array element"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['-x', "invalid character 'x' in numeric literal"],
];

for (const [text, said] of inGo) test(`Go: ${JSON.stringify(text)}`, () => assert.equal(goSays(text)?.text, said));

test('there is a fault where JSON.parse finds one, and nowhere else', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    '\\u00',
    '1',
    '-',
    '.',
    'e',
    'true',
    'nul',
    ' ',
    '\n',
    'é',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (list) => {
      const text = list.join('');
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      const fault = jsonFault(text);
      assert.equal(fault === undefined, valid, text);
      if (fault !== undefined) assert.ok(fault.from <= fault.at && fault.at <= text.length);
    }),
    { numRuns: howMany(5000), seed: seedOf(7) },
  );
});

test('nesting of any depth takes no stack', () => {
  assert.equal(jsonFault('['.repeat(1_000_000))?.at, 1_000_000);
});
