/**
 * Refactorings of random documents with random selections cause no problems and keep the bodies. Their titles announce if they show hidden
 * text to users.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits, placeEdits } from '../../server/src/fixes/fix-all.ts';
import { validateFix } from '../../server/src/fixes/proof/prove.ts';
import { documentRefactorings, refactorings, targetAt } from '../../server/src/refactorings/index.ts';
import type { Span } from '../../server/src/syntax/span.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { checked, tally } from '../support/fix.ts';
import { newlyShown } from '../support/reveal.ts';
import { edits, replacements, type Sample, samples } from './random-edits.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);

const documents = fc.tuple(samples({ maxLength: 8 }), fc.array(edits, { maxLength: 2 })).map(
  ([{ choice, text }, list]): Sample => ({
    choice,
    text: list
      .flatMap((edit) => replacements(edit, text))
      .reduce((all, { start, end, insert }) => all.slice(0, start) + insert + all.slice(end), text),
  }),
);
/** Random selections with their length, anywhere in a text or within a body. */
const places = fc.record({ from: fc.nat(1000), length: fc.oneof(fc.constant(0), fc.nat(80)), inBody: fc.boolean() });

/** Returns the selection in a transcript. With `inBody`, it is within the body of a message, if there is a body. */
function selectionIn({ length, blocks }: Transcript, place: { from: number; length: number; inBody: boolean }): Span {
  const messages = [...blocks].filter(({ kind, bodyStart, bodyEnd }) => kind === 'message' && bodyEnd > bodyStart);
  const block = place.inBody ? messages[place.from % messages.length] : undefined;
  if (block === undefined) {
    const start = place.from % (length + 1);
    return { start, end: Math.min(length, start + place.length) };
  }
  const base = blocks.placeOf(block)?.start ?? 0;
  const start = block.bodyStart + (place.from % (block.bodyEnd - block.bodyStart));
  return { start: base + start, end: base + Math.min(block.bodyEnd, start + (place.length % 12)) };
}

/** Joins the contents of the messages, to compare them regardless of where they are divided. */
const together = (contents: readonly string[]) => contents.join('');
const conserving = /^(?:Split|Extract|Merge|Wrap in `<\|literal\|>`$|Unwrap|Renumber|Mark)/;

test('refactorings', () => {
  const offered = new Map<string, number>();
  fc.assert(
    fc.property(documents, places, ({ choice, text }, place) => {
      const before = checked(text, choice);
      const { transcript, checker, contents } = before;
      const target = targetAt(selectionIn(transcript, place), checker.context);
      const first = transcript.blocks.at(0);
      if (first === undefined) return;
      const own = target?.block ?? first;
      const proposals = [
        ...(target ? refactorings.flatMap(({ propose }) => propose(target)) : []),
        ...documentRefactorings.map(({ propose }) => propose(checker.context)),
      ];
      for (const proposal of proposals) {
        const fix = proposal && validateFix(proposal, own, before);
        if (fix === undefined) continue;
        const { title } = fix;
        offered.set(title.split(' ')[0] ?? '', (offered.get(title.split(' ')[0] ?? '') ?? 0) + 1);
        const changed = applyEdits(text, placeEdits(fix, own, transcript));
        const after = checked(changed, choice);
        const had = tally(before.problems);
        for (const [code, count] of tally(after.problems))
          assert.ok(count <= (had.get(code) ?? 0), `${title}: ${code} came in ${JSON.stringify(changed)}`);
        if (conserving.test(title)) assert.equal(together(after.contents), together(contents), title);
        assert.ok(fix.changesBody || together(after.contents) === together(contents), title);
        assert.ok(!fix.changesBody || /\bbod(?:y|ies)\b/.test(title), `${title} does not say that it changes a body`);
        if (newlyShown(transcript, changed).length > 0) assert.match(title, /\(shows hidden text to users\)$/);
      }
    }),
    { numRuns: runs, seed },
  );
  for (const word of ['Split', 'Extract', 'Wrap']) assert.ok(offered.has(word), `${word} was never offered`);
});
