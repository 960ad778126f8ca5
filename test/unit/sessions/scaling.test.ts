/** Reading a log with repetitions takes time in proportion to its length: twice the log takes twice the steps. */
import '../../support/scaling/counting.ts';
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { ask } from '../../attack/leaks/views.ts';
import { stopCounting, takeSteps } from '../../support/scaling/steps.ts';
import { chain } from '../../support/sessions/claude-code.ts';
import { linesOf, openSession, problemsIn, toldIn } from '../../support/sessions/telling.ts';

after(stopCounting);

const user = (uuid: string, parentUuid: string | null, content: unknown, rest: object = {}) => ({
  ...{ type: 'user', uuid, parentUuid, sessionId: 's', message: { role: 'user', content }, ...rest },
});
const many = (n: number, one: (i: number) => object) => linesOf(Array.from({ length: n }, (_, i) => one(i)));

const logs: Readonly<Record<string, (n: number) => string>> = {
  'a chain of parents': chain,
  'a circle of parents': (n) => many(n, (i) => user(`u${i}`, `u${(i + 1) % n}`, 'x')),
  'branches from one record': (n) => many(n, (i) => user(`u${i}`, i === 0 ? null : 'u0', `branch ${i}`)),
  'branches from each record': (n) => many(n, (i) => user(`u${i}`, i < 2 ? null : `u${i - 2}`, `branch ${i}`)),
  'sub-agents': (n) => many(n, (i) => user(`u${i}`, null, 'x', { isSidechain: true, agentId: `a${i % 50}` })),
  'sessions mixed': (n) => many(n, (i) => user(`u${i}`, i < 9 ? null : `u${i - 9}`, 'x', { sessionId: `s${i % 9}` })),
  'one id for all records': (n) => many(n, (i) => user('u', i === 0 ? null : 'u', `x${i}`)),
  'a long line': (n) => linesOf([user('u0', null, 'word '.repeat(n * 20)), user('u1', 'u0', 'x')]),
  'blocks in a line': (n) =>
    linesOf([
      user(
        'u0',
        null,
        Array.from({ length: n }, (_, i) => ({ type: 'text', text: `x${i}` })),
      ),
    ]),
  'turns taken back': (n) =>
    many(n, (i) =>
      i % 2 === 0
        ? {
            type: 'response_item',
            payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: `${i}` }] },
          }
        : { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } },
    ),
};

function stepsOf(text: string): number {
  takeSteps();
  toldIn(text);
  problemsIn(text);
  ask(openSession(text), { branch: 'all' });
  return takeSteps();
}

suite('twice the log takes twice the steps', () => {
  for (const [name, log] of Object.entries(logs))
    test(name, () => {
      const [few, double] = [stepsOf(log(400)), stepsOf(log(800))];
      assert.ok(double <= 2.3 * few + 300_000, `${few} steps, then ${double}`);
      const quadruple = stepsOf(log(1600));
      assert.ok(quadruple <= 2.3 * double + 300_000, `${double} steps, then ${quadruple}`);
    });
});
