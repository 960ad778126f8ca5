/** The messages of the rules of 0.1 say what is wrong, why it matters, and what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';

const says = (text: string) => check(text).map(({ message }) => message);
const preferred = (text: string) => applications(checked(text, undefined)).map(({ fix }) => fix.preferred === true);

test('an incomplete task says which token to insert, and where it goes', () => {
  assert.deepEqual(says('<|fim_prefix|>a<|fim_middle|>'), [
    'This fill-in-the-middle task lacks `<|fim_suffix|>`, so the model does not know what comes after the gap. Insert it: `<|fim_prefix|>before<|fim_middle|><|fim_suffix|>after`.',
  ]);
  assert.deepEqual(says('a<|fim_middle|>b'), [
    'This fill-in-the-middle task lacks `<|fim_prefix|>` and `<|fim_suffix|>`, so the model does not know what comes before the gap and what comes after the gap. Insert them: `<|fim_prefix|>before<|fim_middle|><|fim_suffix|>after`.',
  ]);
});

test('a name that is not written as `name=Eric` is told with what is meant, and a fix writes it', () => {
  for (const [written, meant] of [
    ['name= Eric', 'name=Eric'],
    ['name = Eric', 'name=Eric'],
    ['name==Eric', 'name=Eric'],
    ['name= Eric Smith', 'name=Eric_Smith'],
  ] as const) {
    const text = `<|im_start|>user ${written}\nHi<|im_end|>\n`;
    const problems = check(text);
    assert.deepEqual(
      problems.map(({ code, start, end }) => [code, text.slice(start, end)]),
      [['E-PARSE-HEADER', written]],
    );
    assert.ok(problems[0]?.message.includes(`\`${meant}\``), problems[0]?.message);
    assert.deepEqual(
      applications(checked(text, undefined)).map(({ after }) => after),
      [`<|im_start|>user ${meant}\nHi<|im_end|>\n`],
    );
  }
});

test('words that do not belong in a header are told with what does', () => {
  assert.match(says('<|im_start|>user Hi there\nHo<|im_end|>\n').join(), /a header, which has a role and `name=`\./);
});

test('an output out of order says what to move', () => {
  const call = (name: string) => `<|function_call|>\n{"name": "${name}", "arguments": {}}\n`;
  const output = (name: string) => `<|function_output|>\n{"name": "${name}", "content": 1}\n`;
  const text = `<|im_start|>assistant\n${call('a')}${call('b')}<|im_end|>\n<|im_start|>tool\n${output('b')}${output('a')}<|im_end|>\n`;
  assert.deepEqual(says(text), [
    'The next unanswered call is to `a`, so the model takes this output of `b` for its result: outputs are matched to calls only by their order. Put the output of `a` before this one.',
  ]);
});

test('the order of an infill model is not changed by the way, any other is', () => {
  assert.deepEqual(preferred('<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>c'), [false]);
  assert.deepEqual(preferred('<|fim_suffix|>b<|fim_prefix|>a<|fim_middle|>c'), [false]);
  assert.deepEqual(preferred('<|fim_middle|>c<|fim_prefix|>a<|fim_suffix|>b'), [true]);
});

test('`<tool_call>` in the place of `</tool_call>` is one mistake', () => {
  const answer = (body: string) => `<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n${body}<|im_end|>\n`;
  const places = (body: string) => {
    const text = answer(body);
    return check(text).map(({ code, start }) => `${code} ${start - text.indexOf(body)}`);
  };
  const call = '<tool_call>\n{"name": "f", "arguments": {}}\n';
  assert.deepEqual(places(`${call}<tool_call>`), [`function-json ${call.length}`]);
  assert.deepEqual(places(`${call}<tool_call>\nDone.`), [`function-json ${call.length}`]);
  // In the first text, a call lacks its end tag before the next call. In the second, no call follows a start tag.
  assert.deepEqual(places(`${call}${call}</tool_call>`), ['function-json 0']);
  assert.deepEqual(places(`${call}</tool_call>\n<tool_call>`), [`function-json ${call.length + 13}`]);
});
