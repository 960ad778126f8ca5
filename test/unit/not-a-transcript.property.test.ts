/** Texts that are not transcripts are never changed, whatever they look like, and have exactly one problem. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { JsonInspector } from '../../server/src/checker/json/inspector.ts';
import { convertTranscript } from '../../server/src/convert/index.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { fixAll } from '../../server/src/fixes/fix-all.ts';
import { fixDocument } from '../../server/src/fixes/json/fix-all.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import { laidOut } from '../../server/src/format/index.ts';
import { textKind } from '../../server/src/syntax/text-kind.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';

const runs = howMany(3000);
const seed = seedOf(20_250_801);
const levels = [
  { strict: false, levels: {} },
  { strict: true, levels: {} },
];

/** Returns the text after all safe fixes. */
function fixed(name: string, text: string, settings: (typeof levels)[number]): string {
  const document = openDocument(name, 'ocml', 0, text, undefined);
  if (document instanceof Transcript) return fixAll(document, settings).text;
  return applyEdits(text, fixDocument(document, new JsonInspector(document, settings, () => {})));
}

function formatted(name: string, text: string): string {
  const document = openDocument(name, 'ocml', 0, text, undefined);
  return document instanceof Transcript ? laidOut(document) : text;
}

const eol = fc.constantFrom('\n', '\r\n', '\r');
const lines = (line: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), eol, fc.boolean())
    .map(([all, end, closed]) => all.join(end) + (closed ? end : ''));
const word = fc.constantFrom('name', 'services', 'id', 'user', 'assistant', 'data', 'title', 'tools', 'a', 'system');
const value = fc.constantFrom(
  'a',
  '1',
  '"x"',
  '[1, 2]',
  '{a: 1}',
  '',
  '|',
  '- b',
  'final',
  '# c',
  "'y'",
  'to=functions.x',
);
const yaml = lines(
  fc.tuple(fc.constantFrom('', '  ', '    ', '- '), word, value).map(([pad, key, said]) => `${pad}${key}: ${said}`),
);
const prose = lines(
  fc.constantFrom(
    '# Title',
    'user: hi',
    'a,b,c',
    'int main(void) { return a < 1 || b > 2; }',
    '<p class="x">hi</p>',
    '',
    '---',
    '> quoted',
    '2024-01-02 10:00:00 INFO done',
    'assistant',
    'a | b < c',
    '<|>',
    '<| x |>',
    '\uFEFF',
  ),
);
const tokens = [
  '<|start|>user   name=a<|message|>Hi<|end|>\\n\\n\\n<|start|>asistant<|channel|>final<|message|>x<|end|>',
  '<|start|>assistant <|channel|> final<|message|>x<|end|>',
  '<|start|>asistant<|message|>x<|end|>',
  '<|im_start|>asistant',
];
/** Texts that quote tokens after other text. */
const quoting = fc
  .tuple(
    fc.constantFrom(
      '# Tokens',
      '2024-01-02 10:00:00 INFO prompt: ',
      'const opener = "',
      '<p>',
      '- the token `',
      '"a": "',
      'Note. ',
    ),
    lines(
      fc.constantFrom(
        '<|start|>user<|message|>Hi<|end|>',
        '<|start|>assistant <|channel|> final<|message|>x',
        '<|channel|>',
        '<|im_start|>user',
        'Ends with <|im_end|>',
        '<|call|>',
        'words',
        '',
        '<|start|>assistant<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|>',
        '<|strat|>user',
        '<|eot_id|>',
        '<|start_header_id|>user',
      ),
    ),
  )
  .map(([before, rest]) => before + rest);
/** YAML whose values quote tokens. */
const quotingYaml = lines(
  fc.tuple(word, fc.oneof(value, fc.constantFrom(...tokens))).map(([key, one]) => `${key}: ${one}`),
);
/** Events that quote text. In a transcript, this text would be fixed or formatted. */
const object = fc.constantFrom(
  ...tokens.map((content) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] })),
  '{"choices":[{"index":0,"delta":{"content":"<|start|>a"}}]}',
  '{"type":"ping"}',
  '{"error":{"message":"<|end|>"}}',
  '{"event":"response.delta","delta":"x"}',
);
const events = fc
  .tuple(
    fc.constantFrom('', '\uFEFF', ': ping\n\n', 'event: a\n', 'id: 1\n', 'retry: 3\r\n'),
    object,
    lines(
      fc.oneof(
        object.map((one) => `data: ${one}`),
        fc.constantFrom('', 'data: [DONE]', 'event: message', ': ping', 'id: 7'),
      ),
    ),
  )
  .map(([before, one, rest]) => `${before}data: ${one}\n\n${rest}`);
