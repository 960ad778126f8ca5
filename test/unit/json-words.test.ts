/** A fault of JSON has the same message and range in every kind of document, and is repaired as the reader reads it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { repair } from '../../server/src/fixes/support/repair-json.ts';
import { readConfig } from '../../server/src/project/config.ts';
import { faultText } from '../../server/src/syntax/json/faults.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { check } from '../support/check.ts';

/** Broken JSON with its fault in `«…»`, the message, and the repaired JSON. */
const rows: readonly (readonly [marked: string, says: string, repaired?: string])[] = [
  ['{"a": 1«,»}', 'JSON allows no comma before `}`; remove it', '{"a": 1}'],
  ['{"a": «“»b”}', '`“` is a typographic quote, which cannot delimit a JSON string; write `"`', '{"a": "b"}'],
  ['{"a": "b«\n»c"}', 'a string must be on one line; write its line break as `\\n`', '{"a": "b\\nc"}'],
  ['{"a": «True»}', 'write `true` instead of `True`', '{"a": true}'],
  ['{"a": «TRUE»}', 'write `true` instead of `TRUE`', '{"a": true}'],
  ['{"a": «tru»}', 'write `true` instead of `tru`', '{"a": true}'],
  ['{"a": «Tru»}', 'write `true` instead of `Tru`', '{"a": true}'],
  ['{"a": «nul»}', 'write `null` instead of `nul`', '{"a": null}'],
  ['{"a": «Flase», "b": 1}', 'write `false` instead of `Flase`', '{"a": false, "b": 1}'],
  ['{"a": «nulll»}', 'write `null` instead of `nulll`', '{"a": null}'],
  // The intended value is uncertain.
  ...['rue', 'full', 'alse', 'none', 't', 'nullable', 'truetrue'].map((word): [string, string] => [
    `{"a": «${word}»}`,
    `\`${word}\` is not a JSON value; put text in double quotes, or write \`true\`, \`false\` or \`null\``,
  ]),
  ['{«a»: 1}', 'a key needs double quotes', '{"a": 1}'],
  ["{«'»a': 1}", 'strings need double quotes', '{"a": 1}'],
  ['{"a"«1»}', '`:` is missing here', '{"a":1}'],
  ['{"a": 1 «"»b": 2}', 'a comma is missing here', '{"a": 1, "b": 2}'],
  ['{"a": [1«}»', '`]` is missing here', '{"a": [1]}'],
  ['{"a": [1«]»', 'the text ends too early; `}` is missing', '{"a": [1]}'],
  ['{«//» why\n"a": 1}', 'JSON has no comments', '{\n"a": 1}'],
  ['{"a": "«\\d»"}', 'JSON has no escape `\\d`; a backslash is written `\\\\`', '{"a": "\\\\d"}'],
  ['{"a": «01»}', '`01` is not a valid JSON number'],
  ['{"a": «NaN»}', 'JSON has no `NaN`; write `null`'],
  ['{"a": «"»b}', 'the closing quote of this string is missing'],
  ['{"a": 1} «b»', 'extra text follows the JSON value'],
  ['{"a": 1}«,»\n', 'a comma follows the JSON value; remove it', '{"a": 1}\n'],
];

test('values on lines of their own are JSON Lines, whatever the name; one over several lines is told', () => {
  const row = { messages: [{ role: 'user', content: 'Hi' }] };
  const line = JSON.stringify(row);
  const problemsOf = (text: string) =>
    createChecker(openDocument('test:x.json', 'json', 0, text, undefined), { strict: false, levels: {} }).problems(10)
      .problems;
  assert.deepEqual(problemsOf(`${line}\n${line}\n`), []);
  const problems = problemsOf(`${JSON.stringify(row, null, 1)}\n${line}\n`);
  const [{ problem }] = problems as [(typeof problems)[number]];
  assert.deepEqual([problem.code, problems.length], ['wire-json', 1]);
  assert.match(problem.message, /as in JSON Lines.*`\.jsonl`/);
});

/** Returns the messages of the problems with these codes, and their ranges. */
const said = (text: string, codes: RegExp, dialect?: Parameters<typeof check>[1]) =>
  check(text, dialect)
    .filter(({ code }) => codes.test(code))
    .map(({ start, end, message }) => ({ place: text.slice(start, end), message }));

for (const [marked, says, repaired] of rows) {
  const json = marked.replace(/[«»]/g, '');
  const place = /«([^]*)»/.exec(marked)?.[1] as string;
  suite(marked, () => {
    test('the reader', () => {
      const [fault] = readJson(json).faults;
      assert.ok(fault);
      assert.equal(json.slice(fault.start, fault.end), place);
      assert.equal(faultText(fault), says);
    });

    test('a body of 2.x', () => {
      const header = 'assistant to=functions.f call_id=c1<|channel|>commentary';
      const text = `<|start|>${header}<|constrain|>json<|message|>${json}<|call|>`;
      const [first] = said(text, /^E-BODY-CONSTRAINT-VIOLATION$/);
      assert.deepEqual(first, { place, message: `The body is declared as JSON but does not parse: ${says}.` });
    });

    test('a call of 0.1', () => {
      const text = `<|im_start|>assistant\n<|function_call|>\n${json}\n<|im_end|>\n`;
      const [first] = said(text, /^function-json$/);
      // In this dialect, text after a value is the text of the message.
      if (!/follows/.test(says)) assert.ok(first?.message.endsWith(`does not parse: ${says}.`), text);
    });

    test('the arguments of a call in a list of messages', () => {
      const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: json } };
      const text = JSON.stringify([{ role: 'assistant', content: null, tool_calls: [call] }]);
      const [first] = said(text, /^E-CALL-SCHEMA$/, { dialect: 'messages' });
      assert.equal(first?.place, JSON.stringify(place).slice(1, -1));
      assert.equal(first?.message, `The arguments of \`f\` must be a JSON object, but do not parse: ${says}.`);
    });

    test('a document', () => {
      const [first] = said(json, /^wire-(?:json|smart-quote|raw-newline|trailing-comma)$/, { dialect: 'chatml-wire' });
      assert.equal(first?.place, place);
      assert.ok(first?.message.toLowerCase().includes(says.toLowerCase()), first?.message);
    });

    test('a configuration', () => {
      const complaints: string[] = [];
      readConfig('.ocmlrc.json', json, (complaint) => complaints.push(complaint));
      const [first = ''] = complaints;
      // A configuration may contain comments and trailing commas. If only these are wrong, the unknown key `a` is reported.
      const right = /comments|comma before/.test(says);
      assert.ok(right ? first.startsWith('a is unknown') : first.startsWith(`is not JSON: ${says} (line `), first);
    });

    test('the repair of a body', () => assert.equal(repair(json)?.text, repaired));
  });
}

test('a repair takes a fence away, and mends what is in it', () => {
  assert.equal(repair('```json\n{"a": 1}\n```')?.text, '{"a": 1}');
  assert.equal(repair('```json\n{"a": 1,}\n```')?.text, '{"a": 1}');
  for (const text of ['{"a": 1}', 'yes', 'It is fine.', '']) assert.equal(repair(text), undefined, text);
});
