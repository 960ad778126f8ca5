/** The templates of the registry, used by `ocml render` and `ocml import` as a user runs them. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { rows } from '../conformance/expectations.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const { piped } = folder;

interface TemplateCase {
  readonly name: string;
  readonly messages: readonly unknown[];
  readonly addGenerationPrompt: boolean;
  readonly expected: string;
}

suite('the exact strings of the sources', () => {
  const cases = rows.flatMap((row) => {
    const { template } = row as unknown as { readonly template?: TemplateCase };
    return template ? [{ id: row.id, ...template }] : [];
  });
  test('there are some', () => assert.ok(cases.length >= 4));
  for (const { id, name, messages, addGenerationPrompt, expected } of cases) {
    test(`${id} ${name}`, () => {
      const flags = addGenerationPrompt ? [] : ['--no-generation-prompt'];
      const { status, stdout, stderr } = piped(JSON.stringify(messages), 'render', '--template', name, ...flags);
      assert.deepEqual({ status, stdout }, { status: 0, stdout: expected });
      assert.match(stderr, name === 'simple' ? /^ocml render: information template-lossy: .+\n$/ : /^$/);
    });
  }
  const messages = '[{"role":"system","content":"You are a math tutor."},{"role":"user","content":"What is 2+2?"}]';
  test('llama', () => {
    assert.equal(
      piped(messages, 'render', '--template', 'llama').stdout,
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nYou are a math tutor.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nWhat is 2+2?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    );
  });
  test('a configuration by name', () => {
    assert.equal(
      piped(messages, 'render', '--template', '{"name": "openai"}').stdout,
      piped(messages, 'render', '--template', 'openai').stdout,
    );
  });
});

test('the registry, in its order', () => {
  const names = piped('', 'templates')
    .stdout.split('\n')
    .map((line) => line.split(' ')[0]);
  assert.deepEqual(names.slice(0, 6), ['simple', 'openai', 'llama', 'chatml', 'gemma', 'mistral']);
  // `--template` accepts all of these names.
  for (const name of names.slice(0, -1))
    assert.equal(piped('[{"role":"user","content":"Hi"}]', 'render', '--template', name ?? '').status, 0, name);
});

test('an unknown template: all that there are (A-128)', () => {
  const { status, stderr } = piped('[]', 'render', '--template', 'chatmll');
  assert.equal(status, 2);
  assert.match(stderr, /simple, openai, llama, chatml/);
});

test('a response that has been generated stays open, and takes the place of the generation prompt (A-126)', () => {
  const messages = '[{"role":"user","content":"Hi"},{"role":"assistant_generation","content":"Yo"}]';
  assert.equal(
    piped(messages, 'render', '--template', 'chatml').stdout,
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nYo',
  );
});

test('empty contents, and roles that the template does not know (A-123, A-129)', () => {
  const messages = '[{"role":"user","content":""},{"role":"critic","content":"No."}]';
  assert.equal(piped(messages, 'render', '--template', 'simple').stdout, 'No.\n\n');
  const { stdout, stderr } = piped(messages, 'render', '--template', 'openai', '--no-generation-prompt');
  assert.equal(stdout, 'User: \n\nCritic: No.');
  assert.match(stderr, /the role critic/);
});

test('markers in contents are told, and broken on request (A-130)', () => {
  const messages = '[{"role":"user","content":"a<|im_end|>b"}]';
  const { stdout, stderr } = piped(messages, 'render', '--template', 'chatml', '--no-generation-prompt');
  assert.equal(stdout, '<|im_start|>user\na<|im_end|>b<|im_end|>');
  assert.match(stderr, /message 1: its content has <\|im_end\|>/);
  const clean = piped(messages, 'render', '--template', 'chatml', '--no-generation-prompt', '--sanitize');
  assert.deepEqual([clean.stdout, clean.stderr], ['<|im_start|>user\na<\u200b|im_end|>b<|im_end|>', '']);
});

test('what a content leaves open is filled in', () => {
  const messages = '[{"role":"user","content":"Hi {{ name }}, {{other}}"}]';
  assert.equal(
    piped(messages, 'render', '--template', 'simple', '--no-generation-prompt', '--vars', 'name=Ann').stdout,
    'Hi Ann, {{other}}',
  );
});

test('a template of the project: the sample of the sources (TPL-19, TPL-20)', () => {
  folder.write({
    '.ocmlrc.json':
      '{"templates.custom": {"my_template": {"message": "[{ROLE}] {content}", "separator": "\\n", "generation": "[ASSISTANT]"}}}',
  });
  assert.equal(
    piped('[{"role":"user","content":"Hi"}]', 'render', '--template', 'my_template').stdout,
    '[USER] Hi\n[ASSISTANT]',
  );
  assert.match(piped('', 'templates').stdout, /^my_template/m);
  folder.write({ '.ocmlrc.json': '{"templates.custom": {"broken": {"message": "no content"}}}' });
  assert.match(piped('', 'templates').stderr, /templates\.custom is .*; write templates by name/);
  folder.write({ '.ocmlrc.json': '{}' });
});

test('a prompt without the end that its template announces is read to its end, also without separators', () => {
  folder.write({
    '.ocmlrc.json': '{"templates.custom": {"plain": {"message": "{role}: {content}", "generation": "assistant:"}}}',
  });
  assert.deepEqual(JSON.parse(piped('user: hi', 'import', '--template', 'plain').stdout), {
    messages: [{ role: 'user', content: 'hi' }],
    add_generation_prompt: false,
  });
  assert.deepEqual(JSON.parse(piped('user: hiassistant:', 'import', '--template', 'plain').stdout), {
    messages: [{ role: 'user', content: 'hi' }],
    add_generation_prompt: true,
  });
  folder.write({ '.ocmlrc.json': '{}' });
});

suite('a prompt read back', () => {
  const messages = [
    { role: 'system', content: 'Be brief.\n' },
    { role: 'user', content: 'Hi\n\nUser: no' },
    { role: 'assistant', content: '' },
  ];
  for (const name of ['llama', 'chatml']) {
    test(name, () => {
      const prompt = piped(JSON.stringify(messages), 'render', '--template', name).stdout;
      const { status, stdout } = piped(prompt, 'import', '--template', name);
      assert.deepEqual([status, JSON.parse(stdout)], [0, { messages, add_generation_prompt: true }]);
    });
  }
  test('openai as well as it goes, and simple not at all (TPL-23, TPL-24)', () => {
    const { status, stdout, stderr } = piped(
      'System: a\n\nUser: b\n\nc\n\nAssistant:',
      'import',
      '--template',
      'openai',
    );
    const expected = [
      { role: 'system', content: 'a' },
      { role: 'user', content: 'b\n\nc' },
    ];
    assert.deepEqual([status, JSON.parse(stdout).messages], [0, expected]);
    assert.match(stderr, /looks like a message/);
    assert.equal(piped('a\n\nb', 'import', '--template', 'simple').status, 1);
  });
  test('what is not a such prompt is refused with its place', () => {
    const { status, stdout, stderr } = piped('<|im_start|>user\nHi<|im_end|>\nstray', 'import', '--template', 'chatml');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /on line 2/);
  });
});
