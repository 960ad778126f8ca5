/** A stream shows the same as the view of the whole text, in every family, however the text is cut into pieces. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { families } from '../../server/src/syntax/families/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { isRefusal, writeMessage } from '../../server/src/write/index.ts';
import { rows } from '../conformance/expectations.ts';
import { differences, streamed } from '../support/stream.ts';
import { samples } from './random-edits.ts';
import { saidIn } from './write-samples.ts';

const runs = Number(process.env.OCML_RUNS ?? 100);
const seed = Number(process.env.OCML_SEED ?? 20_250_801);

/** Lengths of pieces, either all equal or mixed. */
const lengths = fc.oneof(
  fc.constantFrom(1, 2, 3, 4096).map((length) => [length]),
  fc.array(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4096 })), {
    minLength: 1,
    maxLength: 20,
  }),
);
const cycle = (list: readonly number[]) => {
  let at = 0;
  return () => list[at++ % list.length] as number;
};

const profile = 'version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n';

suite('a stream in pieces is the whole', () => {
  for (const family of Object.values(families)) {
    test(`messages of ${family.id}`, () => {
      fc.assert(
        fc.property(
          fc.array(saidIn(family), { minLength: 1, maxLength: 3 }),
          lengths,
          fc.boolean(),
          (list, sizes, thoughtless) => {
            const texts = list.map((said) => writeMessage(said, family, '\n')).filter((text) => !isRefusal(text));
            const text =
              (family.has.profile ? profile : '') + texts.map((one) => (typeof one === 'string' ? one : '')).join('');
            assert.deepEqual(differences(text, family.dialect, cycle(sizes), { thoughtless }), [], text);
          },
        ),
        { numRuns: runs, seed },
      );
    });
  }

  test('transcripts with faults', () => {
    fc.assert(
      fc.property(samples({ maxLength: 10 }), lengths, fc.boolean(), ({ text, choice }, sizes, thoughtless) => {
        const dialect = choice ?? new Transcript('test:', 'ocml', 0, text).dialect;
        assert.deepEqual(differences(text, dialect, cycle(sizes), { thoughtless }), [], text);
      }),
      { numRuns: runs, seed },
    );
  });

  test('the events of a text do not depend on the pieces, but for where deltas are cut', () => {
    fc.assert(
      fc.property(samples({ maxLength: 8 }), lengths, ({ text, choice }, sizes) => {
        const options = { debug: true, ...(choice && { choice: { dialect: choice } }) };
        const joined = (next: () => number) => {
          const all: { event: string; delta?: string | undefined }[] = [];
          for (const { delta, ...event } of streamed(text, next, options).events) {
            const last = all.at(-1);
            const { delta: _, ...about } = last ?? {};
            if (last && delta !== undefined && JSON.stringify(about) === JSON.stringify(event)) last.delta += delta;
            else all.push({ ...event, delta });
          }
          return all;
        };
        assert.deepEqual(
          joined(cycle(sizes)),
          joined(() => 1),
          text,
        );
      }),
      { numRuns: runs, seed },
    );
  });
});

test('the cases of the specifications, in pieces', () => {
  const dialects = new Set(Object.values(families).map(({ dialect }) => dialect as string));
  let tried = 0;
  for (const { language, positive, negative } of rows) {
    if (!dialects.has(language)) continue;
    for (const example of [positive, negative]) {
      if (!example?.executable || typeof example.text !== 'string') continue;
      for (const dialect of [language as 'harmony', undefined]) {
        for (const sizes of [[1], [3, 1, 7], [4096]]) {
          tried++;
          assert.deepEqual(differences(example.text, dialect, cycle(sizes), {}), [], example.text);
        }
      }
    }
  }
  assert.ok(tried > 1000, `${tried}`);
});
