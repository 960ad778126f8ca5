/** The audience of a content part has the same effect in lists of messages as in streams. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiStream } from '../../server/src/stream/api.ts';
import type { StreamEvent } from '../../server/src/stream/stream.ts';
import { ask, open } from '../support/user-view-json.ts';

type Part = Readonly<Record<string, unknown>>;

function inList(parts: readonly Part[], role = 'assistant'): string {
  const row = JSON.stringify({ messages: [{ role, content: parts }] });
  return ask(open('messages', row))
    .messages.map(({ text }) => text)
    .join('|');
}

function inStream(parts: readonly Part[]): string {
  const events: StreamEvent[] = [];
  const stream = new ApiStream(
    (event) => void events.push(event),
    {},
    () => {},
  );
  stream.receive({ choices: [{ index: 0, delta: { content: parts } }] });
  stream.end();
  return events.map(({ delta = '' }) => delta).join('');
}

const hiding: readonly Part[] = [
  { role: 'tool' },
  { role: 'system' },
  { role: 'user' },
  { role: {} },
  { channel: 'analysis' },
  { channel: 'commentary' },
  { channel: [] },
  { channel: 1 },
  { recipient: 'functions.f' },
  { to: 'functions.f' },
  { intent: 'debug' },
  { channel: 'final', intent: 'debug' },
];
const showing: readonly Part[] = [
  {},
  { role: 'assistant' },
  { channel: 'final' },
  { role: null, channel: null },
  { annotations: [] },
  { recipient: 'all' },
];

suite('a part that is not for users', () => {
  for (const about of hiding)
    test(JSON.stringify(about), () => {
      const parts = [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'SECRET', ...about },
      ];
      assert.equal(inList(parts), 'a');
      assert.equal(inStream(parts), 'a');
    });
});

suite('a part that is', () => {
  for (const about of showing)
    test(JSON.stringify(about), () => {
      const parts = [{ type: 'text', text: 'a', ...about }];
      assert.equal(inList(parts), 'a');
      assert.equal(inStream(parts), 'a');
    });
  test('of a user', () => {
    assert.equal(inList([{ type: 'text', text: 'a', role: 'user' }], 'user'), 'a');
    assert.equal(inList([{ type: 'image_url', image_url: { url: 'x' }, role: 'tool' }], 'user'), '');
  });
});
