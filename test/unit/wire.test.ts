/** ChatML on the wire: one mistake is one problem, and the elements that follow the mistake are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireOf } from '../../server/src/model/json/wire.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';

const start = '{"token":"<|start|>"}';
const message = '{"token":"<|message|>"}';
const end = '{"token":"<|end_message|>"}';

const X = 'token-unknown';

/** The elements, the expected faults, and the number of messages. */
const rows: readonly (readonly [elements: readonly string[], faults: readonly string[], messages: number])[] = [
  [[start, '"user"', message, '"hi"', end], ['not-request'], 1],
  [['{"token":"<|start|>","x":1}', '"user"', message, '"hi"'], ['shape'], 1],
  [['{"token":3}', '"user"', message, '"hi"'], ['shape'], 1],
  [['{"token":"<|start|>","token":"<|start|>"}', '"user"', message, '"hi"'], ['shape'], 1],
  [['"user"', message, '"hi"', end, start, '"user"', message, '"a"'], ['sequence'], 1],
  [[start, '"user"', '"x"', message, '"hi"'], ['sequence'], 1],
  [[start, '"user"', '"hi"', end, start, '"assistant"'], ['sequence'], 2],
  [[start, '"user"', '{"token":"<|msg|>"}', '"hi"'], ['token-unknown'], 1],
  [[start, '"user"', '{"token":"<|x|>"}', message, '"hi"'], ['token-unknown'], 1],
  [
    ['{"token":"<|x|>"}', start, '"user"', message, '{"token":"<|x|>"}', '"hi"', '{"token":"<|x|>"}'],
    [X, X, X, 'not-request'],
    1,
  ],
  [[start, '"user"', message, '"hi"', '{"token":"<|x|>"}', '{"token":"<|x|>"}', end], [X, X, 'not-request'], 1],
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

/** A misspelled token, and the intended token. */
const meant: readonly (readonly [string, string | undefined])[] = [
  ['<|strat|>', '<|start|>'],
  ['<|massage|>', '<|message|>'],
  ['<|msg|>', '<|message|>'],
  ['<|MSG|>', '<|message|>'],
  ['|message|', '<|message|>'],
  ['<|endmessage|>', '<|end_message|>'],
  ['<|end_msg|>', '<|end_message|>'],
  ['<|im_sep|>', '<|message|>'],
  ['<|e|>', undefined],
  ['<|image|>', undefined],
  ['<|user|>', undefined],
  ['', undefined],
  ['m'.repeat(100_000), undefined],
];

for (const [written, token] of meant) {
  test(`the token that is meant by ${written.slice(0, 20)}`, () => {
    const { faults } = wireOf(readJson(`[${start},"user",{"token":"${written}"}]`));
    assert.equal(faults.find(({ kind }) => kind === X)?.suggestion, token);
  });
}
