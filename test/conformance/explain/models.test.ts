/** Parsers for the text of models: valid output is accepted, and each fault is reported at its place and repaired if one edit is enough. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { causes } from '../../../server/src/explain/causes.ts';
import { type Explanation, explain } from '../../../server/src/explain/explain.ts';
import { modelCauses } from '../../../server/src/explain/model-causes.ts';
import { parserFor, parserNamed } from '../../../server/src/explain/parsers/index.ts';
import { report } from '../../../server/src/explain/report.ts';
import { modelDocuments } from './models.ts';

for (const [parser, documents] of Object.entries(modelDocuments))
  suite(parser, () => {
    test('there are twenty', () => assert.ok(documents.length >= 20, `${documents.length}`));

    for (const { text, kind, repaired } of documents)
      test(text.replaceAll('\n', '⏎'), () => {
        const output = text.replace('$0', '');
        const found = explain(output, { parser }) as Explanation;
        assert.equal(found.stop?.kind, kind);
        if (kind === undefined) {
          assert.deepEqual([found.accepted, found.problems, found.argumentsBroken], [true, [], false]);
          return;
        }
        assert.equal(found.stop?.start, text.indexOf('$0'), found.stop && output.slice(found.stop.start));
        if (repaired !== undefined) assert.equal(found.repaired?.text ?? false, repaired);
        if (found.repaired?.accepted) assert.ok(parserNamed(parser)?.read(found.repaired.text).accepted);
        assert.match(report(found, (code) => code).join('\n'), /What to do: /);
      });
  });

test('every kind of fault is in a document', () => {
  const kinds = new Set(Object.values(modelDocuments).flatMap((all) => all.map(({ kind }) => kind)));
  const known = Object.keys(modelCauses).filter((kind) => kind !== 'tokenizer-without-calls');
  assert.deepEqual(
    known.filter((kind) => !kinds.has(kind)),
    [],
  );
  assert.ok(known.every((kind) => Object.hasOwn(causes, kind)));
});

test('an output shows its parser by the tokens of its calls', () => {
  const shown = Object.entries(modelDocuments).flatMap(([parser, documents]) =>
    documents.slice(0, 1).map(({ text }) => [parser, parserFor(text).name]),
  );
  const bare = new Set(['llama3_json', 'pythonic']);
  for (const [parser = '', found] of shown)
    if (!bare.has(parser) && !parser.startsWith('sglang-')) assert.equal(found, parser);
});

test('hostile outputs are read in linear time', () => {
  const pieces = [
    '[TOOL_CALLS]',
    '<｜tool▁call▁begin｜>',
    '<|tool_call_begin|>',
    '<tool_call>f\n',
    '<arg_key>',
    'functools[',
    '{"a":',
    '[f(a=[',
    '\n```json\n',
    '[f(',
    '{',
    '"',
    '\\',
  ];
  for (const parser of Object.keys(modelDocuments))
    for (const piece of pieces) assert.doesNotThrow(() => parserNamed(parser)?.read(piece.repeat(50_000)));
  for (const parser of Object.keys(modelDocuments))
    for (const opener of ['<｜tool▁calls▁begin｜>', '<|tool_calls_section_begin|>'])
      for (const piece of pieces) assert.doesNotThrow(() => parserNamed(parser)?.read(opener + piece.repeat(50_000)));
});
