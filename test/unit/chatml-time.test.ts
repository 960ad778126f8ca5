/** Nasty documents of OpenChatML 0.1 take time that grows as they do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../server/src/rules/checker.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { ask } from './features-check.ts';

const rows: readonly (readonly [name: string, make: (n: number) => string])[] = [
  ['messages without line break', (n) => '<|im_start|>user hi<|im_end|>'.repeat(n)],
  ['openers', (n) => '<|im_start|>'.repeat(n)],
  ['terminators', (n) => `<|im_start|>user\nhi${'<|im_end|>'.repeat(n)}`],
  ['half tokens', (n) => `<|im_start|>user\n${'<|im_start|'.repeat(n)}`],
  ['words in a header', (n) => `<|im_start|>user${' word'.repeat(n)}\nhi<|im_end|>`],
  ['names in a header', (n) => `<|im_start|>user${' name="a'.repeat(n)}\nhi<|im_end|>`],
  ['separators', (n) => 'a\n<|file_separator|>\n'.repeat(n)],
  ['tasks', (n) => '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>\n'.repeat(n)],
  ['tasks in files', (n) => '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>\n<|file_separator|>\n'.repeat(n)],
  [
    'nested thoughts',
    (n) => `<|im_start|>assistant\n${'<|start_reason|>'.repeat(n)}${'<|end_reason|>'.repeat(n)}<|im_end|>`,
  ],
  [
    'thoughts and cursors',
    (n) => `<|im_start|>assistant\n${'<|start_reason|>a<|end_reason|><|fim_middle|>'.repeat(n)}<|im_end|>`,
  ],
  ['ends of thoughts', (n) => `<|im_start|>assistant\n${'a<|end_reason|>'.repeat(n)}<|im_end|>`],
  ['open objects', (n) => `<|im_start|>assistant\n<|function_call|>\n${'{"a":'.repeat(n)}<|im_end|>`],
  ['open calls', (n) => `<|im_start|>assistant\n${'<|function_call|>\n{"a":\n'.repeat(n)}<|im_end|>`],
  ['values', (n) => `<|im_start|>assistant\n<|function_call|>\n${'{"name":"f","arguments":{}}\n'.repeat(n)}<|im_end|>`],
  ['an array', (n) => `<|im_start|>assistant\n<|function_call|>\n[${'{},'.repeat(n)}{}]<|im_end|>`],
  [
    'outputs in the wrong order',
    (n) => {
      const names = Array.from({ length: n }, (_, i) => `f${i}`);
      const calls = names.map((name) => `{"name":"${name}","arguments":{}}\n`).join('');
      const outputs = names
        .reverse()
        .map((name) => `{"name":"${name}","content":1}\n`)
        .join('');
      return `<|im_start|>assistant\n<|function_call|>\n${calls}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n${outputs}<|im_end|>`;
    },
  ],
  [
    'calls that nothing answers',
    (n) =>
      '<|im_start|>assistant\n<|function_call|>\n{"name":"f","arguments":{}}<|im_end|>\n<|im_start|>user\nhi<|im_end|>\n'.repeat(
        n,
      ),
  ],
];

function timeOf(text: string): number {
  const began = performance.now();
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-0.1' });
  new Checker(transcript, { strict: false, levels: {} }).problems(200);
  for (const method of ['documentSymbol', 'foldingRange']) ask(method, transcript);
  ask('hover', transcript, { position: transcript.positionAt(text.length >> 1) });
  ask('completion', transcript, { position: transcript.positionAt(text.length >> 1) });
  return performance.now() - began;
}

for (const [name, make] of rows) {
  test(name, () => {
    timeOf(make(500));
    const small = Math.min(timeOf(make(1_000)), timeOf(make(1_000)));
    const large = timeOf(make(12_000));
    // Quadratic would be 144 times; linear is 12, and the machine is shared.
    assert.ok(large < 50 * Math.max(small, 1) + 100, `${small.toFixed(1)} ms, ${large.toFixed(1)} ms`);
  });
}
