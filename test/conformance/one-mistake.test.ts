/**
 * One mistake causes one problem. In a valid document of each family, every token, word and bracket is changed by each kind of mistake.
 *
 * Each change may cause at most one error or warning, except for the combinations in a table.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { check, marked } from '../support/check.ts';
import { documents } from './mistakes/documents.ts';
import { may } from './mistakes/may.ts';

/** Matches the pieces in which a mistake is made: tokens, tags, JSON strings, attributes, words, brackets and spaces. */
const pieces = /<\|\w+\|>|<\/?\w+>|"(?:[^"\\]|\\.)*"|[\w.]+=|[\w.]+|[{}[\],:"]|[^\S\n]+|\n/g;

/** The kinds of mistakes, by their effect on a piece. */
const mistakes: Readonly<Record<string, (piece: string) => string>> = {
  lost: () => '',
  twice: (piece) => piece + piece,
  'letters exchanged': (piece) =>
    piece.length < 4 ? `${piece}x` : piece.replace(/[a-z]{3,}/, ([a, b, c, ...rest]) => [a, c, b, ...rest].join('')),
  'cut at its end': (piece) => piece.slice(0, -1),
  'cut at its beginning': (piece) => piece.slice(1),
  capital: (piece) => piece.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  'no-break space': (piece) => piece.replace(/ /, '\u00a0'),
};

const serious = (text: string, dialect: AnyDialectId) =>
  check(text, { dialect }).filter(({ severity }) => severity === 'error' || severity === 'warning');

