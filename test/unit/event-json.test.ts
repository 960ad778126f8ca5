/** The data of an event is read only to a depth that recursive functions can handle. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eventJson, isTooDeep, MAX_EVENT_DEPTH } from '../../server/src/stream/event-json.ts';

const nested = (depth: number, inner: string, open = '[', close = ']') =>
  open.repeat(depth) + inner + close.repeat(depth);

suite('the JSON of an event', () => {
  test('is read as is', () => {
    const text = nested(MAX_EVENT_DEPTH - 1, '"x"');
    assert.deepEqual(eventJson(text), { value: JSON.parse(text), isCut: false });
  });
  test('is undefined where it is broken', () => assert.equal(eventJson('{"a": '), undefined));
  for (const key of ['a', '__proto__', 'constructor'])
    test(`is cut where it is too deep, also in a member called ${key}`, () => {
      const read = eventJson(nested(MAX_EVENT_DEPTH * 3, '1', `{"${key}": `, '}'));
      assert.equal(read?.isCut, true);
      assert.ok(!isTooDeep(read.value));
      assert.equal(JSON.stringify(read.value), nested(MAX_EVENT_DEPTH + 1, 'null', `{"${key}":`, '}'));
    });
});
