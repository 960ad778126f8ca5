/** `ocml check` reports the findings of a trainer in a data set, if a project configures the template, the tokenizer and the trainer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { inProcess } from '../support/command.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const chat = `{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}{{ m.content + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;
const row = (question: string, answer: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });
const all = { template: './model', tokenizer: './model', trainer: 'trl' };

const folder = createFolder({
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>', chat_template: chat }),
  'rows.jsonl': `${row('hello', 'hell')}\n\n${row('he', 'hello hello')}\n`,
  'list.json': `[\n  ${row('hello', 'hell')},\n  ${row('he', 'hello hello')}\n]\n`,
  'chat.ocml': 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n',
  'events.jsonl': '{"token": "<|start|>"}\n',
  'responses.jsonl': '{"model": "m", "input": [{"role": "user", "content": "hello"}]}\n',
});
after(() => folder.remove());

/** Returns the lines, codes and beginnings of messages of problems with masks. */
const masksIn = (stdout: string) =>
  [...stdout.matchAll(/^[\w./]+:(\d+):\d+: (\w+) (mask-[\w-]+): (.*)$/gm)].map(([, line, level, code]) => [
    Number(line),
    level,
    code,
  ]);
const check = (choice: object, ...args: readonly string[]) => {
  folder.write({ '.ocmlrc.json': JSON.stringify(choice) });
  return folder.ocml('check', ...args);
};

suite('a project that names template, tokenizer and trainer', () => {
  test('has the findings of masks as problems, each at its line', () => {
    const { stdout, status } = check(all, 'rows.jsonl');
    assert.deepEqual(masksIn(stdout), [
      [1, 'warning', 'mask-everything'],
      [3, 'warning', 'mask-everything'],
    ]);
    assert.equal(status, 0);
  });

  test('the same in a list of rows', () => {
    assert.deepEqual(masksIn(check(all, 'list.json').stdout), [
      [2, 'warning', 'mask-everything'],
      [3, 'warning', 'mask-everything'],
    ]);
  });

  test('and those about all rows together', () => {
    const trainer = { name: 'axolotl', options: { train_on_eos: 'none' } };
    for (const file of ['rows.jsonl', 'list.json']) {
      const { stdout, status } = check({ ...all, trainer }, file);
      const together = masksIn(stdout).filter(([, level]) => level === 'error');
      assert.deepEqual(together, [[1, 'error', 'mask-stop']], file);
      assert.equal(status, 1);
    }
  });

  test('severities, baselines and counts hold for them', () => {
    const off = check({ ...all, rules: { 'mask-everything': 'off' } }, 'rows.jsonl');
    assert.deepEqual(masksIn(off.stdout), []);
    const error = check(
      { ...all, rules: { 'mask-everything': 'error' } },
      'rows.jsonl',
      '--write-baseline',
      'known.json',
    );
    assert.equal(error.status, 0);
    assert.equal(folder.ocml('check', 'rows.jsonl', '--baseline', 'known.json').status, 0);
  });

  test('what is no row to train on has none', () => {
    for (const file of ['chat.ocml', 'events.jsonl', 'responses.jsonl'])
      assert.deepEqual(masksIn(check(all, file).stdout), [], file);
  });

  test('a large data set has the same in several threads, by its first row', () => {
    // Because of the first row, the model is not trained only on completions.
    const first = `${row('he', 'he')}\n`;
    const prompt = [{ role: 'user', content: 'he' }];
    const completion = [{ role: 'assistant', content: 'hello '.repeat(200) }];
    const rest = `${JSON.stringify({ prompt, completion })}\n`.repeat(11_000);
    folder.write({ 'large.jsonl': first + rest });
    const trainer = { name: 'trl', maxLength: 6, over: 'right' };
    folder.write({ '.ocmlrc.json': JSON.stringify({ ...all, trainer }) });
    inProcess(['check', 'large.jsonl', '--counts', 'found.json'], { cwd: folder.path });
    const { findings } = JSON.parse(readFileSync(join(folder.path, 'found.json'), 'utf8'));
    assert.equal(findings['mask-everything'].warning, 11_001);
    assert.deepEqual(findings['mask-cut'], { warning: 11_001, lines: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  });
});

suite('a project that does not name all of them', () => {
  for (const key of ['template', 'tokenizer', 'trainer'] as const)
    test(`without ${key}, there are none`, () => {
      assert.deepEqual(masksIn(check({ ...all, [key]: undefined }, 'rows.jsonl').stdout), []);
    });

  test('nor without its configuration', () => {
    assert.deepEqual(masksIn(check(all, '--no-config', 'rows.jsonl').stdout), []);
  });
});

test('what cannot be used is said once, and nothing is checked', () => {
  for (const [trainer, why] of [
    [{ name: 'trl', options: { nothing: 1 } }, /^ocml check: trl has no option nothing/],
    [
      { name: 'axolotl', config: '../x.yaml' },
      /^ocml check: the configuration in .* sets `trainer\.config` to .*, which is not a file/,
    ],
    [{ name: 'axolotl', config: 'rows.jsonl' }, /^ocml check: trainer\.config .*rows\.jsonl: /],
  ] as const) {
    const { stdout, stderr, status } = check({ ...all, trainer }, 'rows.jsonl', 'list.json');
    assert.deepEqual([stdout, status, stderr.trim().split('\n').length], ['', 2, 1]);
    assert.match(stderr, why);
  }
});
