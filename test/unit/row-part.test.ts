/** The beginning of a long row is shown as valid JSON. It shows nothing that is hidden in the whole row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicJson } from '../../server/src/convert/read/user-visible.ts';
import { closedPart } from '../../server/src/data-set/row-part.ts';
import { summaryOf } from '../../server/src/data-set/summary.ts';
import { jsonUnit } from '../../server/src/syntax/json/json-unit.ts';

const canary = 'SECRET';
const user = { role: 'user', content: 'Question? "Yes" \\ \u00e9 \ud83d\ude00' };
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: `{"a": "${canary}"}` } };

/** Rows of many shapes. In each of them, `canary` is hidden. */
const rows: readonly unknown[] = [
  { messages: [{ role: 'system', content: canary }, user, { role: 'assistant', content: 'Answer' }] },
  { messages: [user, { content: canary, role: 'tool' }] },
  { messages: [user, { role: 'assistant', content: canary, channel: 'analysis' }] },
  { messages: [user, { role: 'assistant', content: `${canary} </think> Answer` }] },
  { messages: [user, { role: 'assistant', content: `<think>${canary}</think> Answer` }] },
  { messages: [user, { role: 'assistant', reasoning_content: canary, content: 'Answer' }] },
  { messages: [user, { role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', content: canary }] },
  { messages: [user, { role: 'assistant', content: [{ type: 'thinking', thinking: canary }] }] },
  { data: { messages: [user, { content: canary, role: 'system' }] } },
  [user, { content: canary, role: 'system' }],
  {
    conversations: [
      { from: 'human', value: 'Hi' },
      { value: canary, from: 'system' },
    ],
  },
  {
    conversations: [
      { from: 'human', value: 'Hi' },
      { from: 'gpt', value: `<think>${canary}</think> Answer` },
    ],
  },
  { prompt: 'Question?', completion: `<think>${canary}</think> Answer` },
  { prompt: [user], chosen: [{ role: 'assistant', content: `<think>${canary}</think> a` }], rejected: [] },
  { instruction: 'Do it.', input: '', output: 'Done' },
  { content: canary, role: 'system' },
  { role: 'assistant', content: canary, channel: 'analysis' },
  { name: 'other', value: 7, list: [true, null, -1.5e3], deep: [[{ a: {} }]] },
];

const shown = (text: string) => JSON.stringify(publicJson(jsonUnit(text), 'json').messages.map(({ pieces }) => pieces));

test('cut off anywhere, a row is valid JSON that shows nothing hidden', () => {
  for (const row of rows) {
    const text = JSON.stringify(row);
    assert.equal(closedPart(text), text);
    for (let length = 1; length < text.length; length++) {
      const part = closedPart(text.slice(0, length));
      assert.ok(part !== undefined, text.slice(0, length));
      assert.doesNotThrow(() => JSON.parse(part), `${text.slice(0, length)} → ${part}`);
      assert.doesNotMatch(shown(part), /SEC/, `${text.slice(0, length)} → ${part}`);
    }
  }
});

test('what a user says is shown as far as it goes, and so is what is whole', () => {
  assert.equal(
    closedPart('{"messages":[{"role":"user","content":"wor\\u00'),
    '{"messages":[{"role":"user","content":"wor"}]}',
  );
  assert.equal(
    closedPart('{"messages":[{"role":"user","content":"a\\\\'),
    '{"messages":[{"role":"user","content":"a\\\\"}]}',
  );
  assert.equal(closedPart('{"prompt":"Why'), '{"prompt":"Why"}');
  assert.equal(
    closedPart('{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b'),
    '{"messages":[{"role":"user","content":"a"}]}',
  );
});

test('what is not the beginning of JSON is said to be none', () => {
  for (const text of ['words', '{words', ']', '{"a":1]', '{"a":1} and', '{"a": words, '])
    assert.equal(closedPart(text), undefined);
});

function summary(text: string, length?: number) {
  const bytes = Buffer.from(text).subarray(0, length);
  const end = Buffer.byteLength(text);
  return summaryOf({ number: 1, line: 0, start: 0, end, bytes }, { dialect: 'json' });
}

test('the line of a row has nothing that users do not see', () => {
  for (const row of rows) {
    const text = JSON.stringify(row);
    const { words, fault } = summary(text);
    assert.doesNotMatch(words, /SEC/, text);
    assert.equal(fault, undefined);
    for (let length = 1; length < text.length; length++) {
      const part = summary(text, length);
      assert.doesNotMatch(part.words, /SEC/, text.slice(0, length));
      assert.equal(part.isPart, true);
    }
    // If the row itself is truncated, rather than only read in part, its summary is empty.
    for (const length of [text.length >> 1, text.length - 1]) {
      const torn = summary(text.slice(0, length));
      assert.equal(torn.words, '', text.slice(0, length));
      assert.match(torn.fault ?? '', /not valid JSON/);
      assert.deepEqual(torn.roles, []);
    }
  }
  assert.equal(summary(JSON.stringify(rows[0])).words, 'Question? "Yes" \\ \u00e9 \ud83d\ude00');
  assert.equal(summary(`${canary} is what this file has`).words, '');
});
