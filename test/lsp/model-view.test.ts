/** `ocml/modelView` works for documents of any length, returns them in parts, and never returns outdated text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserView } from '../../server/src/features/user-view.ts';
import { start } from './client.ts';

const turn = (i: number) =>
  `<|start|>user<|message|>Question ${i}<|end|>\n<|start|>assistant<|channel|>analysis<|message|>Thought ${i}<|end|>\n` +
  `<|start|>assistant<|channel|>final<|message|>Answer ${i}: ${'word '.repeat(30)}<|end|>\n`;
const turns = 10_000;
const long = Array.from({ length: turns }, (_, i) => turn(i)).join('');
const uri = 'file:///a.ocml';

test('of a file of more than 2 million characters, every message', async () => {
  assert.ok(long.length > 2_500_000);
  const client = await start();
  client.open(uri, long);
  const ask = (more: object) => client.ask<UserView>('ocml/modelView', uri, { limit: 3, ...more });
  const first = await ask({});
  // The view has questions, answers, and one entry for the message that the model continues. Finished reasoning is omitted.
  assert.equal(first.total, 2 * turns + 1);
  assert.equal(first.messages[0]?.text, 'Question 0');
  for (const i of [1, 5_000, turns - 1]) {
    const { messages } = await ask({ rank: 2 * i });
    assert.ok(messages.some(({ text }) => text === `Question ${i}`));
  }
  assert.equal(await client.stop(), 0);
});

test('an edit while it is made: what is answered is of the text afterwards', async () => {
  const client = await start();
  client.open(uri, long);
  const asked = client.ask<UserView>('ocml/modelView', uri, { limit: 3 });
  const at = { line: 0, character: '<|start|>user<|message|>'.length };
  client.change(uri, 2, { range: { start: at, end: at }, text: 'New ' });
  const { messages, version } = await asked;
  assert.deepEqual([messages[0]?.text, version], ['New Question 0', 2]);
  assert.equal(await client.stop(), 0);
});
