/**
 * For valid JSON, the lenient JSON reader returns the same values as `JSON.parse`. It reads any other text without an exception, and with
 * ranges inside the text.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import { repairsOf } from '../../server/src/fixes/support/repair-json.ts';
import { isSyntaxFault, type JsonFault } from '../../server/src/syntax/json/faults.ts';
import type { JsonNode } from '../../server/src/syntax/json/nodes.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { sourceOffset } from '../../server/src/syntax/json/strings.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(500);
const seed = seedOf(20_250_801);

function valueOf(node: JsonNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === 'array') return node.items.map(valueOf);
  if (node.kind !== 'object') return node.value;
  return Object.fromEntries(node.members.map(({ key, value }) => [key.value, valueOf(value)]));
}

/** Asserts that every node lies within its parent. */
function assertInside(node: JsonNode | undefined, start: number, end: number): void {
  if (node === undefined) return;
  assert.ok(node.start >= start && node.end >= node.start && node.end <= end, JSON.stringify(node));
  if (node.kind === 'array') for (const item of node.items) assertInside(item, node.start, node.end);
  if (node.kind === 'object') {
    for (const { key, value } of node.members) {
      assertInside(key, node.start, node.end);
      assertInside(value, node.start, node.end);
    }
  }
}

const strings = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '“', '”', '\n', '\t', '<|', ',', '}', 'a', ' ', "'") }),
);
const { tree: json } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    strings,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree')),
    fc.dictionary(strings, tie('tree')),
  ),
}));

test('valid JSON has no fault and the value that JSON.parse gives it', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const { root, faults } = readJson(text);
      assert.deepEqual(faults, []);
      assert.deepEqual(valueOf(root), JSON.parse(text));
      assertInside(root, 0, text.length);
    }),
    { numRuns, seed },
  );
});

test('any text is read, and every range is in it', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '“',
    '”',
    "'",
    '\\',
    '\n',
    '\r\n',
    ' ',
    '1',
    'true',
    '"a"',
    '"a":',
    'b',
    '//',
    '/*',
    '\0',
    '😀',
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { root, faults, doubt } = readJson(text);
      for (const { start, end } of faults) assert.ok(start >= 0 && end >= start && end <= text.length);
      // A superfluous comma does not make the meaning of the text doubtful.
      const doubtful = faults.filter(({ code }) => code !== 'trailing-comma' && code !== 'comma-after');
      for (const { start, end } of doubtful) assert.ok(doubt && doubt.start <= start && end <= doubt.end, text);
      assert.equal(doubt === undefined, doubtful.length === 0, text);
      assertInside(root, 0, text.length);
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      assert.equal(faults.length === 0, valid, text);
    }),
    { numRuns: numRuns * 4, seed },
  );
});

test('from the first fault to the last one, those that are not reported among them', () => {
  const doubtIn = (text: string) => {
    const { doubt } = readJson(text);
    return doubt && text.slice(doubt.start, doubt.end);
  };
  assert.equal(doubtIn('{"a": 1}'), undefined);
  assert.equal(doubtIn('[{"a"; 1, "b"; 2, "c": 3}]'), '; 1, "b"; 2,');
  assert.equal(doubtIn('[1,, 2, 3]'), ',');
  assert.equal(doubtIn('[1, 2], 3'), ', 3');
  const many = `[${'1 '.repeat(200)}]`;
  assert.equal(doubtIn(many)?.length, many.lastIndexOf('1') - 2);
});

test('offsets in a value and in the document', () => {
  fc.assert(
    fc.property(strings, (value) => {
      const text = JSON.stringify(value);
      const { root } = readJson(text);
      assert.ok(root?.kind === 'string');
      assert.equal(sourceOffset(text, root, value.length), text.length - 1);
    }),
    { numRuns, seed },
  );
});

