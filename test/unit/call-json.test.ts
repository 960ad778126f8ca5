/** Calls in the body of a Llama 3 message that are not valid JSON. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { check } from '../support/check.ts';

const told = (body: string, end = '<|eom_id|>') => {
  const text = `<|start_header_id|>user<|end_header_id|>\n\nOslo?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n${body}${end}`;
  return check(text).flatMap(({ code, message, start, end: to }) =>
    code === 'call-json' ? `«${text.slice(start, to)}» ${message}` : [],
  );
};

suite('a call that is not JSON', () => {
  test('a comma, a missing brace, a missing quote, at their places', () => {
    for (const [body, place, says] of [
      ['<|python_tag|>{"name": "w", "parameters": {"city": "Oslo",}}', ',', /no comma before `}`; remove it\.$/],
      ['<|python_tag|>{"name": "w", "parameters": {"city": "Oslo"}', '', /pass it on as text: /],
      ['{"name": "w", "arguments": {"city": Oslo}}', 'Oslo', /pass it on as text: /],
      ['\n{"name": "w", "parameters": {"city": "Oslo",}}\n', ',', /remove it/],
    ] as const) {
      const [one = '', ...others] = told(body);
      assert.deepEqual(others, []);
      assert.ok(one.startsWith(`«${place}`), `${body}: ${one}`);
      assert.match(one, says);
    }
  });

  test('nothing, where it parses, is not JSON, breaks off, or only speaks of a call', () => {
    for (const body of [
      '<|python_tag|>{"name": "w", "parameters": {"city": "Oslo"}}',
      '{"name": "w", "parameters": {}}; {"name": "w", "parameters": {}}',
      '{"name": "w", "parameters": {}}\n\nI ask for the weather.',
      '<|python_tag|>brave_search.call(query="Oslo")',
      '<|python_tag|>{x for x in names if x}',
      '{"city": "Oslo",}',
      'Write {"name": "w", "parameters": {"city": "Oslo",}} to call it.',
      '{name} is the name.',
    ])
      assert.deepEqual(told(body, '<|eot_id|>'), [], body);
    assert.deepEqual(told('<|python_tag|>{"name": "w", "parameters": {"city": "Oslo"', ''), []);
  });
});

test('a header that nothing ends is not an empty message as well', () => {
  const text =
    '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id>\n\nHo<|eot_id|>';
  assert.deepEqual(
    check(text, { training: true }).map(({ code }) => code),
    ['E-PARSE-HEADER'],
  );
});

test('a sequence that begins twice, in a document and in a row', () => {
  const frames = '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>';
  const found = (text: string) =>
    check(text).flatMap(({ code, start, end }) =>
      code === 'json-shape-unknown' || code === 'sequence-doubled' ? `${code} ${start}-${end}` : [],
    );
  assert.deepEqual(found(`<|begin_of_text|><|begin_of_text|>${frames}`), ['sequence-doubled 17-34']);
  assert.deepEqual(found(`<|begin_of_text|>\n<|begin_of_text|>${frames}`), []);
  assert.deepEqual(found(`<|begin_of_text|>${frames}`), []);
  const row = JSON.stringify({ text: `<|begin_of_text|><|begin_of_text|>${frames}` });
  assert.equal(found(row).join().replace(/ .*/, ''), 'sequence-doubled');
});
