/** Repairs of Harmony headers preserve the answer and the tool that a call names. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Explanation, explain } from '../../server/src/explain/explain.ts';

const repairedOf = (output: string) => (explain(output, { parser: 'harmony' }) as Explanation).repaired;
const thought = '<|channel|>analysis<|message|>T<|end|>';

suite('two channels', () => {
  for (const first of ['analysis', 'commentary'])
    test(`${first}, then final: the model went on to its answer`, () => {
      const repaired = repairedOf(
        `${thought}<|start|>assistant<|channel|>${first}<|channel|>final<|message|>A1 A2<|return|>`,
      );
      assert.deepEqual(repaired?.fixes, [`Remove \`<|channel|>${first}\``]);
      assert.equal(repaired?.text, `${thought}<|start|>assistant<|channel|>final<|message|>A1 A2<|return|>`);
      assert.ok(repaired?.accepted);
    });
});

test('a recipient that lost the space before it stays', () => {
  const output = `${thought}<|start|>assistant<|channel|>commentaryto=functions.f <|constrain|>json<|message|>{"a": 1}<|call|>`;
  const repaired = repairedOf(output);
  assert.ok(repaired === undefined || repaired.text.includes('to=functions.f'), repaired?.text);
});

test('the end of a call whose beginning is lost stays', () => {
  const output = '{"name": "get_weather", "arguments": {"city": "Paris"}\n</tool_call>';
  const { repaired } = explain(output, { parser: 'hermes' }) as Explanation;
  assert.ok(repaired === undefined || repaired.text.includes('</tool_call>'), repaired?.text);
});

test('a misspelled end of the header is named as the cause, and marked', () => {
  for (const before of ['<|start|>assistant to=user<|channel|>final', '<|channel|>final']) {
    const { stop, what, repaired } = explain(`${before}<|mesage|>Hi there<|end|>`, {
      parser: 'harmony',
    }) as Explanation;
    assert.equal(stop?.word?.text, '<|mesage|>');
    assert.match(what ?? '', /misspelled/);
    assert.equal(repaired?.text, `${before}<|message|>Hi there<|end|>`);
  }
  // Without such a word, the output is plain text, or was cut off.
  const { what } = explain('<|channel|>final Hi there', { parser: 'harmony' }) as Explanation;
  assert.doesNotMatch(what ?? '', /misspelled/);
});