/** A broken text, its intended value, and its faults. */
const repaired: [text: string, value: unknown, ...faults: string[]][] = [
  ['{"token": "<|message|>”},', { token: '<|message|>' }, 'smart-quote «”»', 'syntax «,»'],
  ['[{"token": "<|message|>”},\n "Well!"]', [{ token: '<|message|>' }, 'Well!'], 'smart-quote «”»'],
  ['[{"a":"b”},"c",{"d":"e"}]', [{ a: 'b' }, 'c', { d: 'e' }], 'smart-quote «”»'],
  ['{“role”: “user”}', { role: 'user' }, 'smart-quote «“»', 'smart-quote «”»', 'smart-quote «“»', 'smart-quote «”»'],
  ['["He said “hi”, and left",]', ['He said “hi”, and left'], 'trailing-comma «,»'],
  ['["a\nb\nc"]', ['a\nb\nc'], 'raw-newline «\n»'],
  ['["a\r\nb"]', ['a\r\nb'], 'raw-newline «\r\n»'],
  ['{"a": 1,}', { a: 1 }, 'trailing-comma «,»'],
  ['["a" "b"]', ['a', 'b'], 'syntax «"»'],
  [String.raw`["C:\Users\jo\notes.txt"]`, [String.raw`C:\Users\jo\notes.txt`], String.raw`syntax «\U»`],
  ['["say "hi" now"]', ['say "hi" now'], 'syntax «"»'],
  ["{'role': 'user'}", { role: 'user' }, "syntax «'»"],
  ['{role: True}', { role: true }, 'syntax «role»'],
  ['{"role": "user,\n "content": "Hi"}', { role: 'user', content: 'Hi' }, 'syntax «"»'],
  ['[{"a": 1]', [{ a: 1 }], 'syntax «]»'],
  ['[1, 2', [1, 2], 'syntax «2»'],
  ['[1] x', [1], 'syntax «x»'],
  ['', undefined, 'syntax «»'],
];

for (const [text, value, ...faults] of repaired) {
  test(`repair ${JSON.stringify(text)}`, () => {
    const reading = readJson(text);
    const shown = (fault: JsonFault) =>
      `${isSyntaxFault(fault) ? 'syntax' : fault.code} «${text.slice(fault.start, fault.end)}»`;
    assert.deepEqual(reading.faults.map(shown), faults);
    assert.deepEqual(valueOf(reading.root), value);
  });
}

const name = fc.string({
  unit: fc.constantFrom('n', 't', 'u0041', 'b', 'Users', 'x', '1', '.', ' ', '😀'),
  minLength: 1,
});
const share = fc.constantFrom(String.raw`\\nas01\share`, 'C:', 'd:');

test('the backslashes of a path are all literal if one of them cannot be an escape', () => {
  fc.assert(
    fc.property(share, fc.array(name), (start, names) => {
      const path = [start, 'Users', ...names, 'new'].join('\\');
      const text = `{"path": "${path}", "next": "a"}`;
      const reading = readJson(text);
      assert.deepEqual(valueOf(reading.root), { path, next: 'a' });
      assert.deepEqual(JSON.parse(applyEdits(text, repairsOf(text, reading) ?? [])), { path, next: 'a' });
      const value = reading.root?.kind === 'object' ? reading.root.members[0]?.value : undefined;
      assert.ok(value?.kind === 'string');
      assert.equal(sourceOffset(text, value, path.length), value.end - 1);
    }),
    { numRuns, seed },
  );
});

test('in any other string, an escape that JSON knows stays one', () => {
  for (const [text, value] of [
    [String.raw`"a\d\n"`, 'a\\d\n'],
    [String.raw`"C:\temp\new"`, 'C:\temp\new'],
    [String.raw`"C:\\Users\jo\new"`, 'C:\\Users\\jo\new'],
    [String.raw`"C:\Users says \"no\""`, 'C:\\Users says "no"'],
    [String.raw`"\\d+\s*"`, String.raw`\d+\s*`],
    [String.raw`"\\alpha\sigma"`, String.raw`\alpha\sigma`],
  ] as const)
    assert.equal(valueOf(readJson(text).root), value, text);
});

test('nothing is too deep or too long', () => {
  for (const unit of ['[', '{"a":', '[{"a":', '“a ', '"a\n', '"a”b', "'a ", '\\"', '"a "b ', '/*', '}]']) {
    const text = unit.repeat(100_000);
    assert.ok(readJson(text).faults.length > 0);
  }
});

test('a string that nothing closes is one string up to the end of its line, however long', () => {
  const words = 'words and '.repeat(10_000).trimEnd();
  for (const [before, quote] of [
    ['{"messages":[{"role":"user","content":', '"'],
    ['{"messages":[{"role":"user","content":', "'"],
    ['{"messages":[{"role":"user","content":', '“'],
    ['{"messages":[{"role":', '"'],
    ['[', '"'],
    ['', '"'],
  ] as const) {
    const { root, faults } = readJson(`${before}${quote}${words}`);
    let node = root;
    while (node !== undefined && node.kind !== 'string')
      node =
        node.kind === 'array' ? node.items.at(-1) : node.kind === 'object' ? node.members.at(-1)?.value : undefined;
    assert.equal(node?.value, words, before + quote);
    assert.ok(faults.length > 0);
  }
  const { root } = readJson(`{"a": "${words}\n{"b": 1}`);
  assert.equal(root?.kind === 'object' && root.members[0]?.value?.kind, 'string');
});

test('a string in wrong quotes that is closed on its line is read to there, however long', () => {
  const words = 'words and '.repeat(10_000);
  assert.deepEqual(valueOf(readJson(`{'a': '${words}', 'b': 1}`).root), { a: words, b: 1 });
});
