/** `ocml mask` finds the chat template that a configuration of axolotl names. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const own = `{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}{{ m.content + '<|im_end|>' }}{% endfor %}`;
const row = {
  messages: [
    { role: 'user', content: 'he' },
    { role: 'assistant', content: 'hell' },
  ],
};
const folder = createFolder({
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ bos_token: 'hello', eos_token: '<|im_end|>', chat_template: own }),
  'bare/tokenizer.json': JSON.stringify(tokenizer),
  'bare/tokenizer_config.json': JSON.stringify({ bos_token: 'hello', eos_token: '<|im_end|>' }),
  'rows.jsonl': `${JSON.stringify(row)}\n`,
  'configs/mine.jinja': `{% for m in messages %}[{{ m.role }}]{{ m.content }}<|im_end|>{% endfor %}`,
});
after(() => folder.remove());

/** Runs `ocml mask` for the first row under a configuration, to see its prompt. */
function prompt(yaml: string, model = 'model', ...args: readonly string[]) {
  folder.write({ 'configs/axolotl.yaml': yaml });
  return folder.ocml(
    ...['mask', 'rows.jsonl', '--row', '1', '--trainer', 'axolotl', '--tokenizer', model],
    ...['--trainer-config', 'configs/axolotl.yaml', ...args],
  );
}
const plain = (stdout: string) => stdout.replaceAll(/[«»]/g, '');

const ofTokenizer = '<|im_start|>user\nhe<|im_end|><|im_start|>assistant\nhell<|im_end|>\n';
const chatml = '<|im_start|>user\nhe<|im_end|>\n<|im_start|>assistant\nhell<|im_end|>\n';
const llama3 =
  'hello<|start_header_id|>user<|end_header_id|>\n\nhe<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nhell<|eot_id|>\n';
const mine = '[user]he<|im_end|>[assistant]hell<|im_end|>\n';

suite('what can be found', () => {
  for (const [yaml, model, expected] of [
    ['sequence_len: 512', 'model', ofTokenizer],
    ['chat_template: tokenizer_default', 'model', ofTokenizer],
    ['chat_template: tokenizer_default_fallback_chatml', 'model', ofTokenizer],
    ['chat_template: tokenizer_default_fallback_chatml', 'bare', chatml],
    ['chat_template: tokenizer_default_fallback_chatml', 'bare/tokenizer.json', chatml],
    ['chat_template: chatml', 'model', chatml],
    ['chat_template: llama3', 'model', llama3],
    ['chat_template: chatml\ndatasets:\n  - path: x\n    chat_template: llama3', 'model', llama3],
    ['chat_template: jinja\nchat_template_jinja: mine.jinja', 'model', mine],
    ['chat_template: jinja\nchat_template_jinja: configs/mine.jinja', 'model', mine],
    ['chat_template_jinja: "{% for m in messages %}[{{ m.role }}]{{ m.content }}<|im_end|>{% endfor %}"', 'bare', mine],
  ] as const)
    test(`${yaml.replaceAll('\n', ' ')} (${model})`, () => {
      const { stdout, stderr } = prompt(yaml, model);
      assert.equal(stderr, '');
      assert.ok(plain(stdout).startsWith(expected), stdout);
    });

  test('--template goes before', () => {
    assert.ok(plain(prompt('chat_template: qwen3', 'model', '--template', 'model').stdout).startsWith(ofTokenizer));
  });

  test('the summary says that the template is chosen there', () => {
    folder.write({ 'configs/axolotl.yaml': 'chat_template: chatml' });
    const { stdout } = folder.ocml(
      ...[
        'mask',
        'rows.jsonl',
        '--trainer',
        'axolotl',
        '--tokenizer',
        'model',
        '--trainer-config',
        'configs/axolotl.yaml',
      ],
    );
    assert.match(stdout, /^from configs\/axolotl\.yaml: chat_template$/m);
  });
});

suite('what cannot is said, with what to give', () => {
  for (const [yaml, why] of [
    [
      'chat_template: qwen3',
      /chat_template: qwen3 is one of axolotl's own templates, .*: pass it with --template \(axolotl keeps it in .*\/qwen3\.jinja\)/,
    ],
    ['chat_template: tokenizer_default_fallback_gemma', /templates\/gemma\.jinja/],
    ['chat_template: constructor', /chat_template: constructor is one of axolotl's own templates/],
    ['chat_template: jinja', /chat_template: jinja needs chat_template_jinja/],
    ['chat_template_jinja: lost.jinja', /there is no file lost\.jinja, so axolotl would read its name as the template/],
    ['chat_template_jinja: "{% for %}"', /^ocml mask: chat_template_jinja: /],
  ] as const)
    test(yaml, () => {
      const { stdout, stderr, status } = prompt(yaml, 'bare');
      assert.deepEqual([stdout, status], ['', 2]);
      assert.match(stderr, why);
    });
});

test('a file that the configuration of a project leads to is in the project', () => {
  folder.write({
    'in/.ocmlrc.json': '{"root": true, "trainer": {"name": "axolotl", "config": "a.yaml"}}',
    'in/mine.jinja': 'inside',
    'in/rows.jsonl': `${JSON.stringify(row)}\n`,
  });
  symlinkSync(join(folder.path, 'configs/mine.jinja'), join(folder.path, 'in/link.jinja'));
  const shown = (jinja: string) => {
    folder.write({ 'in/a.yaml': `chat_template_jinja: ${jinja}` });
    return folder.ocml('mask', 'in/rows.jsonl', '--row', '1', '--tokenizer', 'model');
  };
  assert.match(shown('mine.jinja').stdout, /^inside/);
  for (const jinja of ['../configs/mine.jinja', 'link.jinja', join(folder.path, 'configs/mine.jinja')])
    assert.match(shown(jinja).stderr, /there is no file/, jinja);
});
