/** If a server gives two events the same number, the order of its events is unknown, so even its end event cannot be trusted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiStream } from '../../server/src/stream/api.ts';
import type { StreamEvent } from '../../server/src/stream/stream.ts';

function shown(input: readonly object[]): string {
  const events: StreamEvent[] = [];
  const stream = new ApiStream(
    (event) => void events.push(event),
    {},
    () => {},
  );
  for (const event of input) stream.receive(event);
  stream.end();
  return events.map(({ delta = '' }) => delta).join('');
}

const delta = (sequence_number: number, text: string) => ({
  type: 'response.output_text.delta',
  item_id: 'i',
  sequence_number,
  delta: text,
});
const thought = { type: 'response.reasoning_text.delta', item_id: 'r', sequence_number: 2, delta: 'SECRET' };
const created = { type: 'response.created', sequence_number: 0, response: {} };
const completed = { type: 'response.completed', sequence_number: 9, response: {} };

test('what arrives after the end may be what hides the text before it', () => {
  const thinking = [delta(5, ' shown'), delta(2, 'SECRET'), thought, created, completed];
  assert.equal(shown([...thinking, delta(1, '<think>'), delta(3, '</think>')]), '');
  assert.equal(shown([...thinking, delta(3, '</think>'), delta(4, ' Hi')]), ' Hi');
});

test('what came before may have come after what hides it', () => {
  const item = { type: 'response.output_item.added', sequence_number: 1, item: {} };
  const text = delta(2, 'SECRET');
  assert.equal(shown([created, item, text, delta(1, '<think>'), delta(3, '</think>'), completed]), '');
  assert.equal(shown([created, { ...item, sequence_number: 0 }, delta(0, 'Hi'), delta(0, '!'), completed]), 'Hi!');
});
