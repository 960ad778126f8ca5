/** Completion in the arguments of calls. `$0` marks the cursor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { complete } from '../../server/src/features/completion/completions-at.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { accepted, offered } from './features-check.ts';

const developer = `version: 2.2
<|start|>developer<|message|># Tools

## functions

namespace functions {

// Gets the weather.
type weather = (_: {
// The city, with its country.
// As on a map.
city: string,
unit?: "celsius" | "fahrenheit", // default: celsius
days?: number,
exact: boolean,
where?: { kind: "land" | "<|sea|>", at?: number | null },
list?: ("a" | "b")[],
}) => any;

}<|end|>
`;
const call = (body: string) =>
  `${developer}<|start|>assistant to=functions.weather call_id=c1<|channel|>commentary<|constrain|>json<|message|>${body}<|call|>`;
const labels = (text: string, typed = false) => offered(text, { typed }).map(({ label }) => label);

const all = ['city', 'exact', 'unit', 'days', 'where', 'list', 'deadline_ms'];

/** A body, followed by the labels of the items that are offered in it. */
const bodies: [body: string, ...labels: string[]][] = [
  ['$0', '{…}'],
  ['{$0', ...all],
  ['{"$0', ...all],
  ['{"$0"}', ...all],
  ['{"$0": 1, "days": 2}', 'city', 'exact', 'unit', 'where', 'list', 'deadline_ms'],
  ['{"city": "Rome", $0}', 'exact', 'unit', 'days', 'where', 'list', 'deadline_ms'],
  ['{"city": "Rome"$0}'],
  ['{"city": "$0"}'],
  ['{"city": $0'],
  ['{"unit": $0', 'celsius', 'fahrenheit'],
  ['{"unit": "$0', 'celsius', 'fahrenheit'],
  ['{"unit": "fa$0"}', 'celsius', 'fahrenheit'],
  ['{"exact": $0}', 'true', 'false'],
  ['{"exact": tr$0}', 'true', 'false'],
  ['{"exact": "$0'],
  ['{"where": {"$0', 'kind', 'at'],
  ['{"where": {"kind": "$0', 'land', '<|sea|>'],
  ['{"where": {"at": $0}', 'null'],
  ['{"where": {"kind": "land"}, $0', 'city', 'exact', 'unit', 'days', 'list', 'deadline_ms'],
  ['{"where": $0}', '{…}'],
  ['{"list": $0}'],
  ['{"list": ["$0', 'a', 'b'],
  ['{"list": ["a", $0]', 'a', 'b'],
  ['{"other": {"$0'],
  ['{"__proto__": {"$0'],
  ['{"city": "a\\"$0'],
  ['{"a" "b" ]]]} , $0'],
  ['[{"$0'],
  ['<|literal|>{"$0<|endliteral|>', ...all],
];

for (const [body, ...expected] of bodies) test(body, () => assert.deepEqual(labels(call(body)), expected));

test('what is accepted is JSON, and holds no token', () => {
  const body = (text: string, label: string) => accepted(call(text), label).slice(call('').indexOf('<|call|>'));
  assert.equal(body('{"$0"}', 'city'), '{"city": "$1"}<|call|>');
  assert.equal(body('{"ci$0": 1}', 'city'), '{"city": 1}<|call|>');
  assert.equal(body('{"ci$0, "days": 1}', 'city'), '{"city": "$1", "days": 1}<|call|>');
  assert.equal(body('{ex$0', 'exact'), '{"exact": ${1|true,false|}<|call|>');
  assert.equal(body('{"unit": "cel$0', 'celsius'), '{"unit": "celsius"<|call|>');
  assert.equal(body('{"exact": tr$0}', 'true'), '{"exact": true}<|call|>');
  assert.equal(body('{"where": {"kind": "$0"}}', '<|sea|>'), '{"where": {"kind": "\\u003c|sea|>"}}<|call|>');
});

test('with type and documentation', () => {
  const [city, , unit] = offered(call('{"$0'));
  assert.deepEqual([city?.detail, city?.documentation?.value], ['string', 'The city, with its country.\nAs on a map.']);
  assert.deepEqual(
    [unit?.detail, unit?.documentation?.value],
    ['"celsius" | "fahrenheit" (optional)', 'Default: "celsius"'],
  );
});

test('a quote asks for keys, a blank does not; a colon and a blank ask for values', () => {
  assert.equal(labels(call('{"$0'), true).length, 7);
  assert.deepEqual(labels(call('{ $0'), true), []);
  assert.deepEqual(labels(call('{"exact":$0'), true), ['true', 'false']);
  assert.deepEqual(labels(call('{"exact": $0'), true), ['true', 'false']);
});

