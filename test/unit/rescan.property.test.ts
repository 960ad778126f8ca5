/** The effects of edits on a transcript are found without making the edits. They agree with a new parse, and only little text is read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Checker } from '../../server/src/checker/checker.ts';
import { prove } from '../../server/src/fixes/proof/prove.ts';
import { applyEdits, type Replacement } from '../../server/src/fixes/proof/replacement.ts';
import type { Block } from '../../server/src/syntax/block.ts';
import { detectAfter } from '../../server/src/syntax/dialect.ts';
import { rescan } from '../../server/src/syntax/rescan.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { revealed, viewOf } from '../support/reveal.ts';
import { type Edit, edits, replacements, type Sample, samples } from './random-edits.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);

const open = ({ choice, text }: Sample) =>
  new Transcript('test:', 'ocml', 0, text, choice === undefined ? {} : { dialect: choice });

/** Returns the edits of a text that are in order and do not overlap. All other edits are dropped. */
function apart(list: readonly Edit[], text: string): Replacement[] {
  const all = list
    .flatMap((edit) => replacements({ ...edit, to: undefined }, text))
    .map(({ start, end, insert }) => ({ start, end, text: insert }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  return all.filter(({ start }, i) => all.slice(0, i).every(({ end }) => end < start || (end === start && i === 0)));
}

const stateOf = ({ kind, text, headerEnd, bodyStart, bodyEnd, end, terminator, traits, lines }: Block) =>
  JSON.stringify({ kind, text, headerEnd, bodyStart, bodyEnd, end, terminator, traits, lines });

function follow(sample: Sample, list: readonly Edit[]): { readonly all: number; readonly read: number } {
  const transcript = open(sample);
  const { blocks, dialect, family, choice } = transcript;
  const old = [...blocks].map(stateOf);
  const changes = apart(list, sample.text);
  const fresh = open({ ...sample, text: applyEdits(sample.text, changes) });
  const exchanges = rescan(blocks, changes, family);
  if (exchanges === undefined) return { all: 0, read: 0 };
  const detected = detectAfter(blocks, exchanges, choice, family);
  if (detected !== undefined) {
    const same = detected.family === family;
    assert.equal(same, fresh.family === family);
    if (same) {
      const after: string[] = [];
      let at = 0;
      for (const { from, to, blocks: come } of exchanges) {
        assert.ok(from >= at && to >= from);
        after.push(...old.slice(at, from), ...come.map(stateOf));
        at = to;
      }
      assert.deepEqual([...after, ...old.slice(at)], [...fresh.blocks].map(stateOf));
    }
  }
  // The transcript itself is unchanged.
  assert.deepEqual([...blocks].map(stateOf), old);
  assert.equal(transcript.dialect, dialect);
  return { all: old.length, read: exchanges.reduce((sum, { from, to }) => sum + to - from, 0) };
}

test('short transcripts', () => {
  fc.assert(
    fc.property(samples({ maxLength: 8 }), fc.array(edits, { minLength: 1, maxLength: 5 }), (sample, list) => {
      follow(sample, list);
    }),
    { numRuns: runs * 3, seed },
  );
});

test('long ones, of which little is read', () => {
  const size = { minLength: 500, maxLength: 1500 };
  const sums = { all: 0, read: 0 };
  fc.assert(
    fc.property(samples(size), fc.array(edits, { minLength: 1, maxLength: 5 }), (sample, list) => {
      const { all, read } = follow(sample, list);
      sums.all += all;
      sums.read += read;
    }),
    { numRuns: Math.ceil(runs / 15), seed, endOnFailure: true },
  );
  assert.ok(sums.read < sums.all / 10, `${sums.read} of ${sums.all} blocks were read`);
});

/** Whether `text` can be made from `whole` by removing characters. */
function isLeftOf(text: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (text.startsWith(character, at)) at += character.length;
  return at === text.length;
}

test('what edits show is what a proof finds', () => {
  let found = 0;
  fc.assert(
    fc.property(samples({ maxLength: 8 }), fc.array(edits, { minLength: 1, maxLength: 3 }), (sample, list) => {
      const transcript = open(sample);
      // Inserted text is new, so these edits only remove text.
      const changes = apart(list, sample.text).map((edit) => ({ ...edit, text: '' }));
      const after = open({ ...sample, text: applyEdits(sample.text, changes) });
      const shown = revealed(viewOf(transcript), viewOf(after));
      // The remaining text of a visible message was not hidden from users.
      const seen = viewOf(transcript);
      if (shown.every(({ text }) => seen.some((one) => isLeftOf(text, one.text)))) return;
      found++;
      const checker = new Checker(transcript, { strict: false, levels: {} });
      assert.notDeepEqual(prove({ transcript, checker }, changes)?.reveals, [], JSON.stringify([sample.text, changes]));
    }),
    { numRuns: runs * 3, seed },
  );
  assert.ok(found > runs / 20, `${found}`);
});
