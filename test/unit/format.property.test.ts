/**
 * Formatting random documents does not change bodies or meanings, add problems, or reveal hidden text. Formatting twice gives the same
 * result as formatting once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../server/src/fixes/fix-all.ts';
import { formatText } from '../../server/src/format/text.ts';
import type { Level } from '../../server/src/rules/support/rule.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { checked, tally } from '../support/fix.ts';
import { newlyShown } from '../support/reveal.ts';
import { edits, replacements, type Sample, samples } from './random-edits.ts';

const runs = howMany(500);
const seed = seedOf(20_250_801);

const levels: Record<string, Level> = {};
const documents = fc.tuple(samples({ maxLength: 8 }), fc.array(edits, { maxLength: 3 })).map(
  ([{ choice, text }, list]): Sample => ({
    choice,
    text: list
      .flatMap((edit) => replacements(edit, text))
      .reduce((all, { start, end, insert }) => all.slice(0, start) + insert + all.slice(end), text),
  }),
);
const layouts = fc.record({
  lines: fc.constantFrom(undefined, 'compact' as const, 'expand' as const),
  keepOrder: fc.boolean(),
});

/** Problems that formatting may cause. Some layouts add gaps between messages, which Harmony's parser rejects. */
const allowed = new Set(['harmony-frame-gap']);

test('formatting keeps what is said and seen, and is done once', () => {
  let changed = 0;
  fc.assert(
    fc.property(documents, layouts, ({ choice, text }, layout) => {
      const before = checked(text, choice, levels);
      const list = formatText(before.transcript, layout);
      list.forEach(({ start, end }, i) => {
        assert.ok(start >= (list[i - 1]?.end ?? 0) && end >= start, 'edits are in order and apart');
      });
      if (list.length === 0) return;
      changed++;
      const formatted = applyEdits(text, list);
      const after = checked(formatted, choice, levels);
      assert.equal(after.transcript.family, before.transcript.family);
      assert.deepEqual(after.contents, before.contents);
      assert.deepEqual(after.meanings, before.meanings);
      assert.deepEqual(newlyShown(before.transcript, formatted), []);
      const had = tally(before.problems);
      for (const [code, count] of tally(after.problems))
        assert.ok(allowed.has(code) || count <= (had.get(code) ?? 0), `${code} came`);
      assert.deepEqual(formatText(after.transcript, layout), []);
    }),
    { numRuns: runs, seed },
  );
  assert.ok(changed > runs / 10, `only ${changed} documents were changed`);
});
