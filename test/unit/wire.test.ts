/** ChatML on the wire: one mistake is one error, and what follows is read on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireOf } from '../../server/src/model/json/wire.ts';
import { readJson } from '../../server/src/syntax/json-reader.ts';

const start = '{"token":"<|start|>"}';
const message = '{"token":"<|message|>"}';
const end = '{"token":"<|end_message|>"}';

/** The elements, the faults, and how many messages there are. */
const rows: readonly (readonly [elements: readonly string[], faults: readonly string[], messages: number])[] = [
  [[start, '"user"', message, '"hi"', end], ['not-request'], 1],
  [['{"token":"<|start|>","x":1}', '"user"', message, '"hi"'], ['shape'], 1],
  [['{"token":3}', '"user"', message, '"hi"'], ['shape'], 1],
  [['{"token":"<|start|>","token":"<|start|>"}', '"user"', message, '"hi"'], ['shape'], 1],
  [['"user"', message, '"hi"', end, start, '"user"', message, '"a"'], ['sequence'], 1],
  [[start, '"user"', '"x"', message, '"hi"'], ['sequence'], 1],
  [[start, '"user"', '"hi"', end, start, '"assistant"'], ['sequence'], 2],
  [[start, '"user"', '{"token":"<|msg|>"}', '"hi"'], ['token-unknown'], 1],
  [[start, '"user"', '{"token":"<|zzzzzzzzzz|>"}', '"hi"'], ['token-unknown'], 1],
  [[start, '"user"', message, '"hi"', end, start], ['sequence'], 2],
  [[start, '"user"', message, '"hi"', end, start, '"assistant"'], [], 2],
];

for (const [elements, faults, messages] of rows) {
  test(elements.join(' '), () => {
    const wire = wireOf(readJson(`[${elements.join(',')}]`));
    assert.deepEqual(
      wire.faults.map(({ kind }) => kind),
      faults,
    );
    assert.equal(wire.messages.length, messages);
  });
}
