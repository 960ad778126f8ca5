/** Finds outputs in 0.1 that are out of order among many calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check } from '../support/check.ts';

/**
 * Returns the outputs that are reported. `a` is a message with a call to the function `a`, `=a` a message with its output, and `|` a
 * message of the user.
 */
function reported(steps: string): string[] {
  const parts = steps.split(' ').map((step) => {
    if (step === '|') return '<|im_start|>user\nAnd?<|im_end|>\n';
    const name = step.replace('=', '');
    return step.startsWith('=')
      ? `<|im_start|>tool\n<|function_output|>\n{"name": "${name}", "content": 1}\n<|im_end|>\n`
      : `<|im_start|>assistant\n<|function_call|>\n{"name": "${name}", "arguments": {}}\n<|im_end|>\n`;
  });
  const starts = parts.map((_, i) => parts.slice(0, i).join('').length);
  return check(parts.join(''))
    .filter(({ code }) => code === 'function-order')
    .map(({ start }) => steps.split(' ')[starts.findLastIndex((at) => at <= start)] as string);
}

const rows: readonly (readonly [steps: string, reported: string])[] = [
  ['a =a b =b', ''],
  ['a b =a =b', ''],
  ['a b =a c =b =c', ''],
  ['a b =b =a', '=b'],
  ['a b c =c =a =b', '=c'],
  ['=a =b a =a', ''],
  // One wrong or missing output does not put the outputs after it out of order.
  ['a b =b c =c d =d', '=b'],
  ['a =x b =b c =c', '=x'],
  ['a b =x =b c =c', '=x =b'],
  ['a =x =x b =b', '=x =x'],
  ['a b =x =a =b c =c', '=x'],
  // A user message starts a new sequence.
  ['a | =b', ''],
  ['a b | =a =c b =b', ''],
  ['a b | c =c', ''],
];

for (const [steps, expected] of rows) {
  test(steps, () => assert.equal(reported(steps).join(' '), expected));
}

test('an output out of order stays reported when the text after it changes', () => {
  const call = (name: string) => `{"arguments": {}, "name": "${name}"}\n`;
  const text = `<|im_start|>assistant\n<|function_call|>\n${call('f')}${call('g')}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "g", "content": 1}\n<|im_end|>\n`;
  const transcript = new Transcript('test:', 'ocml', 0, text);
  const checker = new Checker(transcript, { strict: false, levels: {} });
  const codes = () => checker.problems(10).problems.map(({ problem }) => problem.code);
  assert.deepEqual(codes(), ['function-order']);
  transcript.replace(text.length, text.length, '\n');
  checker.update();
  assert.deepEqual(codes(), ['function-order']);
});

test('calls of which one cannot be read are not counted', () => {
  const text = `<|im_start|>assistant
<tool_call>
{"name": "a", "arguments": {}
</tool_call>
<tool_call>
{"name": "b", "arguments": {}}
</tool_call><|im_end|>
<|im_start|>user
<tool_response>
1
</tool_response><|im_end|>
`;
  const codes = (text: string) => check(text).map(({ code }) => code);
  assert.deepEqual(codes(text), ['function-json']);
  // If all of them can be read, the missing result is reported.
  assert.deepEqual(codes(text.replace('{}\n', '{}}\n')), ['call-unanswered']);
});
