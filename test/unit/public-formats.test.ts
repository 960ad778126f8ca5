/**
 * Realistic files that are modeled on public formats, each with its source. They are recognized and have no problems. Every text is
 * converted or its loss is reported, and an added fault is found.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson } from '../../server/src/convert/index.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { usual } from '../support/convert.ts';
import { assistant, turns, user } from '../support/public-formats/format.ts';
import { publicFormats } from '../support/public-formats/index.ts';

/** Returns the recognized shape of a document and its problems without hints. */
function read(text: string, training: boolean, name: string) {
  const document = openDocument(`test:${name}`, 'jsonl', 0, text, undefined) as JsonDocument;
  const checker = createChecker(document, { strict: false, levels: {}, training }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const problems = checker.problems(Number.POSITIVE_INFINITY).problems.map(({ problem }) => problem);
  return { shape: document.shape, found: problems.filter(({ severity }) => severity !== 'hint') };
}

const lines = (rows: readonly unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const marked = /«[^«»]*»/g;

for (const { what, source, shape, rows, faulty } of publicFormats) {
  suite(`${what} (${source})`, () => {
    test('is recognised, and has no problem', () => {
      // Each row is a file of its own, because lists of messages and objects with messages never occur in the same file.
      for (const row of rows)
        for (const [text, name] of [
          [lines([row]), 'a.jsonl'],
          [JSON.stringify(row, null, 2), 'a.json'],
        ] as const) {
          const { shape: found, found: problems } = read(text, false, name);
          assert.deepEqual([found, problems], [shape, []], text);
        }
    });

    test('is valid to train on', () => {
      const { found } = read(
        lines(rows.filter((row) => Array.isArray(row) === Array.isArray(rows[0]))),
        true,
        'a.jsonl',
      );
      // The problem is correct for a session that ends with a reply and for a prompt alone, because both lack an answer.
      assert.deepEqual(
        found.filter(({ code }) => code !== 'answer-missing'),
        [],
      );
    });

    test('keeps its texts, or says which it drops', () => {
      for (const row of rows) {
        const text = JSON.stringify(row);
        const { output, notes } = convertJson(text, { ...usual, to: 'messages' }, true);
        const written = JSON.stringify(output);
        const said = notes.map(({ start, end }) => text.slice(start, end)).join('\n');
        for (const word of text.match(marked) ?? [])
          assert.ok(written.includes(word) || said.includes(word), `${word} of ${text}`);
        assert.ok((written.match(marked) ?? []).length > 0, text);
      }
    });

    if (faulty === undefined) return;
    test('a fault in it is found', () => {
      const [row, code] = faulty;
      const { found } = read(lines([row]), false, 'a.jsonl');
      assert.ok(
        found.some((problem) => problem.code === code),
        JSON.stringify(found),
      );
    });
  });
}

test('rows of plain text are recognised as that', () => {
  for (const row of [
    { text: 'Words.', meta: {} },
    { content: 'Words.', url: 'x' },
  ])
    assert.deepEqual(read(lines([row, row]), false, 'a.jsonl'), { shape: 'plain-text', found: [] });
});

test('a number as an answer is kept', () => {
  const { output } = convertJson('{"question": "Ask", "answer": 72}', { ...usual, to: 'messages' }, true);
  assert.match(JSON.stringify(output), /"72"/);
});

const codesOf = (text: string, training: boolean, name = 'a.jsonl') =>
  read(text, training, name).found.map(({ code }) => code);

test('messages with `text` throughout are read, and trainers do not find it', () => {
  const row = {
    messages: [
      { role: 'user', text: 'Ask' },
      { role: 'assistant', text: 'Answer' },
    ],
  };
  assert.deepEqual(codesOf(lines([row]), false), []);
  assert.deepEqual(codesOf(lines([row]), true), ['template-key-missing', 'template-key-missing']);
});

test('a question of two members is empty if both are', () => {
  const row = (instruction: string, input: string) => ({ instruction, input, output: 'Answer' });
  assert.deepEqual(codesOf(JSON.stringify([row('', 'Ask'), row('More', '')]), true, 'a.json'), []);
  assert.deepEqual(codesOf(JSON.stringify([row('', ''), row('More', '')]), true, 'a.json'), ['message-empty']);
});

test('a row that has its conversation under the name of other files is reported', () => {
  const rows = [
    ...['a', 'b', 'c'].map((text) => ({ messages: [user(text), assistant('Hi')] })),
    { conversation: turns },
  ];
  assert.deepEqual(codesOf(lines(rows), false), ['template-shape']);
});
