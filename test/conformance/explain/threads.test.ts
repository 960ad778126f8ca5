/** Explanations of texts from public threads: the fault, the word at fault, and the repaired text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { causes } from '../../../server/src/explain/causes.ts';
import { type Explanation, explain, explainError } from '../../../server/src/explain/explain.ts';
import { parserNamed } from '../../../server/src/explain/parsers/index.ts';
import { parserNames } from '../../../server/src/explain/parsers/names.ts';
import { report } from '../../../server/src/explain/report.ts';
import { knownErrors } from '../../../server/src/explain/server-errors.ts';
import { codes } from '../../../server/src/rules/index.ts';
import { root } from '../../support/root.ts';
import { threads } from './threads.ts';

for (const { url, input, parser, expected } of threads) {
  test(url, () => {
    const explanation = explain(input, parser === undefined ? {} : { parser });
    const text = report(explanation, (code) => code).join('\n');
    assert.match(text, /What to do: |^Accepted\b/m, 'it says what to do');
    if ('errors' in explanation) {
      assert.equal(expected.parser, 'error');
      assert.equal(explanation.errors[0]?.pages[0], expected.page);
      return;
    }
    holds(explanation, expected);
  });
}

function holds(
  { parser, accepted, stop, repaired, output }: Explanation,
  expected: (typeof threads)[number]['expected'],
): void {
  assert.deepEqual([parser.name, accepted, stop?.kind], [expected.parser, expected.accepted, expected.kind]);
  if (expected.error !== undefined) assert.equal(stop?.text?.slice(0, expected.error.length), expected.error);
  if (expected.token !== undefined) assert.equal(stop?.token, expected.token);
  if (expected.word !== undefined) assert.equal(stop?.word?.text, expected.word);
  if (expected.repaired !== undefined) assert.equal(repaired?.text ?? false, expected.repaired);
  if (stop === undefined) return;
  assert.equal(output.slice(stop.start, stop.end), stop.token);
  if (repaired?.accepted) assert.equal(parserNamed(parser.name)?.read(repaired.text).accepted, true);
}

test('there are thirty of them, each from a place of its own', () => {
  const places = new Set(threads.map(({ url }) => url));
  assert.ok(places.size >= 30 && places.size === threads.length);
});

suite('the page', () => {
  const page = readFileSync(join(root, 'docs/explain.md'), 'utf8').replaceAll('\\|', '|');
  test('has every parser, every error text of a server, and every thread', () => {
    const errors = knownErrors.map(({ text }) => text.split('…')[0] as string);
    const wanted = [
      ...parserNames.map((name) => `| \`${name}\` |`),
      ...errors,
      ...threads.map(({ url }) => url.split('#')[0] as string),
    ];
    assert.deepEqual(
      wanted.filter((text) => !page.includes(text)),
      [],
    );
  });

  test('what errors lead to exists', () => {
    const pages = new Set(Object.values(causes).flatMap((cause) => cause.pages));
    assert.deepEqual(
      [...pages].filter((code) => !codes.includes(code)),
      [],
    );
    assert.deepEqual(
      knownErrors.filter(({ kind }) => causes[kind] === undefined),
      [],
    );
  });

  test('the error texts of servers are found by themselves and by their parts', () => {
    for (const { text } of knownErrors) {
      assert.ok(explainError(text.replaceAll('…', 'x')), text);
      assert.ok(explainError(text.split('…')[0]?.slice(0, 24) as string), text);
    }
  });
});
