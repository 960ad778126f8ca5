/** Templates in files, used by `ocml render` and `ocml templates` as a user runs them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { noPython } from '../support/python.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const { piped } = folder;

suite('templates in files', () => {
  const jinja =
    '{{ bos_token }}{% for m in messages %}[{{ m.role }}]{{ m.content | trim }}{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}\n';
  const messages = '[{"role":"user","content":" Hi "}]';
  folder.write({
    't.jinja': jinja,
    'refuses.jinja':
      '{% for m in messages %}\n{% if m.role == "system" %}{{ raise_exception("System role not supported") }}{% endif %}{% endfor %}',
    'broken.jinja': 'a\n{% if x %}\nb',
    'one/tokenizer_config.json': JSON.stringify({ bos_token: { content: '<s>' }, chat_template: jinja }),
    'two/tokenizer_config.json': JSON.stringify({
      chat_template: [
        { name: 'default', template: 'D' },
        { name: 'tool_use', template: 'T{{ tools | length }}' },
      ],
    }),
  });
  test('a .jinja file: the prompt, and not a byte more', () => {
    const given = JSON.stringify({ messages: JSON.parse(messages), bos_token: '<b>' });
    assert.deepEqual(piped(given, 'render', '--template', 't.jinja'), {
      status: 0,
      stdout: '<b>[user]Hi[assistant]',
      stderr: '',
    });
    assert.equal(
      piped(
        messages,
        'render',
        '--template',
        't.jinja',
        '--set',
        'bos_token="<c>"',
        '--set',
        'add_generation_prompt=false',
      ).stdout,
      '<c>[user]Hi',
    );
  });
  test('a tokenizer_config.json, with its tokens; of several templates, the one that is named', () => {
    assert.equal(piped(messages, 'render', '--template', 'one/tokenizer_config.json').stdout, '<s>[user]Hi[assistant]');
    assert.equal(piped(messages, 'render', '--template', 'two/tokenizer_config.json').stdout, 'D');
    assert.equal(
      piped(messages, 'render', '--template', 'two/tokenizer_config.json#tool_use', '--set', 'tools=[1,2]').stdout,
      'T2',
    );
    assert.match(piped(messages, 'render', '--template', 'two/tokenizer_config.json#x').stderr, /default, tool_use/);
  });
  test('what a template refuses: its message and its place, and nothing on standard output', () => {
    const { status, stdout, stderr } = piped(
      '[{"role":"system","content":"x"}]',
      'render',
      '--template',
      'refuses.jinja',
    );
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /refuses\.jinja:2:\d+: the template rejects this conversation: System role not supported/);
  });
  test('what cannot be read as a template is said with its line', () => {
    const { status, stderr } = piped(messages, 'render', '--template', 'broken.jinja');
    assert.equal(status, 2);
    assert.match(stderr, /broken\.jinja:2:1: unexpected end of template/);
  });
  test('where things are in the prompt', () => {
    const given = '{"bos_token": "<s>", "messages": [{"role":"user","content":" Hi\\n"}]}';
    assert.equal(piped(given, 'render', '--template', 't.jinja', '--spans', 'spans.json').status, 0);
    const { mapped } = JSON.parse(readFileSync(join(folder.path, 'spans.json'), 'utf8'));
    const content = mapped.find(({ source }: { source: { content: boolean } }) => source.content);
    assert.deepEqual([content.start, content.end, content.from, content.source.message], [9, 11, 1, 0]);
  });
});

suite('transcripts: what is hidden stays out of the prompt (language §4)', () => {
  const harmony =
    '<|start|>system<|message|>Be brief.<|end|><|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>CANARY1<|end|><|start|>assistant<|channel|>commentary to=functions.f<|message|>{"a":"CANARY2"}<|call|><|start|>functions.f to=assistant<|channel|>commentary<|message|>CANARY3<|end|><|start|>assistant<|channel|>final<|message|>Hello<|end|>';
  const texts = {
    'a.harmony': harmony,
    'a.ocml': `version: 2.2\n${harmony.replaceAll('<|start|>functions.f', '<|start|>tool name=functions.f call_id=c1').replace('to=functions.f', 'to=functions.f call_id=c1')}`,
    'b.ocml':
      '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>CANARY1</think>\n\n<tool_call>\n{"name":"f","arguments":{"a":"CANARY2"}}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>CANARY3</tool_response><|im_end|>\n<|im_start|>assistant\nHello<|im_end|>\n',
  };
  folder.write(texts);
  for (const file of Object.keys(texts)) {
    test(file, () => {
      const { status, stdout, stderr } = folder.ocml('render', '--template', 'chatml', file);
      assert.equal(status, 0);
      assert.match(
        stderr,
        /^ocml render: (?:one message is|\d messages are) hidden from users, and omitted .*--debug includes them\n$/,
      );
      assert.match(stdout, /Hello/);
      assert.doesNotMatch(stdout, /CANARY/);
    });
  }
  test('with --debug, everything', () => {
    folder.write({ 'all.jinja': '{{ messages | tojson }}' });
    const { stdout } = folder.ocml('render', '--template', 'all.jinja', '--debug', 'a.harmony');
    for (const canary of ['CANARY1', 'CANARY2', 'CANARY3']) assert.match(stdout, new RegExp(canary));
  });
});

suite('what is not a template, or not a conversation', () => {
  test('a data set is not one conversation', () => {
    const row = '{"messages": [{"role": "user", "content": "Hi"}]}\n';
    folder.write({ 'two-rows.jsonl': row.repeat(2), 'one-row.jsonl': row });
    const { status, stdout, stderr } = folder.ocml('render', '--template', 'chatml', 'two-rows.jsonl');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /this is a data set, but a prompt is rendered from a single conversation\. Pass one row/);
    assert.equal(folder.ocml('render', '--template', 'chatml', 'one-row.jsonl').status, 0);
  });
  test('a template of the program is not checked', () => {
    const { status, stderr } = folder.ocml('templates', '--check', 'chatml');
    assert.equal(status, 2);
    assert.match(stderr, /`chatml` is a pattern, not a Jinja template, .* `ocml check --template chatml FILE`/);
  });
});

suite('what a template does to conversations', () => {
  const forgets =
    '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function.name }}</call>{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}';
  const sound =
    "{% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.reasoning_content or '' }}{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function.name }} {{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}</call>{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
  folder.write({
    'forgets.jinja': forgets,
    'sound.jinja': sound.replace('{{ m.content }}', "{{ m.content or '' }}"),
    'grows.jinja': "{% for m in messages %}{{ m.content if loop.last else '…' }};{% endfor %}",
    'bad.jinja': '{{ x',
  });
  const codes = (stdout: string) => [...stdout.matchAll(/ (template-[\w-]+):/g)].map(([, code]) => code);

  test('a fine-tune that forgets what it asked: the cause, and what shows it', () => {
    const { status, stdout } = folder.ocml('templates', '--check', 'forgets.jinja', '--evidence');
    assert.equal(status, 1);
    assert.ok(codes(stdout).includes('template-drops-arguments'), stdout);
    assert.match(stdout, /forgets\.jinja:2:\d+: warning template-drops-arguments: The arguments of calls are dropped/);
    assert.match(stdout, /missing: "Lima-7431"/);
  });
  test('one that does nothing to warn of', () => {
    const { status, stdout } = folder.ocml('templates', '--check', 'sound.jinja');
    assert.deepEqual([status, codes(stdout)], [0, ['template-writes-parts']]);
  });
  test('a prompt that changes when a turn is appended, with both', () => {
    const { stdout } = folder.ocml('templates', '--check', 'grows.jinja', '--format', 'json');
    const [{ diagnostics }] = JSON.parse(stdout);
    const found = diagnostics.find(({ code }: { code: string }) => code === 'template-not-append-only');
    const [before, after] = found.data.evidence.prompts;
    assert.ok(!after.text.startsWith(before.text));
  });
  test('what cannot be read, at its line; and SARIF', () => {
    assert.match(folder.ocml('templates', '--check', 'bad.jinja').stdout, /bad\.jinja:1:1: error template-syntax/);
    const { runs } = JSON.parse(folder.ocml('templates', '--check', 'forgets.jinja', '--format', 'sarif').stdout);
    assert.equal(runs[0].results[0].ruleId, 'template-drops-arguments');
  });
  test('against the Python at hand', { skip: noPython }, () => {
    const { status, stdout } = folder.ocml('templates', '--compare', 'sound.jinja', 'forgets.jinja');
    assert.equal(status, 0, stdout);
    assert.match(stdout, /sound\.jinja: a call with JSON: the same/);
  });
});

test('the clock is fixed by an option, and said where it was not', () => {
  folder.write({ 'day.jinja': "{{ strftime_now('%Y-%m-%dT%H:%M:%S') }}" });
  const fixed = piped('[]', 'render', '--template', 'day.jinja', '--clock', '2026-01-31');
  assert.deepEqual([fixed.stdout, fixed.stderr], ['2026-01-31T00:00:00', '']);
  const today = piped('[]', 'render', '--template', 'day.jinja');
  const [, said] = /depends on the clock: --clock (\S+) reproduces it/.exec(today.stderr) ?? [];
  assert.equal(said, today.stdout);
});

test('what a template does is turned off like a rule', () => {
  folder.write({ 'quiet/a.jinja': '{% for m in messages %}{{ m.content }}{% endfor %}' });
  const codes = () => folder.ocml('templates', '--check', 'quiet/a.jinja').stdout;
  assert.match(codes(), /template-drops-calls/);
  folder.write({ 'quiet/.ocmlrc.json': '{"rules": {"template-drops-calls": "off", "template-no-end": "error"}}' });
  assert.doesNotMatch(codes(), /template-drops-calls/);
  assert.match(codes(), /error template-no-end/);
});