for (const { name, dialect, text, least } of documents) {
  suite(name, () => {
    test('has no problem', () => {
      assert.deepEqual(serious(text, dialect), []);
    });

    for (const [kind, change] of Object.entries(mistakes)) {
      test(kind, () => {
        for (const { 0: piece, index } of text.matchAll(pieces)) {
          const changed = text.slice(0, index) + change(piece) + text.slice(index + piece.length);
          if (changed === text) continue;
          const codes = serious(changed, dialect).map(({ code }) => code);
          if (codes.length < 2) continue;
          const where = `${JSON.stringify(changed.slice(Math.max(0, index - 40), index + 40))}: ${codes.join(', ')}`;
          assert.ok(may(dialect, codes), where);
        }
      });
    }

    test('and most mistakes are found', () => {
      const all = [...text.matchAll(pieces)].filter(([piece]) => /^<|[{}[\]:"]|=$/.test(piece));
      const found = all.filter(
        ({ 0: piece, index }) => serious(text.slice(0, index) + text.slice(index + piece.length), dialect).length > 0,
      );
      assert.ok(found.length / all.length >= least, `${found.length} of ${all.length}`);
    });
  });
}

/** Mistakes that involve more than one piece, and the problem that is reported for each. */
const others: readonly [dialect: AnyDialectId, text: string, problem: string][] = [
  ['openchatml-0.1', '<|im_start|>user name= Eric\nHi<|im_end|>', 'E-PARSE-HEADER «name= Eric»'],
  ['openchatml-0.1', '<|im_start|>user name==Eric\nHi<|im_end|>', 'E-PARSE-HEADER «name==Eric»'],
  ['openchatml-2.2', 'version: 2.2\n<|start|>user name= Eric<|message|>Hi<|end|>', 'E-PARSE-HEADER «Eric»'],
  [
    'harmony',
    '<|start|>assistant to = functions.f<|channel|>commentary json<|message|>{}<|call|>',
    'E-PARSE-HEADER «to = functions.f»',
  ],
  [
    'harmony',
    '<|start|>assistant to= functions.f<|channel|>commentary json<|message|>{}<|call|>',
    'E-PARSE-HEADER «functions.f»',
  ],
  ...[' json', ' <|constrain|>json', ''].flatMap((type): [AnyDialectId, string, string][] => [
    [
      'harmony',
      `<|channel|>commentary to = functions.f${type}<|message|>{}<|call|>`,
      'E-PARSE-HEADER «to = functions.f»',
    ],
    ['harmony', `<|channel|>commentary to= functions.f${type}<|message|>{}<|call|>`, 'E-PARSE-HEADER «functions.f»'],
  ]),
  [
    'openchatml-2.2',
    'version: 2.2\n<|start|>assistant to = functions.f call_id=c<|channel|>commentary<|constrain|>json<|message|>{}<|call|>',
    'E-PARSE-HEADER «to = functions.f»',
  ],
  [
    'openchatml-json',
    '{"role":"tool","name":"functions.f","call_id":"c1","to":"us er","content":"x"}',
    'json-state-invented «"us er"»',
  ],
  ['openchatml-json', '{"role":"user","content":"Hi"}\n{"role":"assistant","channel":"fin', 'wire-json «"»'],
  ['messages', '[{"role":"user","content":"Hi"},\n{"role":"assistant","content":"fin', 'wire-json «"»'],
  ['messages', '[{"role":"user","content":"Hi"},\n{"role":"assistant","content":', 'wire-json «:»'],
  // A lost id is reported at the call; its reply is not reported as unmatched.
  [
    'openchatml-2.2',
    'version: 2.2\n<|start|>assistant to=functions.f<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n<|start|>tool name=functions.f call_id=c1<|message|>{"ok":true}<|end|>',
    'call-id-missing «to=functions.f»',
  ],
  [
    'openchatml-json',
    '[{"role":"assistant","channel":"commentary","tool_call":{"recipient":"functions.f","arguments":"{}"}},{"role":"tool","name":"functions.f","call_id":"c1","content":"{\\"ok\\":true}"}]',
    'call-id-missing «{"recipient":"functions.f","arguments":"{}"}»',
  ],
  // A marker in a JSON string ends the message. The string is reported, and nothing after it.
  [
    'harmony',
    '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a": "x <|end|> y"}<|call|>',
    'E-CALL-SCHEMA «"»',
  ],
  [
    'openchatml-2.2',
    'version: 2.2\n<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|constrain|>json<|message|>{"a": "x <|end|> y"}<|call|>',
    'E-BODY-CONSTRAINT-VIOLATION «"»',
  ],
  [
    'openchatml-0.1',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": "x <|im_end|> y"}}\n</tool_call><|im_end|>',
    'function-json «<tool_call>»',
  ],
  [
    'openchatml-0.1',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {"a": "x <|im_end|> y"}}<|im_end|>',
    'function-json «"»',
  ],
];

for (const [dialect, text] of others.filter(([, text]) => /x <\|/.test(text))) {
  for (const between of [' ', '\n', '\n\n  ', '\ny\n']) {
    test(`a marker in a string, then ${JSON.stringify(between)}: ${text}`, () => {
      const [problem, ...more] = serious(text.replace(/(x <\|\w+\|>) y/, `$1${between}`), dialect);
      assert.match(
        problem?.message ?? '',
        /`<\|\w+\|>` ends the body in the middle of (?:this|a) string.* write `\\u003c/,
      );
      assert.deepEqual(more, []);
    });
  }
}

test('a line break in the string before the marker changes nothing', () => {
  const text = '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a": "x\ny <|end|> z"}<|call|>';
  const [problem, ...more] = serious(text, 'harmony');
  assert.match(problem?.message ?? '', /`<\|end\|>` ends the body in the middle of this string/);
  assert.deepEqual(more, []);
});

suite('mistakes of more than one piece', () => {
  for (const [dialect, text, problem] of others) {
    test(text, () => {
      const found = serious(text, dialect).map((one) => `${one.code} ${marked(text, one)}`);
      assert.deepEqual(found, [problem]);
    });
  }
});

test('a space that cannot be told from an ordinary one is named', () => {
  for (const [dialect, text] of [
    ['harmony', '<|start|>assistant<|channel|>\u00a0final<|message|>Hi<|return|>'],
    ['openchatml-0.1', '<|im_start|>user\u00a0name=Eric\nHi<|im_end|>'],
    ['openchatml-2.2', 'version: 2.2\n<|start|>user\u00a0name=Eric<|message|>Hi<|end|>'],
  ] as const) {
    const [problem] = serious(text, dialect);
    assert.match(problem?.message ?? '', /a no-break space, U\+00A0/, text);
  }
});
