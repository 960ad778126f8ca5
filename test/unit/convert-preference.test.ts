/** Pairs of answers are converted to the rows that TRL reads for DPO. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { convertJson } from '../../server/src/convert/index.ts';
import { Notes } from '../../server/src/convert/notes.ts';
import { readValue } from '../../server/src/convert/read/value.ts';
import { pairForms } from '../../server/src/grammar/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { check } from '../support/check.ts';
import { lossesOf, ofJson, ofText, user, usual, valueOf } from '../support/convert.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { sources } from './convert-sources.ts';

const said = (content: string) => ({ role: 'assistant', content });
const pair = { prompt: [user('q')], chosen: [said('a')], rejected: [said('b')] };
const to = 'preference' as const;

suite('every way of keeping a pair becomes prompt, chosen and rejected', () => {
  const rows: unknown[] = [
    pair,
    { prompt: 'q', chosen: [said('a')], rejected: [said('b')] },
    { chosen: [user('q'), said('a')], rejected: [user('q'), said('b')] },
    { prompt: 'q', chosen: [user('q'), said('a')], rejected: [user('q'), said('b')] },
    { chosen: '\n\nHuman: q\n\nAssistant: a', rejected: '\n\nHuman: q\n\nAssistant: b' },
    { input: { messages: [user('q')] }, preferred_output: [said('a')], non_preferred_output: [said('b')] },
    {
      conversations: [{ from: 'human', value: 'q' }],
      chosen: { from: 'gpt', value: 'a' },
      rejected: { from: 'gpt', value: 'b' },
    },
    ...pairForms.map(({ chosen, rejected }) => ({ prompt: 'q', [chosen]: 'a', [rejected]: 'b' })),
  ];
  for (const row of rows)
    test(JSON.stringify(row), () => {
      const converted = ofJson(row, { to });
      assert.deepEqual(valueOf(converted), pair);
      assert.deepEqual(lossesOf(converted), []);
      const quick = convertJson(JSON.stringify(row), { ...usual, to }, false);
      assert.deepEqual(valueOf(quick), pair);
    });
});

test('what an instruction is about, and earlier turns, are part of the prompt of a pair', () => {
  const answers = { chosen: 'a', rejected: 'b' };
  const promptOf = (row: object) => {
    const converted = ofJson({ ...row, ...answers }, { to });
    return [(valueOf(converted) as { prompt: unknown }).prompt, lossesOf(converted).length];
  };
  assert.deepEqual(promptOf({ instruction: 'Translate.', input: 'Hello' }), [[user('Translate.\n\nHello')], 1]);
  assert.deepEqual(promptOf({ instruction: 'Translate.', input: '' }), [[user('Translate.')], 0]);
  const turns = [user('q'), said('r')];
  assert.deepEqual(promptOf({ instruction: 'And?', history: [['q', 'r']] }), [[...turns, user('And?')], 0]);
  // Without an instruction, the input is the whole question.
  const system = { role: 'system', content: 's' };
  assert.deepEqual(promptOf({ system: 's', input: 'q' }), [[system, user('q')], 0]);
});

test('a pair has no problem, and is the same again', () => {
  assert.deepEqual(check(JSON.stringify(pair), { dialect: 'json' }), []);
  assert.deepEqual(valueOf(ofJson({ prompt: 'q', chosen: 'a', rejected: 'b' }, { to, from: 'preference' })), pair);
});

test('a prompt that the row has apart is its prompt, whatever the answers have in common; otherwise it is what they begin with', () => {
  const steps = (end: string) => [said('first'), said(end)];
  const apart = { prompt: [user('q')], chosen: steps('a'), rejected: steps('b') };
  assert.deepEqual(valueOf(ofJson(apart, { to })), apart);
  const whole = { chosen: [user('q'), ...steps('a')], rejected: [user('q'), ...steps('b')] };
  assert.deepEqual(valueOf(ofJson(whole, { to })), { ...pair, prompt: [user('q'), said('first')] });
  const equal = { chosen: [user('q'), said('a')], rejected: [user('q'), said('a')] };
  assert.deepEqual(valueOf(ofJson(equal, { to })), { ...pair, rejected: [said('a')] });
});

test('tools are declared next to the pair, and calls stay in their answers', () => {
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];
  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };
  const row = { prompt: [user('q')], chosen: [call], rejected: [said('b')], tools };
  assert.deepEqual(valueOf(ofJson(row, { to })), row);
});

test('a loss of the prompt is told once', () => {
  const prompt = [{ ...user('q'), mood: 'good' }];
  assert.equal(lossesOf(ofJson({ ...pair, prompt }, { to })).length, 1);
});

test('in other forms, the rejected answer is still told as lost', () => {
  assert.match(lossesOf(ofJson(pair, { to: 'messages' })).join(), /^This is part of another answer/);
});

test('each row of a list is a pair', () => {
  assert.deepEqual(valueOf(ofJson([{ prompt: 'q', chosen: 'a', rejected: 'b' }, pair], { to })), [pair, pair]);
});

test('a conversation without a pair is refused, and so are options that select a part of one', () => {
  const rows = [
    [user('q'), said('a')],
    { instruction: 'q', output: 'a' },
    { prompt: 'q', chosen: 'a' },
    { ...pair, rejected: [] },
  ];
  for (const row of rows) {
    const { output, notes } = ofJson(row, { to });
    assert.equal(output, undefined);
    assert.match(notes.map(({ message }) => message).join(), /needs a pair of answers.*`chosen` and `rejected`/);
  }
  assert.match(
    lossesOf(ofText('version: 2.2\n<|start|>user<|message|>q<|end|>', { to })).join(),
    /needs a pair of answers/,
  );
  for (const part of [{ public: true }, { sampling: 'ocm' }, { training: 'each' }] as const)
    assert.match(lossesOf(ofJson(pair, { to, ...part })).join(), /converted only as a whole/);
});

test('both answers are read back as they were', () => {
  const source = sources.get('preference');
  assert.ok(source);
  const spoken = (text: string) =>
    readValue(readJson(text), { from: 'preference', keepsRejected: true }, true, new Notes()).conversations.map(
      ({ messages, rejected = [] }) =>
        [messages, rejected].map((list) =>
          list.map(({ role, channel, pieces }) => [role, channel, pieces.map(({ text: one }) => one)]),
        ),
    );
  fc.assert(
    fc.property(source, ({ text, convert }) => {
      const { output, notes } = convert(to);
      // Random text may look like tags.
      if (notes.length > 0) return;
      assert.ok(output && 'value' in output);
      assert.deepEqual(spoken(JSON.stringify(output.value)), spoken(text));
    }),
    { numRuns: howMany(120), seed: seedOf(20_250_801) },
  );
});
