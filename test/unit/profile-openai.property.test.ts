/**
 * Compares the profile `openai` with the published schema: random valid requests have no problem, and each single fault is an error.
 * `OCML_SHOW=1` prints the messages.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAiFaults, openAiRowFaults, validRequest, withFault } from '../support/api-requests.ts';
import { check } from '../support/check.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { randomFrom } from '../support/random.ts';

const first = seedOf(1);
const last = first + howMany(1200);

const problemsOf = (document: unknown, training = false) =>
  check(JSON.stringify(document), { dialect: 'messages', profile: 'openai', training });

for (const [what, isRow] of [
  ['requests', false],
  ['rows', true],
] as const) {
  test(`nothing is reported of ${what} that the schema accepts`, () => {
    for (let seed = first; seed < last; seed++) {
      const document = validRequest(randomFrom(seed), isRow);
      assert.deepEqual(problemsOf(document, isRow), [], `seed ${seed}: ${JSON.stringify(document)}`);
    }
  });
}

for (const [faults, isRow] of [
  [openAiFaults, false],
  [openAiRowFaults, true],
] as const) {
  test(`the ${isRow ? 'row' : 'request'} without a fault has no problem`, () => {
    assert.deepEqual(problemsOf(withFault(['', ['user'], 'x'], isRow), isRow), []);
  });
  for (const fault of faults) {
    test(`${isRow ? 'in a row, ' : ''}${fault[0]} is an error`, () => {
      const document = withFault(fault, isRow);
      const found = problemsOf(document, isRow);
      if (process.env.OCML_SHOW) console.log(`${fault[0]}: ${found.map(({ message }) => message).join(' | ')}`);
      assert.ok(
        found.some(({ severity }) => severity === 'error'),
        JSON.stringify(found),
      );
      // Without a profile, the rules about profiles report nothing.
      const plain = check(JSON.stringify(document), { dialect: 'messages', training: isRow });
      assert.deepEqual(
        plain.filter(({ code }) => code.startsWith('profile-')),
        [],
      );
    });
  }
}

test('what is wrong with a call, a tool or a part without a type is found with it', () => {
  const call = { id: 'c1', function: { name: 'a.b', arguments: { a: 1 } } };
  const messages = [
    { role: 'user', content: [{ text: 5 }] },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'x' },
  ];
  const document = { model: 'gpt-4o', messages, tools: [{ function: { name: 'a b' } }] };
  const text = JSON.stringify(document);
  const errors = problemsOf(document).filter(({ severity }) => severity === 'error');
  const spans = errors.map(({ start, end }) => text.slice(start, end));
  for (const span of ['5', '"a.b"', '{"a":1}', '"a b"']) assert.ok(spans.includes(span), `${span}: ${spans}`);
});

test('a request whose messages are not a list is found, though nothing shows its shape', () => {
  const text = JSON.stringify({ model: 'gpt-4o', messages: 'Hi' });
  const found = check(text, { dialect: 'json', profile: 'openai' }).filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    found.map(({ start, end }) => text.slice(start, end)),
    ['"Hi"'],
  );
  // These values are settings of a program and not requests, although they name a model or messages.
  for (const value of [
    { model: 'gpt-4o', temperature: 3 },
    { name: 'x', messages: 'Hi' },
  ])
    assert.deepEqual(
      check(JSON.stringify(value), { dialect: 'json', profile: 'openai' }).filter(
        ({ code }) => code !== 'json-shape-unknown',
      ),
      [],
    );
});

test('the example of the guide on preferences is accepted', () => {
  const row = {
    input: { messages: [{ role: 'user', content: 'Hello' }], tools: [], parallel_tool_calls: true },
    preferred_output: [{ role: 'assistant', content: 'Hi.' }],
    non_preferred_output: [{ role: 'assistant', content: 'Hey.' }],
  };
  assert.deepEqual(problemsOf(row), []);
  assert.equal(
    problemsOf({ ...row, preferred_output: [] }).some(({ severity }) => severity === 'error'),
    true,
  );
});
