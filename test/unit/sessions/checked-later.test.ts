/** While a log grows, its known problems are kept. The whole log is checked again only when there is time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonChecker } from '../../../server/src/checker/json/checker.ts';
import { linesOf, openSession } from '../../support/sessions/telling.ts';

const base = { sessionId: 's', timestamp: '2026-01-01T00:00:00Z' };
const question = { ...base, uuid: 'u0', parentUuid: null, type: 'user', message: { role: 'user', content: 'Hi' } };
const call = (n: number) => ({
  ...{ ...base, uuid: `u${n}`, parentUuid: `u${n - 1}`, type: 'assistant' },
  message: {
    ...{ id: `m${n}`, role: 'assistant' },
    content: [{ type: 'tool_use', id: `c${n}`, name: 'Bash', input: { command: 'ls' } }],
  },
});
const reply = (n: number, to: string) => ({
  ...{ ...base, uuid: `u${n}`, parentUuid: `u${n - 1}`, type: 'user' },
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: to, content: 'done' }] },
});

test('what was known stays, nothing is checked, and the rest is said later', () => {
  const document = openSession(linesOf([question, call(1), reply(2, 'nobody')]));
  const checker = new JsonChecker(document, { strict: false, levels: {} });
  const codesNow = (mayWait: boolean) => {
    const { problems, complete } = checker.problems(100, Number.POSITIVE_INFINITY, mayWait);
    return { codes: problems.map(({ problem }) => problem.code), complete };
  };
  const first = codesNow(true);
  assert.ok(first.complete && first.codes.length > 0);
  const end = document.positionAt(document.length);
  document.update([{ range: { start: end, end }, text: linesOf([call(3), reply(4, 'nobody else')]) }], 2);
  assert.deepEqual(codesNow(true), { codes: first.codes, complete: false });
  const all = codesNow(false);
  assert.ok(all.complete && all.codes.length > first.codes.length);
  assert.deepEqual(codesNow(true), all);
});
