/** Files of recorded answers are read line by line, and any difference from our model of the reference parser is noticed. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { asAnswer, modelled, withoutCount } from './model-differences.ts';
import { type Recorded, readRecords } from './records.ts';

const text = '<|start|>functions.sum to=user<|message|>7<|end|> ';
const answer = {
  messages: [{ role: 'tool', name: 'functions.sum', recipient: 'user', channel: null, content_type: null, text: '7' }],
  error: 'Unexpected token 220 while expecting start token 200006',
  token: 9,
  from: 49,
  offset: 49,
};
const record: Recorded = { text, start: null, strict: answer, lenient: answer };

function read(...lines: string[]): Recorded[] {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-reference-'));
  try {
    writeFileSync(join(folder, 'answers.jsonl'), lines.join('\n'));
    return readRecords(join(folder, 'answers.jsonl'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a file of them, empty lines aside', () => {
  assert.deepEqual(read(JSON.stringify(record), '', JSON.stringify(record), ''), [record, record]);
});

for (const line of ['{"text": ', 'null', '{}', '{"text": "", "start": "user", "strict": {}, "lenient": {}}']) {
  test(`a line that is none: ${line}`, () => {
    assert.throws(() => read(JSON.stringify(record), line), /answers\.jsonl:2: /);
  });
}

test('the numbers of ordinary tokens are those of the vocabulary', () => {
  assert.deepEqual(asAnswer(modelled(record, 'strict')), withoutCount(answer));
  const other = { ...answer, error: answer.error.replace('220', '221') };
  assert.notDeepEqual(asAnswer(modelled(record, 'strict')), withoutCount(other));
});

test('an answer that differs in one value is noticed', () => {
  const expected = withoutCount(answer);
  const [message] = answer.messages;
  for (const other of [
    { ...expected, offset: 50 },
    { ...expected, from: 0 },
    { ...expected, messages: [] },
    { ...expected, messages: [{ ...message, content_type: 'json' }] },
  ]) {
    assert.notDeepEqual(asAnswer(modelled(record, 'strict')), other);
  }
});
