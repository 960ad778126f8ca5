/** Calls count as made at once only if nothing is between them in the document, even if a filter hides it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsAtOnce } from '../../client/src/preview/webview/exchanges.ts';

type Messages = Parameters<typeof callsAtOnce>[0];

const calls = (...indices: readonly number[]) =>
  indices.map((index) => ({ index, hidden: true, pair: { kind: 'call' } })) as unknown as Messages;
const whole = { before: false, after: false };
const placesIn = (messages: Messages, isCut = whole) =>
  [...callsAtOnce(messages, isCut)].map(([at, { place, count }]) => `${at}: ${place} of ${count}`);

test('calls that follow each other, in one message or in several', () => {
  assert.deepEqual(placesIn(calls(1, 2, 2)), ['0: 1 of 3', '1: 2 of 3', '2: 3 of 3']);
});

test('calls whose replies a filter hides are not made at once', () => {
  assert.deepEqual(placesIn(calls(1, 3, 5)), []);
  assert.deepEqual(placesIn(calls(1, 2, 4, 5)), ['0: 1 of 2', '1: 2 of 2', '2: 1 of 2', '3: 2 of 2']);
});

test('at an edge of the page, the number of calls is unknown', () => {
  assert.deepEqual(placesIn(calls(1, 2), { before: true, after: false }), []);
  assert.deepEqual(placesIn(calls(1, 2), { before: false, after: true }), []);
});
