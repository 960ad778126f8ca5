/** The first lines of an explanation, and errors of which only a part is known. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { explain, explainError } from '../../server/src/explain/explain.ts';
import { report } from '../../server/src/explain/report.ts';

const said = (output: string, parser: string) =>
  report(explain(output, { parser }), (code) => code).find(
    (line) => line.startsWith('Accepted') && !line.startsWith('Accepted by'),
  );

suite('an output that is accepted', () => {
  const answer = '<|channel|>final<|message|>Seven.<|return|>';

  test('with an answer or a call, and nothing lost', () => {
    assert.equal(said(answer, 'vllm'), 'Accepted.');
    assert.equal(said(answer, 'harmony'), 'Accepted.');
    assert.equal(said('<|channel|>commentary to=functions.f json<|message|>{}<|call|>', 'vllm'), 'Accepted.');
    assert.equal(said('<think>a</think>Seven.', 'hermes'), 'Accepted.');
    const call = '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}';
    assert.equal(said(call, 'llama.cpp'), 'Accepted.');
  });

  test('without an answer or a call, that is said', () => {
    const nothing = /^Accepted without an error, but there is neither an answer nor a call/;
    assert.match(
      said('<|channel|>analysis<|message|>Add them.<|end|><|start|>assistant<|channel|>fin', 'vllm') ?? '',
      nothing,
    );
    assert.match(said('<|channel|>analysis<|message|>Add them.', 'vllm') ?? '', nothing);
    assert.match(said('<|channel|>commentary to=lookup<|message|>{}<|call|>', 'vllm') ?? '', nothing);
  });

  test('with a call that breaks off, or with something lost', () => {
    const lost = /^Accepted without an error, but not all of it arrives/;
    assert.match(said('<|channel|>commentary to=functions.f json<|message|>{"a": "b', 'vllm') ?? '', lost);
    assert.match(said(`${answer}<|start|>assistant<|channel|>commentary`, 'vllm') ?? '', lost);
  });
});

suite('a part of an error', () => {
  const kinds = (text: string) => explainError(text)?.errors.map(({ known }) => known) ?? [];

  test('the name of the exception means each error of its parser', () => {
    const found = kinds('HarmonyError');
    assert.ok(found.some((known) => known.startsWith('unexpected tokens remaining')));
    assert.ok(found.some((known) => known.startsWith('Unexpected EOS')));
    assert.deepEqual(kinds('openai_harmony.HarmonyError'), found);
    assert.equal(new Set(found).size, found.length);
  });

  test('a number is what differs', () => {
    assert.deepEqual(kinds('Unexpected token 4913'), ['Unexpected token … while expecting start token 200006']);
    assert.deepEqual(kinds('4913'), []);
    assert.deepEqual(kinds('HarmonyErrors everywhere'), []);
  });
});
