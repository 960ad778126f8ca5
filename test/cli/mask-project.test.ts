/** `ocml mask` with the template, the tokenizer and the trainer that the configuration of a project names. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const chat = `{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}{{ m.content + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;
const row = (question: string, answer: string) =>
  `${JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  })}\n`;
const model = {
  'tokenizer.json': JSON.stringify(tokenizer),
  'tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>', chat_template: chat }),
};
const configured = (choice: object) => JSON.stringify({ tokenizer: './model', ...choice });

const folder = createFolder({
  'model/tokenizer.json': model['tokenizer.json'],
  'model/tokenizer_config.json': model['tokenizer_config.json'],
  'axolotl.yaml': 'sequence_len: 4096\ntrain_on_eos: none\n',
  'sub/other.yaml': 'sequence_len: 99\n',
  'rows.jsonl': row('hello', 'hell') + row('he', 'hello hello'),
  'sub/rows.jsonl': row('hello', 'hell'),
  'bare/rows.jsonl': row('hello', 'hell'),
  'bare/.ocmlrc.json': '{"root": true}',
});
after(() => folder.remove());

const mask = (choice: object, ...args: readonly string[]) => {
  folder.write({ '.ocmlrc.json': configured(choice) });
  return folder.ocml('mask', ...args);
};

suite('a configuration that names them', () => {
  test('is all that is needed, and the summary says where each setting comes from', () => {
    const trainer = {
      name: 'axolotl',
      options: { train_on_eos: 'all' },
      config: 'axolotl.yaml',
      maxLength: 99,
      over: 'right',
    };
    const { stdout, stderr, status } = mask({ template: 'model/tokenizer_config.json', trainer }, 'rows.jsonl');
    assert.equal(stderr, '');
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^axolotl: .*, with train_on_eos=all sequence_len=4096; --max-length 99, --over right/m);
    assert.match(stdout, /^from \.ocmlrc: template, tokenizer, trainer, train_on_eos, maxLength, over$/m);
    assert.match(stdout, /^from axolotl\.yaml: sequence_len$/m);
  });

  test('may name the trainer by a word, and leave the template to the tokenizer', () => {
    const { stdout } = mask({ trainer: 'axolotl' }, 'rows.jsonl');
    assert.match(stdout, /^axolotl: /m);
    assert.match(stdout, /^from \.ocmlrc: tokenizer, trainer$/m);
  });

  test('holds in the folders below it, which the summary names by their own', () => {
    folder.write({ 'sub/.ocmlrc.json': '{"trainer": {"name": "axolotl", "config": "other.yaml"}}' });
    const { stdout } = mask({ trainer: 'trl' }, 'sub/rows.jsonl');
    assert.match(stdout, /with sequence_len=99/);
    assert.match(stdout, /^from \.ocmlrc in sub: trainer$/m);
  });

  test('without a trainer, it is that of a command line without one', () => {
    assert.match(mask({}, 'rows.jsonl').stdout, /^trl: /m);
  });
});

suite('the command line goes before', () => {
  const trainer = { name: 'axolotl', options: { train_on_eos: 'all' }, config: 'axolotl.yaml', maxLength: 9 };

  test('for single options', () => {
    const { stdout } = mask({ trainer }, 'rows.jsonl', '--option', 'train_on_eos=last', '--max-length', '50');
    assert.match(stdout, /with train_on_eos=last sequence_len=4096; --max-length 50/);
    assert.match(stdout, /^from the command line: train_on_eos$/m);
    assert.match(stdout, /^from \.ocmlrc: tokenizer, trainer$/m);
  });

  test('a file of the trainer replaces the one of the project', () => {
    folder.write({ 'mine.yaml': 'train_on_eos: turn\n' });
    const { stdout } = mask(
      { trainer: { ...trainer, config: 'missing.yaml' } },
      'rows.jsonl',
      '--trainer-config',
      'mine.yaml',
    );
    assert.match(stdout, /with train_on_eos=turn; --max-length 9/);
  });

  test('another trainer takes nothing that is said of that one', () => {
    const { stdout } = mask({ trainer }, 'rows.jsonl', '--trainer', 'trl');
    assert.match(stdout, /^trl: TRL's SFTTrainer[^;]*; eos_token/m);
    assert.doesNotMatch(stdout, /train_on_eos|maxLength/);
  });

  test('a tokenizer and a template that are given make those of the project not matter', () => {
    const { stdout, status } = mask(
      { tokenizer: '../elsewhere', template: '../elsewhere.jinja' },
      ...['rows.jsonl', '--tokenizer', 'model', '--template', 'model', '--trainer', 'axolotl'],
    );
    assert.equal(status, 0);
    assert.doesNotMatch(stdout, /^from /m);
  });
});

suite('a configuration from a stranger', () => {
  folder.write({ 'secret/tokenizer.json': model['tokenizer.json'], 'secret/axolotl.yaml': 'sequence_len: 7\n' });
  folder.write({ 'in/rows.jsonl': row('he', 'he'), 'in/linked/chat_template.jinja': chat });
  symlinkSync(join(folder.path, 'secret'), join(folder.path, 'in/link'));
  symlinkSync(join(folder.path, 'secret/tokenizer.json'), join(folder.path, 'in/linked/tokenizer.json'));
  for (const [choice, key] of [
    [{ tokenizer: '../secret' }, 'tokenizer'],
    [{ tokenizer: 'link' }, 'tokenizer'],
    [{ tokenizer: 'linked' }, 'tokenizer'],
    [{ tokenizer: join(folder.path, 'secret/tokenizer.json') }, 'tokenizer'],
    [{ tokenizer: 'nothing' }, 'tokenizer'],
    [{ trainer: { name: 'axolotl', config: '../secret/axolotl.yaml' } }, 'trainer.config'],
    [{ trainer: { name: 'axolotl', config: 'link/axolotl.yaml' } }, 'trainer.config'],
  ] as const)
    test(`reads nothing outside its folder: ${JSON.stringify(choice).replaceAll(folder.path, '')}`, () => {
      folder.write({ 'in/.ocmlrc.json': JSON.stringify({ root: true, ...choice }) });
      const more = key === 'tokenizer' ? [] : ['--tokenizer', 'model'];
      const { stdout, stderr, status } = folder.ocml('mask', 'in/rows.jsonl', ...more);
      assert.deepEqual([stdout, status], ['', 2]);
      assert.match(
        stderr,
        new RegExp(`the configuration in .* sets \`${key}\` to .*, which is not a file in that folder or below`),
      );
    });

  test('names no option that the trainer lacks', () => {
    folder.write({ 'in/.ocmlrc.json': '{"root": true, "trainer": {"name": "trl", "options": {"__proto__": 1}}}' });
    const { stderr, status } = folder.ocml('mask', 'in/rows.jsonl', '--tokenizer', 'model');
    assert.equal(status, 2);
    assert.match(stderr, /trl has no option __proto__/);
  });
});

test('several files of which one has another choice: it is said', () => {
  const { stderr } = mask({}, 'rows.jsonl', 'bare/rows.jsonl');
  assert.match(
    stderr,
    /bare\/rows\.jsonl: the configuration for this file has a different template, tokenizer, trainer or field names, but the configuration for rows\.jsonl is used/,
  );
});
