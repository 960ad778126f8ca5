/** A log with more records than are read has the first ones, and reports the rest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChecker } from '../../../server/src/documents/document.ts';
import { MAX_SESSION_RECORDS } from '../../../server/src/grammar/agent-sessions.ts';
import { openSession, toldIn } from '../../support/sessions/telling.ts';

const recordOf = (_: unknown, i: number) =>
  JSON.stringify({
    ...{ type: 'user', uuid: `u${i}`, parentUuid: i === 0 ? null : `u${i - 1}`, sessionId: 's' },
    message: { role: 'user', content: `says u${i}` },
  });

test('of more records than the maximum, the first are read, and the rest are counted', () => {
  const text = Array.from({ length: MAX_SESSION_RECORDS + 10 }, recordOf).join('\n');
  assert.equal(toldIn(text).length, MAX_SESSION_RECORDS);
  const { problems } = createChecker(openSession(text), { strict: false, levels: {} }).problems(100);
  assert.deepEqual(
    problems.map(({ problem: { code, severity } }) => `${code} ${severity}`),
    ['session-record warning'],
  );
  assert.match(problems[0]?.problem.message ?? '', /^This log has more than 250,000 records, /);
});
