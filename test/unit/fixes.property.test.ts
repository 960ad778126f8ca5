/**
 * Fixes in random malformed documents. Each fix removes its fault, adds no fault except those that the fault concealed, and does not change
 * bodies.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits, fixAll } from '../../server/src/fixes/fix-all.ts';
import type { Level } from '../../server/src/rules/support/rule.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { applications, checked, faultOf, tally } from '../support/fix.ts';
import { newlyShown } from '../support/reveal.ts';
import { edits, replacements, type Sample, samples } from './random-edits.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);

const levels: Record<string, Level> = {};
const documents = fc.tuple(samples({ maxLength: 8 }), fc.array(edits, { maxLength: 4 })).map(
  ([{ choice, text }, list]): Sample => ({
    choice,
    text: list
      .flatMap((edit) => replacements(edit, text))
      .reduce((all, { start, end, insert }) => all.slice(0, start) + insert + all.slice(end), text),
  }),
);

test('each fix', () => {
  fc.assert(
    fc.property(documents, ({ choice, text }) => {
      const before = checked(text, choice, levels);
      for (const application of applications(before)) assert.equal(faultOf(before, application, choice, levels), '');
    }),
    { numRuns: runs, seed },
  );
});

test('all safe fixes at once', () => {
  fc.assert(
    fc.property(documents, ({ choice, text }) => {
      const before = checked(text, choice, levels);
      const fixed = fixAll(before.transcript, { strict: false, levels });
      assert.equal(applyEdits(text, fixed.edits), fixed.text);
      const after = checked(fixed.text, choice, levels);
      assert.deepEqual(after.contents, before.contents);
      assert.deepEqual(after.meanings, before.meanings);
      assert.deepEqual(newlyShown(before.transcript, fixed.text), []);
      assert.ok(after.problems.length <= before.problems.length);
      const had = tally(before.problems);
      for (const [code, count] of tally(after.problems)) assert.ok(count <= (had.get(code) ?? 0), code);
    }),
    { numRuns: runs, seed },
  );
});
