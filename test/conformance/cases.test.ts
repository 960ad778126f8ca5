/** Every row of the table of cases: valid texts have no error or warning, and faulty ones have the expected code at the expected place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pending } from './pending.ts';
import { type Outcome, resultOf, runCases } from './run-cases.ts';

test('the cases, through checker, server and command line', { timeout: 300_000 }, async (t) => {
  const outcomes = await runCases();
  for (const outcome of outcomes) {
    await t.test(outcome.row.id, () => {
      const failed = resultOf(outcome) === 'failed';
      if (pending.has(outcome.row.id)) assert.ok(failed, 'passes: take it from the list of those that are pending');
      else if (failed) assert.fail(outcome.notes.join('\n'));
    });
  }
  const applies = outcomes.filter((outcome: Outcome) => resultOf(outcome) !== 'not applicable');
  assert.equal(outcomes.length - applies.length, 30, 'rows that need what is not there yet');
});
