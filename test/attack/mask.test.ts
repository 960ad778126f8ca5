/** `ocml mask` with hostile rows, templates and tokenizers: each gets a result, and none affects the others. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createFolder } from '../cli/ocml.ts';
import { tokenizer } from '../support/tokenizer.ts';

const chat = `{%- for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{% endfor %}`;
const folder = createFolder({
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>', chat_template: chat }),
  'endless.jinja': '{% for i in range(100000) %}{% for j in range(100000) %}{{ i }}{% endfor %}{% endfor %}',
});
after(() => folder.remove());

const good = JSON.stringify({
  messages: [
    { role: 'user', content: 'he' },
    { role: 'assistant', content: 'hello' },
  ],
});
const trainers = ['trl', 'trl-dpo', 'trl-kto', 'axolotl', 'unsloth', 'flags'];
const mask = (input: string, ...args: readonly string[]) =>
  folder.piped(input, 'mask', '--tokenizer', 'model', '-', ...args);

const hostile = [
  '{"messages": [{"role": "__proto__", "content": "constructor", "__proto__": {"role": "user"}, "weight": {}}]}',
  '{"messages": [{"role": "constructor", "content": null, "toString": 1}], "__proto__": 1, "tools": "["}',
  '{"messages": [{"role": "assistant", "content": [{"text": 1, "train": "x"}, 2, null]}]}',
  '{"messages": {"length": 1}, "conversations": [1, null], "prompt": [], "completion": 3}',
  '{"prompt": "", "chosen": "", "rejected": "", "text": ""}',
  `{"messages": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
  '{"input_ids": [1, "x", null], "labels": "no"}',
  '[]',
  '{}',
  '"text"',
  '\ud800',
];

suite('hostile rows', () => {
  for (const trainer of trainers)
    test(`${trainer} answers each, and the good row after them`, () => {
      const input = [good, ...hostile, good].join('\n');
      const { stdout, stderr } = mask(input, '--trainer', trainer, '--format', 'jsonl');
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.equal(lines.length, hostile.length + 3, stderr);
      assert.equal(lines.at(-1).summary.rows, hostile.length + 2);
      assert.deepEqual(lines[0].sequences, lines.at(-2).sequences);
      assert.doesNotMatch(stderr, /\n {4}at /);
    });
});

test('a template that never ends is stopped, and there is no mask', () => {
  const { stdout } = mask(good, '--template', 'endless.jinja');
  assert.match(stdout, /mask-approximate: There is no mask: This template .+, so it was stopped/);
});

test('a long row takes time that grows with it', () => {
  const row = JSON.stringify({
    messages: Array.from({ length: 4000 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: 'hello '.repeat(20),
    })),
  });
  for (const trainer of ['trl', 'unsloth']) {
    const { stdout } = mask(row, '--trainer', trainer, '--max-length', '10000000', '--option', 'nothing=1');
    assert.equal(stdout, '');
    assert.match(mask(row, '--trainer', trainer, '--max-length', '10000000').stdout, /^1 row: 1 kept/m);
  }
});