test('only where arguments stand', () => {
  const frame = (header: string) => `${developer}<|start|>${header}<|message|>{"$0`;
  for (const header of [
    'user',
    'assistant<|channel|>final',
    'assistant to=functions.unknown<|channel|>commentary',
    'assistant to=python<|channel|>commentary',
    'assistant to=functions.weather<|channel|>commentary<|constrain|>text',
  ])
    assert.deepEqual(labels(frame(header)), [], header);
  assert.deepEqual(labels(`${developer}<|start|>user<|message|>He said "$0`, true), []);
});

test('the declaration before the call counts, or else the first after it', () => {
  const declare = (key: string) =>
    `<|start|>developer<|message|>namespace functions {\ntype f = (_: { ${key}: string }) => any;\n}<|end|>`;
  const f = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{"$0<|call|>';
  assert.deepEqual(labels(declare('a') + f + declare('b')), ['a', 'deadline_ms']);
  assert.deepEqual(labels(declare('a') + declare('b') + f), ['b', 'deadline_ms']);
  assert.deepEqual(labels(f + declare('a') + declare('b')), ['a', 'deadline_ms']);
});

const list = `<|im_start|>system
<|function_list|>
{"type": "function", "function": {"name": "stock", "description": "A price.", "parameters": {"$ref": "#/$defs/all", "$defs": {"all": {"type": "object", "properties": {"symbol": {"type": "string", "description": "As on the exchange."}, "at": {"anyOf": [{"const": "open"}, {"enum": ["close", 1, {}]}]}}}}}}}
<|im_end|>
`;

test('in 0.1: name, arguments, and what the named function takes', () => {
  const rows: [body: string, ...labels: string[]][] = [
    ['{"$0', 'name', 'arguments'],
    ['{"name": "stock", "$0"}', 'arguments'],
    ['{"name": "$0"}', 'stock'],
    ['{"name": "stock", "arguments": {"$0', 'symbol', 'at'],
    ['{"arguments": {"$0"}, "name": "stock"}', 'symbol', 'at'],
    ['{"arguments": {"$0'],
    ['[{"name": "stock", "arguments": {}}, {"name": "stock", "arguments": {"symbol": 1, "$0', 'at'],
    ['{"name": "stock", "arguments": {"at": $0', 'open', 'close', '1'],
    ['{"name": "stock", "arguments": {}}\n{"$0', 'name', 'arguments'],
  ];
  for (const [body, ...expected] of rows) {
    const text = `${list}<|im_start|>assistant\n<|function_call|>\n${body}`;
    assert.deepEqual(labels(text), expected, body);
    assert.deepEqual(labels(`${text}\n<|im_end|>\n<|im_start|>tool\n`), expected, body);
  }
  assert.deepEqual(labels(`${list}<|im_start|>assistant\n{"$0`), []);
  assert.deepEqual(labels(`${list}<|im_start|>user\n<|function_call|>\n{"name": "stock", "arguments": {"$0`).length, 2);
  const [symbol] = offered(`${list}<|im_start|>assistant\n<|function_call|>\n{"name": "stock", "arguments": {"$0`);
  assert.equal(symbol?.documentation?.value, 'As on the exchange.');
});

test('anything may be around the cursor', () => {
  const odd = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '\n',
    'a',
    ' ',
    '1',
    '"unit"',
    '\u0000',
    '😀',
    '<|x|>',
    '//',
    '/*',
  ];
  let seed = 1;
  const next = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let i = 0; i < 3000; i++) {
    const pieces = Array.from({ length: next(12) }, () => odd[next(odd.length)]);
    const at = next(pieces.length + 1);
    const body = `${pieces.slice(0, at).join('')}$0${pieces.slice(at).join('')}`;
    for (const item of offered(call(`{${body}`))) {
      const { start, end } = item.textEdit.range;
      assert.ok(start.line < end.line || start.character <= end.character);
    }
  }
});

test('after 10,000 calls, and in a body of a megabyte', () => {
  const one = call('{"city": "Rome", "exact": true}').slice(developer.length);
  const text = developer + `${one}\n`.repeat(10_000) + one.replace('true}<|call|>', '');
  const transcript = new Transcript('test:', 'ocml', 0, text);
  const position = transcript.positionAt(text.length);
  const count = (document: Transcript, at = position) =>
    complete(document, at, 'hand', () => new Checker(document, { strict: false, levels: {} })).items.length;
  assert.equal(count(transcript), 2);
  transcript.replace(text.length, text.length, ' ');
  assert.equal(count(transcript, { ...position, character: position.character + 1 }), 2);
  const long = new Transcript('test:', 'ocml', 0, call(`{"city": "${'x'.repeat(1e6)}", "`).replace('<|call|>', ''));
  assert.equal(count(long, long.positionAt(long.length)), 0);
});