const json = fc
  .tuple(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', ',', '// c\n', '\n'))
  .map(([one, odd]) => `{"a": ${JSON.stringify(one)}, "a": 1${odd}${odd === ',' ? '' : '\n'}}`);
const names = fc.constantFrom('x.yaml', 'x', 'x.log', 'x.md', 'x.jsonl', 'x.json', '-');

suite('what is not a transcript', () => {
  for (const [what, texts] of Object.entries({ yaml, quotingYaml, prose, quoting, events, json }))
    test(`stays as it is: ${what}`, () => {
      fc.assert(
        fc.property(names, texts, fc.constantFrom(...levels), (name, text, settings) => {
          assert.equal(fixed(name, text, settings), text);
          assert.equal(formatted(name, text), text);
        }),
        { numRuns: runs, seed },
      );
    });

  for (const [what, texts] of Object.entries({ yaml, prose, events }))
    test(`has one problem, and is not converted: ${what}`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const document = openDocument('x.txt', 'ocml', 0, text, undefined);
          if (!(document instanceof Transcript) || textKind(document) === 'transcript')
            return assert.ok(
              what !== 'events' && (/^\uFEFF?\s*[{[]/.test(text) || text.replace(/\uFEFF/g, '').trim() === ''),
            );
          const { problems } = createChecker(document, levels[0] as (typeof levels)[number]).problems(9);
          assert.deepEqual(
            problems.map(({ problem }) => problem.code),
            ['not-a-transcript'],
          );
          for (const to of ['messages', 'harmony', 'openchatml-2.2'] as const) {
            const { output, notes } = convertTranscript(document, {
              to,
              from: undefined,
              keepNames: false,
              bos: undefined,
            });
            assert.equal(output, undefined);
            assert.equal(notes.length, 1);
          }
        }),
        { numRuns: runs, seed },
      );
    });

  test('fixing twice is fixing once', () => {
    fc.assert(
      fc.property(
        names,
        fc.oneof(
          yaml,
          prose,
          quoting,
          events,
          json,
          quoting.map((one) => `version: 2\nversion: 2\n${one}`),
          quoting.map((one) => `<|start|>${one}`),
        ),
        (name, text) => {
          const settings = levels[0] as (typeof levels)[number];
          const once = fixed(name, text, settings);
          assert.equal(fixed(name, once, settings), once);
        },
      ),
      { numRuns: runs, seed },
    );
  });
});

suite('what is a transcript', () => {
  const kindOf = (text: string, name = 'x.txt', dialect?: 'harmony') => {
    const document = openDocument(name, 'ocml', 0, text, dialect);
    assert.ok(document instanceof Transcript);
    return textKind(document);
  };

  test('as it is typed, and however it begins', () => {
    for (const text of [
      '',
      ' \n',
      '\uFEFF',
      'version: 2.2',
      'version: 2.2\n',
      'version:',
      'name: a\nversion: 2.2\n',
      '<|start|>',
      '<|start|>user<|message|>Hi',
      '<|im_start|>user\nHi',
      'analysis<|message|>x',
      'assistant<|channel|>final<|message|>x',
      '<think>x</think>y',
      '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>',
      '<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>',
      '<|begin_of_text|>',
      'see `<|start|>` there',
      '<start|>user<|message|>Hi<|end|>'.replace('<start|>', '<|Start|>'),
    ])
      assert.equal(kindOf(text), 'transcript', JSON.stringify(text));
  });

  test('by its name, or by choice', () => {
    for (const text of ['name: a', 'hello']) {
      assert.equal(kindOf(text), 'other');
      assert.equal(kindOf(text, 'x.ocml'), 'transcript');
      assert.equal(kindOf(text, 'x.txt', 'harmony'), 'transcript');
    }
  });

  test('edits turn one into the other, and the problems with it', () => {
    const document = openDocument('x.txt', 'ocml', 0, 'name: a\nname: b\n', undefined) as Transcript;
    const checker = createChecker(document, { strict: false, levels: {} });
    const codes = () => {
      checker.update();
      return checker.problems(9).problems.map(({ problem }) => problem.code);
    };
    assert.deepEqual(codes(), ['not-a-transcript']);
    document.replace(0, 0, 'version: 2.2\n');
    assert.ok(codes().includes('document-key-duplicate'));
    assert.ok(!codes().includes('not-a-transcript'));
    document.replace(0, 'version: 2.2\n'.length, '');
    assert.deepEqual(codes(), ['not-a-transcript']);
    document.replace(document.length, document.length, '<|start|>user<|message|>Hi<|end|>');
    assert.ok(!codes().includes('not-a-transcript'));
  });
});
