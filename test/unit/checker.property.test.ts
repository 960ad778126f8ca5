/** After any edit, the checker reports the same problems as a new check of the text. It keeps its results for unchanged blocks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Checker } from '../../server/src/checker/checker.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { type Edit, edits, replacements, type Sample, samples } from './random-edits.ts';

const longestOpener = '<|start_header_id|>'.length;

const runs = howMany(300);
const seed = seedOf(20_250_801);

/** Rules that are off by default are tested as well. */
const settings = {
  strict: false,
  levels: { 'cot-retained': 'hint', 'token-unknown': 'hint', 'document-key-unknown': 'hint' },
} as const;

function fail(code: string, error: unknown): never {
  throw new Error(`rule ${code} threw`, { cause: error });
}

test('short transcripts under edit', () => {
  fc.assert(fc.property(samples({ maxLength: 8 }), fc.array(edits, { minLength: 1, maxLength: 6 }), follow), {
    numRuns: runs,
    seed,
  });
});

test('transcripts of several leaves under edit', () => {
  const size = { minLength: 500, maxLength: 1500 };
  fc.assert(fc.property(samples(size), fc.array(edits, { minLength: 1, maxLength: 12 }), follow), {
    numRuns: Math.ceil(runs / 30),
    seed,
    endOnFailure: true,
  });
});

function follow({ choice, text }: Sample, list: readonly Edit[]): void {
  const sequencePair = { begin: '<bos>', end: '<eos>' };
  const how = choice === undefined ? { sequencePair } : { dialect: choice, sequencePair };
  const transcript = new Transcript('test:', 'ocml', 0, text, how);
  const checker = new Checker(transcript, settings, fail);
  let expected = text;
  for (const edit of list) {
    // The problems are computed before every edit, so that stale results would be cached and noticed.
    checker.problems(200);
    for (const { start, end, insert } of replacements(edit, expected)) {
      transcript.replace(start, end, insert);
      expected = expected.slice(0, start) + insert + expected.slice(end);
    }
    checker.update();
    const fresh = new Checker(new Transcript('test:', 'ocml', 0, expected, how), settings, fail);
    assert.deepEqual(report(checker), report(fresh));
    for (const { problem, block } of checker.problems(1e9).problems) {
      assert.ok(problem.start >= 0 && problem.end >= problem.start && problem.end <= block.text.length + longestOpener);
    }
  }
}

/** Returns everything that an editor receives from the checker. */
function report(checker: Checker) {
  const { problems, total, complete } = checker.problems(1e9);
  assert.equal(total, problems.length);
  assert.ok(complete);
  return problems.map((placed) => ({
    ...placed.problem,
    offset: checker.offsetOf(placed),
    range: checker.rangeOf(placed),
    related: placed.problem.related?.map(({ block, start, end, message }) => ({
      message,
      range: checker.rangeIn(block, { start, end }),
    })),
  }));
}
