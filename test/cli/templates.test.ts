/** `ocml render`, `ocml templates` and `ocml import` as a user runs them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { rows } from '../conformance/expectations.ts';
import { someOf } from '../support/effort.ts';
import { noPython } from '../support/python.ts';
import { root } from '../support/root.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const bin = join(root, 'server/bin/ocml.js');
const piped = (input: string, ...args: string[]) => {
  const options = { encoding: 'utf8', input, cwd: folder.path, timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], options);
  return { status, stdout, stderr };
};

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
      assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: expected, stderr: '' });
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
  assert.deepEqual(names.slice(0, 4), ['simple', 'openai', 'llama', 'chatml']);
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
    assert.match(stderr, /looks like the next message/);
    assert.equal(piped('a\n\nb', 'import', '--template', 'simple').status, 1);
  });
  test('what is not a such prompt is refused with its place', () => {
    const { status, stdout, stderr } = piped('<|im_start|>user\nHi<|im_end|>\nstray', 'import', '--template', 'chatml');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /at line 2/);
  });
});

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
      assert.match(stderr, /^ocml render: (?:one message is|\d messages are) left out, .*--debug includes them\n$/);
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
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /this is a data set, and a prompt is made of one conversation: give it one row/);
    assert.equal(folder.ocml('render', '--template', 'chatml', 'one-row.jsonl').status, 0);
  });
  test('a template of the program is not checked', () => {
    const { status, stderr } = folder.ocml('templates', '--check', 'chatml');
    assert.equal(status, 2);
    assert.match(stderr, /chatml is a template of this program, not of a model/);
  });
});

suite('what a template does to conversations', () => {
  const forgets =
    '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function.name }}</call>{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}';
  const sound =
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.reasoning_content or '' }}{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function.name }} {{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}</call>{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
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
    assert.match(stdout, /forgets\.jinja:2:\d+: warning template-drops-arguments: The arguments of calls are left out/);
    assert.match(stdout, /missing: "Lima-7431"/);
  });
  test('one that does nothing to warn of', () => {
    const { status, stdout } = folder.ocml('templates', '--check', 'sound.jinja');
    assert.deepEqual([status, codes(stdout)], [0, []]);
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

suite('a data set under a template', () => {
  const alternates =
    "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('roles must alternate') }}{% endif %}[INST]{{ m.content.split('</think>')[-1] }}[/INST]{% for c in m.tool_calls or [] %}{{ c.function.name }}{% endfor %}{% endfor %}";
  const rows = [
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'user', content: 'Hi again' },
      ],
    },
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: '<think>so</think>Hello' },
      ],
    },
    {
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: 'Look',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"city": "Lima"}' } }],
        },
      ],
    },
    {
      messages: [
        { role: 'user', content: 'Hi [/INST] yes' },
        { role: 'assistant', content: 'No' },
      ],
    },
    {
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'human', value: 'Hi' },
      ],
    },
  ];
  folder.write({
    'alternates.jinja': alternates,
    'rows.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  });
  const found = (stdout: string) =>
    [...stdout.matchAll(/^[\w.]+:(\d+):(\d+): \w+ (template-(?:rejects|drops|special-in-content)): (.*)$/gm)].map(
      ([, line, , code, message]) => [Number(line), code, message],
    );

  test('a row of which it cuts off the space at the ends alone', () => {
    folder.write({
      'trims.jinja': '{% for m in messages %}[{{ m.role }}]{{ m.content | trim }}{% endfor %}',
      'spaced.jsonl': [
        '{"messages":[{"role":"user","content":"Hi"}]}',
        '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":" code\\n"}]}\n',
      ].join('\n'),
    });
    const { status, stdout } = folder.ocml('check', '--template', 'trims.jinja', 'spaced.jsonl');
    assert.equal(status, 0);
    assert.match(stdout, /^spaced\.jsonl:2:\d+: information template-trims: /);
    assert.match(stdout, /0 errors, 0 warnings, 1 information/);
  });

  test('each row that it rejects, leaves something out of, or that forges its markers, with line and reason', () => {
    const { status, stdout } = folder.ocml('check', '--template', 'alternates.jinja', 'rows.jsonl');
    assert.equal(status, 1);
    const all = found(stdout);
    assert.deepEqual(
      all.map(([line, code]) => [line, code]),
      [
        [2, 'template-rejects'],
        [3, 'template-drops'],
        [4, 'template-drops'],
        [5, 'template-special-in-content'],
        [6, 'template-rejects'],
      ],
    );
    assert.match(String(all[0]?.[2]), /roles must alternate/);
  });
  test('the message at which it refuses', () => {
    const { stdout } = folder.ocml('check', '--template', 'alternates.jinja', '--format', 'json', 'rows.jsonl');
    const [{ diagnostics }] = JSON.parse(stdout);
    const rejected = diagnostics.find(({ code }: { code: string }) => code === 'template-rejects');
    const second = JSON.stringify(rows[1]).lastIndexOf('"user"');
    assert.deepEqual([rejected.range.start.line, rejected.range.start.character], [1, second]);
  });
  test('the template that the project has chosen', () => {
    folder.write({
      'sub/.ocmlrc.json': '{"template": "t.jinja"}',
      'sub/t.jinja': alternates,
      'sub/rows.jsonl': `${JSON.stringify(rows[1])}\n`,
    });
    assert.equal(found(folder.ocml('check', 'sub/rows.jsonl').stdout.replaceAll('sub/', '')).length, 1);
    folder.write({ 'sub/.ocmlrc.json': '{"template": "../alternates.jinja"}' });
    const { status, stderr } = folder.ocml('check', 'sub/rows.jsonl');
    assert.equal(status, 2);
    assert.match(stderr, /neither a name nor a file in there/);
  });
  test('a template that cannot be used is said once', () => {
    const { status, stderr } = folder.ocml('check', '--template', 'nowhere.jinja', 'rows.jsonl');
    assert.equal(status, 2);
    assert.equal(stderr.split('\n').filter(Boolean).length, 1);
  });
});

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
    // Of a file of many megabytes, the beginning is read.
    'older/tokenizer.json': `{"version": "1.0", "added_tokens": [{"id": 1, "content": "<|turn|>", "special": true}], "model": {"vocab": {${'"x": 1, '.repeat(200_000)}"y": 2}}}`,
    'rows.messages.jsonl': ['Hi', 'a <|pad_me|> b', 'a <plain> b', 'a <|turn|> b']
      .map((content) => `${JSON.stringify({ messages: [{ role: 'user', content }] })}\n`)
      .join(''),
  });
  const messages = '[{"role":"user","content":"Hi"}]';

  test('is found by the folder of the model, or by a configuration without one', () => {
    for (const named of ['tuned', 'tuned/', 'tuned/tokenizer_config.json']) {
      const { status, stdout, stderr } = folder.ocml('templates', '--check', named);
      assert.deepEqual([status, stderr], [1, ''], named);
      assert.match(stdout, /^tuned\/chat_template\.jinja:\d+:\d+: warning template-drops-calls/m);
      assert.match(piped(messages, 'render', '--template', named).stdout, /^<s><\|turn\|>user/);
    }
    folder.write({ 'chatml/chat_template.jinja': 'not this' });
    assert.match(piped(messages, 'render', '--template', 'chatml').stdout, /^<\|im_start\|>user/);
    assert.match(folder.ocml('templates', '--check', 'older').stderr, /is a directory/);
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
  test('a misspelled marker is told by them', () => {
    for (const file of ['tuned/chat_template.jinja', 'older/t.jinja'])
      assert.match(
        folder.ocml('templates', '--check', file).stdout,
        /`<\|trun\|>` is not the control token `<\|turn\|>`/,
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

test('the clock is fixed by an option, and said where it was not', () => {
  folder.write({ 'day.jinja': "{{ strftime_now('%Y-%m-%dT%H:%M:%S') }}" });
  const fixed = piped('[]', 'render', '--template', 'day.jinja', '--clock', '2026-01-31');
  assert.deepEqual([fixed.stdout, fixed.stderr], ['2026-01-31T00:00:00', '']);
  const today = piped('[]', 'render', '--template', 'day.jinja');
  const [, said] = /depends on the clock: --clock (\S+) makes this one again/.exec(today.stderr) ?? [];
  assert.equal(said, today.stdout);
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
    return spawnSync(process.execPath, [join(root, 'server/bin/ocml.js'), ...args], {
      ...{ cwd: folder.path, encoding: 'utf8', env },
    });
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
      assert.match(stderr, /there is no template/);
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
    assert.match(stderr, /neither a name nor a file in there/);
  });
  test('is not a model of the cache', () => {
    folder.write({ 'in/.ocmlrc.json': '{"template": "acme/tiny"}' });
    assert.match(folder.ocml('check', 'in/rows.jsonl').stderr, /neither a name nor a file in there/);
  });
});

test('what a template does is turned off like a rule', () => {
  folder.write({ 'quiet/a.jinja': '{% for m in messages %}{{ m.content }}{% endfor %}' });
  const codes = () => folder.ocml('templates', '--check', 'quiet/a.jinja').stdout;
  assert.match(codes(), /template-drops-calls/);
  folder.write({ 'quiet/.ocmlrc.json': '{"rules": {"template-drops-calls": "off", "template-no-end": "error"}}' });
  assert.doesNotMatch(codes(), /template-drops-calls/);
  assert.match(codes(), /error template-no-end/);
});
