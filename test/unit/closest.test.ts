/** Finds the candidate that the writer of a misspelled word probably meant, if there is one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closest } from '../../server/src/syntax/tokens/closest.ts';

const channels = ['analysis', 'commentary', 'final'];
const rows: readonly (readonly [word: string, candidates: readonly string[], meant: string | undefined])[] = [
  ['finl', channels, 'final'],
  ['Commentray', channels, 'commentary'],
  ['E-CALL-SCHEM', ['call-json', 'E-CALL-SCHEMA'], 'E-CALL-SCHEMA'],
  ['commentary?', channels, 'commentary'],
  // Text that directly follows a candidate is content or another word, so the whole text is not a misspelling.
  ['commentary{"a":1}', channels, undefined],
  ['finalanalysis', channels, undefined],
  ['user\nhi', ['user', 'assistant'], undefined],
  ['|channel|>analysis', channels, undefined],
  ['amount', ['a', 'b'], undefined],
  ['tokens', ['to', 'name'], undefined],
  ['functions.get_user_and_delete', ['functions.get'], undefined],
];

for (const [word, candidates, meant] of rows) {
  test(`${JSON.stringify(word)} → ${meant}`, () => assert.equal(closest(word, candidates), meant));
}
