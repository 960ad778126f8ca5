/** Hostile logs, and logs of other programs, are read in time proportional to their length, and each fault is reported once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker } from '../../../server/src/documents/document.ts';
import { openSession, toldIn } from '../../support/sessions/telling.ts';

const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
const user = (uuid: string, parentUuid: string | null, more: object = {}) => ({
  ...{ type: 'user', uuid, parentUuid, sessionId: 's', message: { role: 'user', content: `says ${uuid}` } },
  ...more,
});
const found = (text: string) =>
  createChecker(openSession(text), { strict: false, levels: {} })
    .problems(100)
    .problems.map(({ problem: { code, severity, message } }) => `${code} ${severity} ${message.slice(0, 40)}`);

suite('chains of parents', () => {
  const many = 100_000;
  const chain = Array.from({ length: many }, (_, i) => user(`u${i}`, i === 0 ? null : `u${i - 1}`));

  test('a long one is one conversation, with every message once', () => {
    assert.equal(toldIn(lines(chain)).length, many);
  });

  test('a circle of any length ends, and is reported once', () => {
    const circle = [...chain.slice(0, 1000)];
    circle[0] = user('u0', 'u999');
    assert.deepEqual(found(lines(circle)).filter((one) => one.includes('`parentUuid` leads')).length, 1);
    assert.equal(toldIn(lines(circle)).length, 1000);
  });

  test('every record names a parent that is not there', () => {
    const lost = Array.from({ length: 2000 }, (_, i) => user(`u${i}`, `gone${i}`));
    assert.equal(toldIn(lines(lost)).length, 2000);
  });
});

suite('what is wrong with a log is said once', () => {
  test('records of two sessions: the conversation is the one that the file ends with', () => {
    const mixed = lines([
      ...[user('a', null), user('b', null, { sessionId: 't' })],
      ...[user('c', 'a'), user('d', 'b', { sessionId: 't' })],
    ]);
    assert.deepEqual(toldIn(mixed), ['user: says b', 'user: says d']);
    assert.deepEqual(found(mixed), ['session-record information This record does not belong to the sessi']);
  });

  test('records out of order, and steps that do not count from 1', () => {
    const late = lines([user('b', 'a'), user('a', null), user('c', 'b')]);
    assert.deepEqual(found(late), ['session-record warning This record is out of order: a record mu']);
    const step = (step_id: number) => ({ step_id, source: 'user', message: `step ${step_id}` });
    const trajectory = { schema_version: 'ATIF-v1.7', agent: { name: 'a', version: '1' }, steps: [2, 5, 1].map(step) };
    assert.deepEqual(found(JSON.stringify(trajectory)), [
      'session-record warning This record is out of order: a record mu',
    ]);
  });

  test('a newer version of a format', () => {
    const steps = [{ step_id: 1, source: 'user', message: 'Hi' }];
    const of = (schema_version: string) => JSON.stringify({ schema_version, agent: {}, steps });
    for (let minor = 0; minor <= 7; minor++) assert.deepEqual(found(of(`ATIF-v1.${minor}`)), []);
    for (const version of ['ATIF-v1.8', 'ATIF-v2', 'ATIF-v1.10'])
      assert.deepEqual(found(of(version)), ['session-record information This log declares a newer version than t']);
  });
});

suite('lines that are not of this world', () => {
  const around = (middle: string) =>
    [JSON.stringify(user('a', null)), middle, JSON.stringify(user('b', 'a'))].join('\n');

  test('a record nested 200,000 times, whole and torn, says nothing and harms nothing', () => {
    const depth = 200_000;
    for (const deep of [
      `{"type":"progress","data":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      `{"type":"progress","data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
      `{"type":"progress","data":${'['.repeat(depth)}`,
    ])
      assert.deepEqual(toldIn(around(deep)), ['user: says a', 'user: says b']);
  });

  test('a line of 5 MB is one message, and none if it is torn', () => {
    const long = JSON.stringify(user('c', 'b', { message: { role: 'user', content: 'x'.repeat(5_000_000) } }));
    const log = around(JSON.stringify(user('d', 'a')));
    assert.equal(toldIn(`${log}\n${long}`).at(-1)?.length, 'user: '.length + 5_000_000);
    assert.deepEqual(toldIn(`${log}\n${long.slice(0, -10)}`).at(-1), 'user: says b');
    assert.deepEqual(found(`${log}\n${long.slice(0, -10)}`), []);
  });
});

test('records without a session, and without ids, are read', () => {
  const said = (role: string, uuid: string | null) => ({
    ...{ type: role, uuid, parentUuid: null },
    message: { role, content: [{ type: 'text', text: role }] },
  });
  assert.deepEqual(toldIn(lines([said('user', null), said('assistant', null)])).length, 2);
  assert.equal(openSession(lines([said('user', 'a'), said('assistant', 'b')])).shape, 'session');
});
