/** Every row of the table of cases: valid texts without error and warning, faulty ones with the code on the range. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Outcome, resultOf, runCases } from './run-cases.ts';

test('the cases, through checker, server and command line', { timeout: 300_000 }, async (t) => {
  const outcomes = await runCases();
  for (const outcome of outcomes) {
    await t.test(outcome.row.id, () => {
      if (resultOf(outcome) === 'failed') assert.fail(outcome.notes.join('\n'));
    });
  }
  const count = (result: ReturnType<typeof resultOf>) =>
    outcomes.filter((outcome: Outcome) => resultOf(outcome) === result).length;
  assert.equal(count('passed'), 207);
  assert.equal(count('not applicable'), 38);
});
