/** Problems of a configuration are reported on the smallest part that has a name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkConfiguration } from '../../server/src/lsp/configuration-problems.ts';

/** Returns the text of each problem, with the beginning of its message. */
const marked = (text: string) =>
  checkConfiguration(text).map(({ start, end, message }) => [text.slice(start, end), message.split(/[;,:]/)[0]]);

test('each thing is marked where it is', () => {
  const text = [
    'strict: perhaps',
    'dialct: harmony',
    'rules:',
    '  stray-text: of',
    '  stray-txt: off',
    'overrides:',
    '  - files: ["*.harmony"]',
    '    strict: 1',
    '  - strict: true',
    '  - files: "x"',
  ].join('\n');
  assert.deepEqual(
    marked(text).map(([at]) => at),
    [
      ...['strict: perhaps', 'dialct: harmony', 'strict: 1', 'strict: true', 'files: "x"'],
      ...['stray-text: of', 'stray-txt: off'],
    ],
  );
});

test('what is not YAML is marked where it is not; what is right has nothing', () => {
  const text = 'strict: true\nrules: {a: off\n';
  const [[at, message] = [], ...more] = marked(text);
  assert.deepEqual(more, []);
  assert.match(String(message), /^is not YAML/);
  assert.ok(text.indexOf(String(at)) >= text.indexOf('{'), String(at));
  assert.deepEqual(marked('strict: true\nrules:\n  stray-text: off\n'), []);
  assert.deepEqual(marked(''), []);
});

test('hostile texts have an answer', () => {
  for (const text of [
    '['.repeat(100_000),
    'a: {'.repeat(3000),
    '- '.repeat(100_000),
    '? '.repeat(100_000),
    'a: &a [*a, *a]\nb: *a',
    '__proto__: 1\nconstructor: {toString: 1}',
    '? [a, b]\n: 1',
    '\uFEFFstrict: 1',
    '- 1',
    'x',
  ])
    for (const { start, end } of checkConfiguration(text)) assert.ok(start >= 0 && end >= start, text.slice(0, 20));
});
