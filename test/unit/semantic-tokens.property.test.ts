/**
 * After edits, the delta of semantic tokens turns the old tokens into the new ones. A request for a range returns the same tokens as a
 * request for the whole document.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { delta, full, inRange } from '../../server/src/features/semantic-tokens/semantic-tokens-in.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { applied, readTokens } from '../support/semantic.ts';
import { edits, replacements, samples } from './random-edits.ts';

const runs = howMany(150);
const seed = seedOf(20_261_122);

test('delta equals full equals that of a fresh parse', () => {
  fc.assert(
    fc.property(
      samples({ maxLength: 40 }),
      fc.array(edits, { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 1000 }),
      ({ choice, text }, list, where) => {
        const how = choice === undefined ? {} : { dialect: choice };
        const transcript = new Transcript('test:', 'ocml', 0, text, how);
        let { data, resultId = '' } = full(transcript);
        let expected = text;
        for (const edit of list) {
          for (const { start, end, insert } of replacements(edit, expected)) {
            transcript.replace(start, end, insert);
            expected = expected.slice(0, start) + insert + expected.slice(end);
          }
          const answer = delta(transcript, resultId);
          data = 'edits' in answer ? applied(data, answer.edits) : answer.data;
          resultId = answer.resultId ?? '';
          const fresh = new Transcript('test:', 'ocml', 0, expected, how);
          assert.deepEqual(data, full(fresh).data);
          inOrder(fresh, data);
          rangeIsPart(fresh, data, Math.round((where / 1000) * expected.length));
        }
      },
    ),
    { numRuns: runs, seed },
  );
});

/** Asserts that no token is empty, overlaps the one before it, or extends past the end of its line. */
function inOrder(transcript: Transcript, data: readonly number[]): void {
  let before = { line: 0, end: 0 };
  for (const { line, character, length } of readTokens(data)) {
    assert.ok(length > 0 && (line > before.line || character >= before.end), `${line}:${character}`);
    before = { line, end: character + length };
    assert.ok(before.end <= transcript.getLineRange(line).end.character, `${line}:${character} ends with its line`);
  }
}

function rangeIsPart(transcript: Transcript, data: readonly number[], offset: number): void {
  const range = { start: transcript.positionAt(offset), end: transcript.positionAt(offset + 200) };
  const from = transcript.offsetAt(range.start);
  const to = transcript.offsetAt(range.end);
  const expected = readTokens(data).filter((token) => {
    const start = transcript.offsetAt(token);
    return start < to && start + token.length > from;
  });
  assert.deepEqual(readTokens(inRange(transcript, range).data), expected);
}
