/** While a valid transcript is typed from its first to its last character, it never has an error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../support/check.ts';

const conversation = [
  'version: 2.2',
  'model: gpt-oss-120b',
  '<|start|>user name=ada<|message|>Which ports are free?<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>Ask the scanner.<|end|>',
  '<|start|>assistant to=functions.scan call_id=s1<|channel|>commentary<|constrain|>json<|message|>{"from": 8000}<|call|>',
  '<|start|>tool name=functions.scan call_id=s1 to=assistant<|channel|>commentary<|message|>{"ok": true}<|end|>',
  '<|start|>assistant intent=preamble<|channel|>commentary<|message|>One moment.<|end|>',
  '<|start|>assistant<|channel|>final<|message|>8080.<|return|>',
].join('\n');

/** Problems that are expected while a document is incomplete. */
const expected = new Set(['E-STREAM-TRUNCATED', 'token-misspelled']);

test('typing from the start', () => {
  // A YAML key without its colon is an error until the user types the colon, so the test starts after the header.
  const header = conversation.indexOf('<|start|>');
  for (let end = header; end <= conversation.length; end++) {
    const text = conversation.slice(0, end);
    const found = check(text).filter(({ severity, code }) => /error|warning/.test(severity) && !expected.has(code));
    assert.deepEqual(
      found.map(({ code, start }) => `${code} at ${start}`),
      [],
      text.slice(-60),
    );
  }
});

test('a message that breaks off in its body is not said to break off in its header', () => {
  for (const id of ['', ' call_id=c1']) {
    const [found] = check(`version: 2.2\n<|start|>tool name=functions.f${id}<|message|>low`).filter(
      ({ code }) => code === 'E-STREAM-TRUNCATED',
    );
    assert.match(found?.message ?? '', /^This message is cut off/);
  }
});
