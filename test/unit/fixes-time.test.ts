/** Fixing all of a large or a nasty document takes time that grows as the document does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixAll } from '../../server/src/rules/fixes/fix-all.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const call = (more: string) =>
  `<|start|>assistant to=functions.f${more}<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n`;
const reply = (more: string) => `<|start|>tool name=functions.f${more}<|message|>{"low": 1}<|end|>\n`;
const jsonCalls = '{"tool_calls": [{"name": "g", "arguments": "{}"}]}';

const rows: readonly (readonly [name: string, make: (n: number) => string])[] = [
  ['calls without ids', (n) => call('').repeat(n) + reply('').repeat(n)],
  [
    'replies without ids',
    (n) => Array.from({ length: n }, (_, i) => call(` call_id=c${i}`)).join('') + reply('').repeat(n),
  ],
  ['one id for all', (n) => call(' call_id=c1').repeat(n) + reply(' call_id=c1').repeat(n)],
  ['replies without name', (n) => call(' call_id=c1') + '<|start|>tool call_id=c1<|message|>x<|end|>\n'.repeat(n)],
  [
    'calls in JSON',
    (n) => call(' call_id=c1') + `<|start|>assistant<|channel|>commentary<|message|>${jsonCalls}<|end|>\n`.repeat(n),
  ],
  ['roles', (n) => '<|start|>Assistant<|channel|>final  <|message|>Hi<|return|>\n'.repeat(n)],
  ['tokens in one body', (n) => `<|start|>user<|message|>${'<|channel|> '.repeat(n)}<|end|>`],
  ['tokens of 0.1', (n) => `<|start|>user<|message|>${'<|im_end|> '.repeat(n)}<|end|>`],
  ['misspelt tokens', (n) => `<|start|>user<|message|>${'<|END|> '.repeat(n)}<|end|>`],
  ['0.1: end tokens', (n) => `<|im_start|>user\nhi${'<|im_end|>'.repeat(n)}`],
  ['0.1: headers', (n) => '<|im_start|> User hi<|im_end|>'.repeat(n)],
  ['0.1: ends of thoughts', (n) => `<|im_start|>assistant\n${'a<|end_reason|>'.repeat(n)}<|im_end|>`],
  [
    '0.1: nested thoughts',
    (n) => `<|im_start|>assistant\n${'<|start_reason|>'.repeat(n)}${'<|end_reason|>'.repeat(n)}<|im_end|>`,
  ],
  ['0.1: flags', (n) => '<|im_start|>user\n<|reason|><|im_end|>\n'.repeat(n)],
  ['0.1: outputs', (n) => '<|im_start|>tool\n<|function_output|>\n1<|im_end|>\n'.repeat(n)],
  ['0.1: tasks', (n) => '<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>\n'.repeat(n)],
  ['0.1: tokens of 2.x', (n) => '<|im_start|>user\nhi<|end|>\n'.repeat(n)],
];

function timeOf(text: string): number {
  const began = performance.now();
  fixAll(new Transcript('test:', 'ocml', 0, text), { strict: false, levels: {} });
  return performance.now() - began;
}

for (const [name, make] of rows) {
  test(name, () => {
    timeOf(make(200));
    const small = Math.min(timeOf(make(300)), timeOf(make(300)));
    const large = timeOf(make(3_600));
    // Quadratic would be 144 times; linear is 12, and the machine is shared.
    assert.ok(large < 50 * Math.max(small, 1) + 200, `${small.toFixed(1)} ms, ${large.toFixed(1)} ms`);
  });
}
