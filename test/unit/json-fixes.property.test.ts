/**
 * Fixes in random broken JSON. Each fix removes its fault, adds no fault except those that the fault concealed, and loses nothing.
 *
 * Applying safe fixes repeatedly ends.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fixDocument } from '../../server/src/fixes/json/fix-all.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import { jsonDialects } from '../../server/src/grammar/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { sameValue } from '../../server/src/syntax/json/same-value.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { checkedJson, jsonApplications, jsonFaultOf, tallyJson } from '../support/json-fix.ts';
import { newlyShown } from '../support/reveal.ts';
import { documents, edits } from './random-json.ts';

const numRuns = howMany(300);
const seed = seedOf(20_250_801);

const broken = fc.tuple(documents, fc.array(edits, { maxLength: 4 })).map(([text, all]) =>
  all.reduce((current, { from, length, insert }) => {
    const start = Math.floor(from * current.length);
    return current.slice(0, start) + insert + current.slice(start + length);
  }, text),
);

for (const dialect of jsonDialects) {
  test(`${dialect}: each fix`, () => {
    fc.assert(
      fc.property(broken, (text) => {
        const before = checkedJson(text, dialect);
        for (const application of jsonApplications(before)) assert.equal(jsonFaultOf(before, application, {}), '');
      }),
      { numRuns, seed },
    );
  });

  test(`${dialect}: all safe fixes at once`, () => {
    fc.assert(
      fc.property(broken, (text) => {
        const before = checkedJson(text, dialect);
        const { document, inspector } = before;
        const after = checkedJson(applyEdits(text, fixDocument(document, inspector)), dialect, {}, document.lines);
        assert.deepEqual(after.contents, before.contents);
        assert.deepEqual(newlyShown(document, after.text), []);
        const had = tallyJson(before);
        for (const [code, count] of tallyJson(after)) assert.ok(count <= (had.get(code) ?? 0), code);
        assert.deepEqual(fixDocument(after.document, after.inspector), []);
      }),
      { numRuns, seed },
    );
  });
}

test('what the reader repairs is JSON, and says the same', () => {
  let repaired = 0;
  fc.assert(
    fc.property(broken, (text) => {
      const { root, repairs, repairable, faults } = readJson(text);
      if (!repairable || root === undefined) return;
      const after = readJson(applyEdits(text, repairs));
      if (after.faults.length > 0) return;
      if (faults.length > 0) repaired++;
      assert.ok(sameValue(after.root, root), text);
    }),
    { numRuns: numRuns * 4, seed },
  );
  assert.ok(repaired > numRuns / 20, `only ${repaired} were repaired`);
});
