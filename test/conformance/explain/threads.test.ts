/** What people brought to public threads is explained: what happened, at which word, and how it reads repaired. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Explanation, explain } from '../../../server/src/explain/explain.ts';
import { parserNamed } from '../../../server/src/explain/parsers/index.ts';
import { report } from '../../../server/src/explain/report.ts';
import { threads } from './threads.ts';

for (const { url, input, parser, expected } of threads) {
  test(url, () => {
    const explanation = explain(input, parser === undefined ? {} : { parser });
    const text = report(explanation, (code) => code).join('\n');
    assert.match(text, /What to do: |Accepted\./, 'it says what to do');
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
