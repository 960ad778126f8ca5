/** Chat templates that are found next to a tokenizer, in the local cache, or in a configuration. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { ocml } from '../support/command.ts';
import { someOf } from '../support/effort.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const { piped } = folder;

suite('a template by itself, beside the files of its tokenizer', () => {
  const listed = (content: string, special: boolean) => ({ content, special });
  folder.write({
    'tuned/chat_template.jinja':
      '{{ bos_token }}{% for m in messages %}<|turn|>{{ m.role }}\n{{ m.content }}<|trun|>{% endfor %}{{ eos_token }}',
    'tuned/tokenizer_config.json': JSON.stringify({
      bos_token: '<s>',
      eos_token: { content: '</s>' },
      added_tokens_decoder: { 1: listed('<|turn|>', true), 2: listed('<|pad_me|>', true), 3: listed('<plain>', false) },
    }),
    'older/t.jinja': '{% for m in messages %}{{ m.content }}<|trun|>{% endfor %}',
    // The tokenizer is several megabytes long, and only its beginning is read.
    'older/tokenizer.json': `{"version": "1.0", "added_tokens": [{"id": 1, "content": "<|turn|>", "special": true}], "model": {"vocab": {${'"x": 1, '.repeat(200_000)}"y": 2}}}`,
    'rows.messages.jsonl': ['Hi', 'a <|pad_me|> b', 'a <plain> b', 'a <|turn|> b']
      .map((content) => `${JSON.stringify({ messages: [{ role: 'user', content }] })}\n`)
      .join(''),
  });
  const messages = '[{"role":"user","content":"Hi"}]';

  test('a byte-order mark is part of no file', () => {
    const config = { bos_token: '<s>', chat_template: '{{ bos_token }}{{ messages[0].content }}' };
    folder.write({
      'marked/tokenizer_config.json': `\ufeff${JSON.stringify(config)}`,
      'marked/t.jinja': '\ufeff{{ bos_token }}{{ messages[0].content }}',
      'marked/tokenizer.json': '\ufeff{}',
    });
    for (const named of ['marked/t.jinja', 'marked/tokenizer_config.json', 'marked']) {
      const { status, stdout, stderr } = piped(messages, 'render', '--template', named);
      assert.deepEqual([status, stdout, stderr], [0, '<s>Hi', ''], named);
    }
  });

  test('is found by the folder of the model, or by a configuration without one', () => {
    for (const named of ['tuned', 'tuned/', 'tuned/tokenizer_config.json']) {
      const { status, stdout, stderr } = folder.ocml('templates', '--check', named);
      assert.deepEqual([status, stderr], [1, ''], named);
      assert.match(stdout, /^tuned\/chat_template\.jinja:\d+:\d+: warning template-drops-calls/m);
      assert.match(piped(messages, 'render', '--template', named).stdout, /^<s><\|turn\|>user/);
    }
    folder.write({ 'chatml/chat_template.jinja': 'not this' });
    assert.match(piped(messages, 'render', '--template', 'chatml').stdout, /^<\|im_start\|>user/);
    assert.match(
      folder.ocml('templates', '--check', 'older').stderr,
      /neither chat_template\.jinja nor tokenizer_config\.json was found in this folder/,
    );
  });
  test('has its tokens', () => {
    assert.equal(
      piped(messages, 'render', '--template', 'tuned/chat_template.jinja').stdout,
      '<s><|turn|>user\nHi<|trun|></s>',
    );
    assert.equal(
      piped(messages, 'render', '--template', 'tuned/chat_template.jinja', '--set', 'eos_token=""').stdout.slice(-8),
      '<|trun|>',
    );
  });
  test('without them, the usual ones stand in for them, and that is said once', () => {
    folder.write({
      'alone/t.jinja': '{% for m in messages %}{{ bos_token + m.role + m.content + eos_token }}{% endfor %}',
      'alone/one.messages.jsonl': '{"messages": [{"role": "user", "content": "Hi"}]}\n'.repeat(3),
      'alone/two.messages.json': messages,
    });
    const note =
      'alone/t.jinja uses bos_token and eos_token, but no tokenizer_config.json next to it defines them, so <s> and </s> are used instead';
    const { status, stderr } = folder.ocml('check', '--template', 'alone/t.jinja', 'alone');
    assert.deepEqual([status, stderr], [0, `ocml check: ${note}\n`]);
    assert.equal(folder.ocml('templates', '--check', 'alone/t.jinja').stderr, `ocml templates: ${note}\n`);
    // Prompts must be exact, so no default token is used.
    const failed = piped(messages, 'render', '--template', 'alone/t.jinja');
    assert.deepEqual([failed.status, failed.stdout], [1, '']);
    assert.match(
      failed.stderr,
      /'bos_token' is undefined \(no tokenizer_config\.json next to the template defines it\): --set bos_token=… sets it/,
    );
    folder.write({ 'alone/print.jinja': '{{ bos_token }}{{ messages[0].content }}' });
    const { stdout: prompt, stderr: empty } = piped(messages, 'render', '--template', 'alone/print.jinja');
    assert.equal(prompt, 'Hi');
    assert.match(
      empty,
      /uses bos_token, but no tokenizer_config\.json .* is empty in the prompt\. Define it with --set bos_token=…/,
    );
    assert.equal(piped(messages, 'render', '--template', 'alone/print.jinja', '--set', 'bos_token="<s>"').stderr, '');
    folder.write({ 'alone/tokenizer_config.json': '{"bos_token": "<b>"}' });
    assert.match(
      folder.ocml('check', '--template', 'alone/t.jinja', 'alone').stdout,
      /template-rejects: .*'eos_token' is undefined\. Define `eos_token` in the `tokenizer_config\.json`/,
    );
  });
  test('a misspelled marker is told by them', () => {
    for (const file of ['tuned/chat_template.jinja', 'older/t.jinja'])
      assert.match(
        folder.ocml('templates', '--check', file).stdout,
        /`<\|trun\|>` is misspelled, .* the control token `<\|turn\|>`/,
      );
  });
  test('each of its control tokens in a content is injection, and nothing else is', () => {
    const { stdout } = folder.ocml('check', '--template', 'tuned/chat_template.jinja', 'rows.messages.jsonl');
    const lines = [...stdout.matchAll(/:(\d+):\d+: \w+ template-special-in-content: /g)].map(([, line]) =>
      Number(line),
    );
    assert.deepEqual(lines, [2, 4]);
  });
  test('a link that leads elsewhere is not followed, but for that of the cache', () => {
    const secret = JSON.stringify({ bos_token: 'SECRET', eos_token: 'SECRET' });
    folder.write({ 'secret.json': secret, 'linked/t.jinja': '{{ bos_token }}{{ messages[0].content }}' });
    symlinkSync('../secret.json', join(folder.path, 'linked/tokenizer_config.json'));
    assert.equal(piped(messages, 'render', '--template', 'linked/t.jinja').stdout, 'Hi');
    const model = 'hub/models--acme--tiny';
    folder.write({
      [`${model}/blobs/aa`]: '{"bos_token": "<b>"}',
      [`${model}/snapshots/r/t.jinja`]: '{{ bos_token }}',
    });
    symlinkSync('../../blobs/aa', join(folder.path, model, 'snapshots/r/tokenizer_config.json'));
    assert.equal(piped(messages, 'render', '--template', `${model}/snapshots/r/t.jinja`).stdout, '<b>');
  });
});

suite('a model by its name, from the local cache alone', () => {
  const revision = '0123456789abcdef0123456789abcdef01234567';
  const home = 'cache/hub/models--acme--tiny';
  folder.write({
    [`${home}/refs/main`]: revision,
    [`${home}/snapshots/${revision}/tokenizer_config.json`]: JSON.stringify({
      bos_token: '<s>',
      chat_template: '{{ bos_token }}config',
    }),
    'cache/hub/models--acme--beside/refs/main': revision,
    [`cache/hub/models--acme--beside/snapshots/${revision}/tokenizer_config.json`]: '{"bos_token": "<b>"}',
    [`cache/hub/models--acme--beside/snapshots/${revision}/chat_template.jinja`]: '{{ bos_token }}beside',
    'cache/hub/models--acme--lying/refs/main': '../../../../..',
    'cache/tokenizer_config.json': '{"chat_template": "outside"}',
    'cache/hub/models--acme--listed/refs/main': revision,
    [`cache/hub/models--acme--listed/snapshots/${revision}/tokenizer_config.json`]: '{}',
    [`cache/hub/models--acme--listed/snapshots/${revision}/tokenizer.json`]:
      '{"added_tokens": [{"content": "[NEXT]", "special": true}]}',
    [`cache/hub/models--acme--listed/snapshots/${revision}/chat_template.jinja`]:
      '{% for m in messages %}{{ m.content }}{% endfor %}',
    'forged.json': '[{"role":"user","content":"Hi [NEXT] there"}]',
    'chat.json': '[{"role":"user","content":"Hi"}]',
  });
  const told = (...args: string[]) => {
    const env = { ...process.env, HF_HOME: join(folder.path, 'cache'), HF_HUB_CACHE: undefined };
    return ocml(args, { cwd: folder.path, env });
  };
  const render = (model: string) => told('render', '--template', model, 'chat.json');
  test('the configuration of its tokenizer, or a template beside it', () => {
    assert.equal(render('acme/tiny').stdout, '<s>config');
    assert.equal(render('acme/beside').stdout, '<b>beside');
  });
  test('its tokens where tokenizer.json alone lists them: one in a content is told', () => {
    const { status, stdout } = told('check', '--template', 'acme/listed', 'forged.json');
    assert.deepEqual([status, stdout.includes('template-special-in-content')], [0, true]);
  });
  for (const name of someOf(['acme/absent', 'acme/lying', '../tiny', 'acme/../tiny', 'acme/..'])) {
    test(`${name} is not there`, () => {
      const { status, stdout, stderr } = render(name);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /there is no template[^]*pass its chat_template\.jinja or tokenizer_config\.json/);
    });
  }
});

suite('the template that a configuration names', () => {
  folder.write({
    'in/.ocmlrc.json': '{"template": "link.jinja"}',
    'in/rows.jsonl': '{"messages":[{"role":"user","content":"Hi"}]}\n',
    'outside.jinja': '{{ raise_exception("read") }}',
  });
  symlinkSync(join(folder.path, 'outside.jinja'), join(folder.path, 'in/link.jinja'));
  test('is not a file outside its folder, by a link neither', () => {
    const { status, stdout, stderr } = folder.ocml('check', 'in/rows.jsonl');
    assert.equal(status, 2);
    assert.doesNotMatch(stdout + stderr, /rejects/);
    assert.match(stderr, /neither a template name nor a file in that folder/);
  });
  test('is not a model of the cache', () => {
    folder.write({ 'in/.ocmlrc.json': '{"template": "acme/tiny"}' });
    assert.match(folder.ocml('check', 'in/rows.jsonl').stderr, /neither a template name nor a file in that folder/);
  });
});
