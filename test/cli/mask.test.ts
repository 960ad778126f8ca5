/** `ocml mask` as a user runs it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const open = "{{- '<|im_start|>' + m.role + '\\n' }}";
const chat = `{%- for m in messages %}${open}{{ m.content + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;
const tagged = `{%- for m in messages %}${open}
{%- if m.role == 'assistant' %}{% generation %}{{ m.content + '<|im_end|>' }}{% endgeneration %}{{ '\\n' }}
{%- else %}{{ m.content + '<|im_end|>\\n' }}{% endif %}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;

const row = (question: string, answer: string, more: object = {}) =>
  `${JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer, ...more },
    ],
  })}\n`;

const folder = createFolder({
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>', chat_template: chat }),
  'tagged.jinja': tagged,
  'upper.jsonl': row('HELLO', 'HELL').repeat(2),
  'low/tokenizer.json': JSON.stringify({ ...tokenizer, normalizer: { type: 'Lowercase' } }),
  'low/chat_template.jinja': chat,
  'rows.jsonl': row('hello', 'hell') + row('he', 'hello hello'),
  'most.jsonl': row('hello '.repeat(40), 'he').repeat(9) + row('he', 'he'),
  'one.json': row('hello', 'hell'),
  'axolotl.yaml':
    'sequence_len: 4096\ndatasets:\n  - path: x\n    train_on_eos: none\nspecial_tokens:\n  eos_token: <|im_end|>\n',
});
after(() => folder.remove());

const mask = (...args: readonly string[]) => folder.ocml('mask', '--tokenizer', 'model', ...args);

suite('the summary', () => {
  test('says what is kept and trained, and which options are defaults', () => {
    const { stdout, status } = mask('rows.jsonl', '--trainer', 'axolotl');
    assert.equal(status, 0);
    assert.match(stdout, /^axolotl: axolotl with type: chat_template; eos_token <\|im_end\|>$/m);
    assert.match(stdout, /^defaults: roles_to_train=\["assistant"\] train_on_eos=turn /m);
    assert.match(stdout, /^2 rows: 2 kept, 0 dropped, 0 refused; 0 of them cut$/m);
    assert.match(stdout, /^the stop token is trained in 2 of 2 answers$/m);
    assert.match(stdout, /^tokens per row before cutting: median \d+, 90th percentile \d+, .*maximum \d+$/m);
  });

  test("counts dropped rows by the trainer's own words", () => {
    const { stdout } = mask('rows.jsonl', '--trainer', 'axolotl', '--max-length', '10');
    assert.match(stdout, /^2 rows: 0 kept, 2 dropped, 0 refused/m);
    assert.match(stdout, /^ {2}dropped 2: Dropped N sequences outside valid range/m);
  });
});

test('a file without any mask is a warning: nothing of it was checked', () => {
  const { stdout, status } = folder.ocml(
    ...['mask', 'upper.jsonl', '--trainer', 'flags', '--tokenizer', 'low', '--max-warnings', '0'],
  );
  assert.match(stdout, /information mask-approximate: There is no mask: token positions/);
  assert.match(
    stdout,
    /warning mask-approximate: No mask can be computed for any of the 2 rows, so none of them is checked/,
  );
  assert.equal(status, 1);
});

suite('options', () => {
  test('are those of the trainer, and JSON or a string', () => {
    const { stdout, status } = mask('rows.jsonl', '--trainer', 'axolotl', '--option', 'train_on_eos=none');
    assert.equal(status, 1, 'no stop token at all is an error');
    assert.match(stdout, /mask-stop: The stop token is not trained after any of the 2 answers/);
  });

  test('come from the configuration of the trainer', () => {
    const { stdout } = mask('rows.jsonl', '--trainer', 'axolotl', '--trainer-config', 'axolotl.yaml');
    assert.match(
      stdout,
      /^axolotl: .*, with train_on_eos=none sequence_len=4096|with sequence_len=4096 train_on_eos=none/m,
    );
  });

  for (const [option, why] of [
    ['nothing=1', /trl has no option nothing/],
    ['max_length="x"', /max_length takes number or null/],
    ['__proto__=1', /trl has no option __proto__/],
    ['truncation_mode=middle', /truncation_mode cannot be middle\. It must be one of keep_start, keep_end/],
  ] as const)
    test(`${option} is refused`, () => {
      const { stderr, status } = mask('rows.jsonl', '--option', option);
      assert.equal(status, 2);
      assert.match(stderr, why);
    });
});

suite('labels', () => {
  test('are a line for each row', () => {
    const { stdout, stderr } = mask('rows.jsonl', '--trainer', 'axolotl', '--labels', '-');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.length, 2);
    for (const { input_ids: ids, labels } of lines) {
      assert.equal(ids.length, labels.length);
      for (const [i, label] of labels.entries()) assert.ok(label === -100 || label === ids[i]);
    }
    assert.match(stderr, /2 rows: 2 kept/);
  });

  test('go to a file, and say why there are none', () => {
    mask('rows.jsonl', '--template', 'model', '--option', 'assistant_only_loss=true', '--labels', 'labels.jsonl');
    const [first = ''] = readFileSync(join(folder.path, 'labels.jsonl'), 'utf8').split('\n');
    assert.match(JSON.parse(first).refused, /^ValueError: The chat template is not training-compatible/);
  });
});

suite('the rows', () => {
  test('are lines, a list, or one', () => {
    folder.write({ 'list.json': `[\n${row('he', 'he').trim()},\n${row('he', 'hell').trim()}]` });
    assert.match(mask('list.json').stdout, /^2 rows: 2 kept/m);
    assert.match(mask('one.json').stdout, /^1 row: 1 kept/m);
    assert.match(folder.piped(row('he', 'he'), 'mask', '--tokenizer', 'model', '-').stdout, /^1 row: 1 kept/m);
  });

  test('that cannot be read are errors at their line', () => {
    folder.write({ 'broken.jsonl': `${row('he', 'he')}{"messages": [\n${row('he', 'he')}` });
    const { stdout, status } = mask(
      'broken.jsonl',
      '--template',
      'tagged.jinja',
      '--option',
      'assistant_only_loss=true',
    );
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^broken\.jsonl:2:1: error mask-refused: The trainer cannot read this row: this line is not valid JSON\. Correct the row, or change the setting\.$/m,
    );
    assert.match(stdout, /^3 rows: 2 kept, 0 dropped, 1 refused/m);
  });

  test('one of them is shown, with what is trained', () => {
    const { stdout } = mask('rows.jsonl', '--trainer', 'axolotl', '--row', '2');
    assert.ok(stdout.startsWith('<|im_start|>user\nhe<|im_end|>\n<|im_start|>assistant\n«hello hello<|im_end|>»\n'));
  });
});

test('a row is shown in colour if that is asked for', () => {
  const { stdout } = mask('rows.jsonl', '--trainer', 'axolotl', '--row', '2', '--color', 'always');
  assert.ok(
    stdout.startsWith('<|im_start|>user\nhe<|im_end|>\n<|im_start|>assistant\n\x1b[32mhello hello<|im_end|>\x1b[39m\n'),
  );
  const all = mask('rows.jsonl', '--row', '2', '--color', 'always').stdout;
  assert.ok(all.startsWith('\x1b[32m<|im_start|>user↵\x1b[39m\n\x1b[32mhe<|im_end|>↵\x1b[39m\n'));
});

suite('a data set of which nothing is left', () => {
  const unsloth = (...args: readonly string[]) => mask('rows.jsonl', '--trainer', 'unsloth', ...args).stdout;

  test('stops Unsloth, which blames the marker', () => {
    assert.match(
      unsloth('--option', 'instruction_part=hell', '--option', 'response_part=ww'),
      /error mask-empty: No row is left to train on, so unsloth stops: ValueError: Unsloth: .* in train_dataset, .* The response marker 'ww' was not found in any sample/,
    );
  });

  test('only has it warn while one row is left', () => {
    const { stdout } = mask('most.jsonl', '--trainer', 'unsloth', '--max-length', '40');
    assert.match(
      stdout,
      /error mask-empty: No token is trained in 9 of the 10 rows, and unsloth only warns: Unsloth: Warning: Unsloth: train_on_responses_only masked all\/most labels to -100\./,
    );
  });

  test('or the cut, if nine of ten such rows are cut', () => {
    assert.match(
      unsloth('--max-length', '8'),
      /so unsloth stops: ValueError: Unsloth: .* The most likely cause is truncation: max_length=8 cut off the response marker '.*assistant\\n'/,
    );
  });
});

suite('formats', () => {
  test('json has findings and the summary', () => {
    const { findings, summary } = JSON.parse(mask('rows.jsonl', '--format', 'json').stdout);
    assert.equal(findings[0].code, 'mask-everything');
    assert.deepEqual([summary.rows, summary.kept, summary.trainer], [2, 2, 'trl']);
  });

  test('jsonl has a line for each row, then the summary', () => {
    const lines = mask('rows.jsonl', '--format', 'jsonl')
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map((line) => Object.keys(line)[0]),
      ['line', 'line', 'summary'],
    );
  });

  test('sarif and github are those of a check', () => {
    assert.equal(JSON.parse(mask('rows.jsonl', '--format', 'sarif').stdout).version, '2.1.0');
    assert.match(mask('rows.jsonl', '--format', 'github').stdout, /^::warning .*line=1/m);
  });
});

test('a baseline takes out what is known, and counts of parts add up', () => {
  mask('rows.jsonl', '--write-baseline', 'known.json');
  const { stdout, status } = mask('rows.jsonl', '--baseline', 'known.json', '--max-warnings', '0');
  assert.equal(status, 0);
  assert.doesNotMatch(stdout, /mask-everything:/);
  for (const name of ['a', 'b']) mask('rows.jsonl', '--counts', `${name}.counts`);
  assert.ok(existsSync(join(folder.path, 'a.counts')));
  assert.match(
    folder.ocml('mask', '--merge', 'a.counts', 'b.counts').stdout,
    /mask-everything: 4, on lines 1, 2, 3, 4/,
  );
});

test('without a tokenizer, it says what to give', () => {
  const { stderr, status } = folder.ocml('mask', 'rows.jsonl');
  assert.equal(status, 2);
  assert.match(stderr, /pass --tokenizer FILE\|FOLDER/);
});
