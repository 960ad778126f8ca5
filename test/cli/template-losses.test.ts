/** Parts of a prompt that cannot be read back, templates of a project, and ChatML on the wire as the input of a template. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const row = (answer: string) =>
  JSON.stringify({ messages: [...[{ role: 'user', content: 'Which day?' }], { role: 'assistant', content: answer }] });
const problemsOf = (...args: string[]) => {
  const { stdout } = folder.ocml('check', '--format', 'json', ...args);
  return (JSON.parse(stdout) as { diagnostics: { code: string; severity: string; offset: number[] }[] }[]).flatMap(
    ({ diagnostics }) => diagnostics.map(({ code, severity, offset }) => `${severity} ${code} ${offset[0]}`),
  );
};

suite('TPL-03, TPL-23: a template without roles', () => {
  test('render prints the prompt, and says what it loses', () => {
    folder.write({ 'a.messages.json': row('Monday') });
    const { status, stdout, stderr } = folder.ocml('render', '--template', 'simple', 'a.messages.json');
    assert.deepEqual([status, stdout], [0, 'Which day?\n\nMonday\n\n']);
    assert.match(stderr, /^ocml render: information template-lossy: The template `simple` writes no roles, .+\n$/);
    assert.equal(folder.ocml('render', '--template', 'chatml', 'a.messages.json').stderr, '');
  });

  test('check says so once of a file: a list, a data set, a transcript', () => {
    folder.write({
      'rows.jsonl': `${row('Monday')}\n`.repeat(3),
      'talk.harmony': '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Ho<|return|>',
    });
    for (const file of ['a.messages.json', 'rows.jsonl', 'talk.harmony'])
      assert.deepEqual(problemsOf('--template', 'simple', file), ['information template-lossy 0'], file);
    assert.deepEqual(problemsOf('--template', 'simple', '--rule', 'template-lossy=off', 'rows.jsonl'), []);
    assert.deepEqual(problemsOf('--template', 'chatml', 'rows.jsonl'), []);
  });

  test('what the document says itself is reported once', () => {
    folder.write({ 'own.messages.json': row('Monday').replace('{', '{"name": "simple", ') });
    assert.deepEqual(problemsOf('--template', 'simple', 'own.messages.json'), ['information template-lossy 9']);
  });

  test('import refuses it', () => {
    folder.write({ 'prompt.txt': 'Which day?\n\nMonday\n\n' });
    assert.equal(folder.ocml('import', '--template', 'simple', 'prompt.txt').status, 1);
  });
});

suite('TPL-24: a content that reads like another message in the output of openai', () => {
  const forged = 'Monday\n\nUser: and then?';
  test('is a warning of check in each row, and of render', () => {
    const line = row(forged);
    folder.write({ 'rows.jsonl': `${line}\n${row('Monday\nUser: no')}\n${line}\n`, 'b.messages.json': line });
    const found = problemsOf('--template', 'openai', 'rows.jsonl');
    assert.deepEqual(
      found.map((one) => one.replace(/\d+$/, '')),
      ['warning template-lossy ', 'warning template-lossy '],
    );
    const { stderr } = folder.ocml('render', '--template', 'openai', 'b.messages.json');
    assert.match(stderr, /^ocml render: warning template-lossy: message 2: After a blank line, `User:` .+\n$/);
    assert.deepEqual(problemsOf('--template', 'chatml', 'rows.jsonl'), []);
  });

  test('is a warning if the document names the template', () => {
    folder.write({ 'c.messages.json': row(forged).replace('{', '{"name": "openai", ') });
    assert.match(problemsOf('c.messages.json').join(), /^warning template-lossy \d+$/);
  });
});

suite('TPL-15, TPL-20: templates by name, those of a project, too', () => {
  const config = [
    'templates.custom:',
    '  mine: { message: "[{ROLE}] {content}", separator: "\\n", generation: "[ASSISTANT]" }',
    '  bare: { message: "{content}", separator: "\\n", generation: "" }',
  ].join('\n');
  const named = (name: string) => JSON.stringify({ name, messages: [{ role: 'user', content: 'Hi' }] });

  test('check knows them', () => {
    folder.write({
      'own/.ocmlrc.yaml': config,
      ...{ 'own/mine.messages.json': named('mine'), 'own/bare.messages.json': named('bare') },
      ...{ 'own/min.messages.json': named('min'), 'mine.messages.json': '{"name": "mine"}' },
      'own/alone.messages.json': '{"name": "mine"}',
    });
    assert.deepEqual(problemsOf('own/mine.messages.json', 'own/alone.messages.json'), []);
    assert.deepEqual(problemsOf('own/bare.messages.json'), ['information template-lossy 8']);
    assert.deepEqual(problemsOf('own/min.messages.json'), ['error template-unknown 8']);
    assert.deepEqual(problemsOf('mine.messages.json'), ['error template-unknown 9']);
  });

  test('a configuration is accepted wherever a template is named, and a wrong one is answered with all names', () => {
    folder.write({
      'chosen/.ocmlrc.yaml': `template: { name: bare }\n${config}`,
      'chosen/a.messages.json': JSON.stringify([{ role: 'user', content: 'Hi' }]),
      'own/prompt.txt': '[USER] Hi\n[ASSISTANT]',
    });
    assert.deepEqual(problemsOf('chosen/a.messages.json'), ['information template-lossy 0']);
    const read = folder.ocml('import', '--template', '{"name": "mine"}', 'own/prompt.txt');
    assert.deepEqual(JSON.parse(read.stdout).messages, [{ role: 'user', content: 'Hi' }]);
    for (const args of [['import'], ['render'], ['check']])
      for (const wrong of ['{"name": "nope"}', '{}'])
        assert.match(
          folder.ocml(...args, '--template', wrong, 'own/prompt.txt').stderr,
          /simple, openai, llama, chatml, mine, bare/,
          `${args} ${wrong}`,
        );
  });
});

test('a pattern has no Jinja to check, and `templates --check` says so', () => {
  const project = createFolder({
    '.ocmlrc.yaml': 'templates.custom: { mine: { message: "[{ROLE}] {content}", generation: "" } }',
    'openai/chat_template.jinja': '{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}',
  });
  after(() => project.remove());
  for (const name of ['mine', 'chatml']) {
    const { status, stderr } = project.ocml('templates', '--check', name);
    assert.equal(status, 2);
    assert.match(stderr, new RegExp(`\`${name}\` is a pattern, .*\`ocml check --template ${name} FILE\``));
  }
  // A folder is not a pattern, even if it has the same name as one.
  assert.doesNotMatch(project.ocml('templates', '--check', 'openai').stderr, /pattern/);
});

suite('an open message on the wire, which the model continues', () => {
  const wire = (role: string, text: string, comma = '') =>
    `[{"token":"<|start|>"},"user",{"token":"<|message|>"},"t",{"token":"<|end_message|>"},{"token":"<|start|>"},"${role}",{"token":"<|message|>"},"${text}"${comma}]`;
  const jinja =
    '{% for m in messages %}<|{{ m.role }}|>{{ m.content | trim }}<|eot_id|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}';

  test('is the end of the prompt', () => {
    // The text also occurs in the token that ends a message.
    folder.write({
      't.jinja': jinja,
      'open.chatml.json': wire('assistant', 't'),
      'comma.chatml.json': wire('user', 't ', ','),
    });
    const prompt = (template: string, file: string, ...more: string[]) =>
      folder.ocml('render', '--template', template, file, ...more).stdout;
    assert.equal(prompt('t.jinja', 'open.chatml.json'), '<|user|>t<|eot_id|><|assistant|>t');
    assert.equal(prompt('openai', 'open.chatml.json'), 'User: t\n\nAssistant: t');
    assert.equal(prompt('t.jinja', 'comma.chatml.json'), '<|user|>t<|eot_id|><|user|>t ');
    assert.equal(
      prompt('t.jinja', 'open.chatml.json', '--no-generation-prompt'),
      '<|user|>t<|eot_id|><|assistant|>t<|eot_id|>',
    );
  });

  test('without text, it is the generation prompt', () => {
    folder.write({ 'empty.chatml.json': wire('assistant', '') });
    assert.equal(
      folder.ocml('render', '--template', 't.jinja', 'empty.chatml.json').stdout,
      '<|user|>t<|eot_id|><|assistant|>',
    );
  });

  test('that a template leaves out is an error', () => {
    folder.write({ 'first.jinja': '{{ messages[0].content }}' });
    const { status, stdout, stderr } = folder.ocml('render', '--template', 'first.jinja', 'open.chatml.json');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /the prompt does not contain the open message that the model continues/);
  });
});

suite('WIRE-27: placeholders', () => {
  test('render fills them in, with spaces in their names, in ChatML on the wire and in messages', () => {
    const content = 'Translate {{user input here}} to {{ lang }}, not {{this}}.';
    folder.write({
      'a.chatml.json': JSON.stringify([
        ...[{ token: '<|start|>' }, 'user', { token: '<|message|>' }, content, { token: '<|end_message|>' }],
        ...[{ token: '<|start|>' }, 'assistant', { token: '<|message|>' }],
      ]),
      'd.messages.json': JSON.stringify([{ role: 'user', content }]),
    });
    for (const file of ['a.chatml.json', 'd.messages.json'])
      assert.equal(
        folder.ocml(
          ...['render', '--template', 'openai', '--vars', 'user input here=Hi', '--vars', 'lang=French', file],
        ).stdout,
        'User: Translate Hi to French, not {{this}}.\n\nAssistant:',
        file,
      );
  });
});

suite('the notes of conversions', () => {
  test('ocml rules lists and prints their pages', () => {
    const list = folder.ocml('rules').stdout;
    for (const code of ['harmony-loss', 'harmony-unrepresentable', 'conversion-loss', 'conversion-unrepresentable']) {
      assert.match(list, new RegExp(`^${code} `, 'm'));
      const { status, stdout } = folder.ocml('rules', code);
      assert.equal(status, 0);
      assert.match(stdout, /^## Use instead$/m);
    }
  });
});

suite('what a template itself leaves out is said by render, once', () => {
  const spoken = '{{ m.role }}: {{ m.content }}\n';
  folder.write({
    'all.jinja': `{{ tools | tojson }}{% for m in messages %}${spoken}{{ m.reasoning_content }}{{ m.tool_calls | tojson if m.tool_calls }}{% endfor %}`,
    'some.jinja': `{% for m in messages if m.role != 'developer' %}${spoken}{% endfor %}`,
    'asked.jinja': `{% for m in messages %}${spoken}{% if keep %}{{ m.reasoning_content }}{% endif %}{% endfor %}`,
  });
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"city":"Oslo"}' } };
  const request = JSON.stringify({
    messages: [
      { role: 'developer', content: 'Be terse.' },
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: 'Warm?' },
      { role: 'assistant', reasoning_content: 'I have to look.', content: 'One moment', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
    ],
    tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }],
  });
  const told = (...args: string[]) =>
    folder
      .piped(request, 'render', ...args)
      .stderr.split('\n')
      .filter((line) => /drops or changes/.test(line))
      .map((line) => /^ocml render: (.*?)The template .* changes (.*?), so the model/.exec(line)?.slice(1).join(''));

  test('nothing', () => assert.deepEqual(told('--template', 'all.jinja'), []));
  test('instructions, tools, reasoning and calls', () =>
    assert.deepEqual(told('--template', 'some.jinja').sort(), [
      'message 4: this call',
      'message 4: this reasoning',
      'messages 1, 2: the content of this message',
      'the tools of this conversation',
    ]));
  test('a variable that keeps it', () => {
    const reasoning = (...args: string[]) =>
      told('--template', 'asked.jinja', ...args).filter((line) => line?.includes('reasoning')).length;
    assert.deepEqual([reasoning(), reasoning('--set', 'keep=true')], [1, 0]);
  });
  test('tools, which a template of the registry has no place for', () =>
    assert.deepEqual(told('--template', 'chatml'), ['the tools of this conversation']));
  test('hidden messages with --debug', () => {
    folder.write({
      'hidden.ocml':
        'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>analysis<|message|>Greet them.<|end|>\n<|start|>assistant<|channel|>final<|message|>Ho<|end|>\n',
    });
    const lines = (...args: string[]) =>
      folder
        .ocml('render', '--template', 'some.jinja', 'hidden.ocml', ...args)
        .stderr.trimEnd()
        .split('\n');
    assert.match(lines().join(), /^ocml render: one message is hidden from users, and omitted [^,]*$|--debug/);
    assert.match(
      lines('--debug').join(),
      /^ocml render: message 2: The template .* this reasoning, so the model does not see it as written\. [^.]*\.$/,
    );
  });
});

suite('render says what is not in the prompt, each kind once', () => {
  const told = (...args: string[]) => folder.ocml('render', '--template', ...args).stderr;
  test('messages that users do not see, by kind, and names', () => {
    folder.write({
      'named.ocml': `version: 2.2
<|start|>user name=Mira<|message|>Hi<|end|>
<|start|>assistant<|channel|>analysis<|message|>Greet them.<|end|>
<|start|>assistant to=functions.clock call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>
<|start|>tool name=functions.clock call_id=c1 to=assistant<|channel|>commentary<|message|>12:00<|end|>
<|start|>assistant<|channel|>final<|message|>Ho<|return|>
`,
      'tags.chatml':
        '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\nGreet them.\n</think>\n\nHo<|im_end|>\n',
    });
    assert.equal(
      told('chatml', 'named.ocml'),
      `ocml render: 3 messages are hidden from users, and omitted (1 call, 1 reply, 1 thought). --debug includes them
ocml render: the name of a speaker is omitted from one message. --debug includes it
`,
    );
    assert.equal(
      told('chatml', 'tags.chatml'),
      'ocml render: a part of one message, such as reasoning, is hidden from users, and omitted. --debug includes it\n',
    );
  });

  test('what the input of a template cannot hold, with its place, but no ends of messages', () => {
    folder.write({
      'lossy.ocml': `version: 2.2
model: m
tools: [{name: clock}]
<|start|>user mood=glad<|message|>Hi<|end|>
<|start|>assistant<|channel|>analysis secret=yes<|message|>Greet them.<|end|>
<|start|>user mood=sad<|message|>Hello?<|end|>
<|start|>assistant<|channel|>final<|message|>Ho<|return|>
<|start|>assistant`,
    });
    const lost = (file: string, ...args: string[]) =>
      told('chatml', ...args, file)
        .split('\n')
        .filter((line) => line.startsWith(file))
        .map((line) => line.replace(': information conversion-loss', ''));
    const places = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]);
    const shown = lost('lossy.ocml');
    assert.match(
      told('chatml', 'lossy.ocml'),
      /^ocml render: the prompt does not contain the document header: model, tools$/m,
    );
    assert.deepEqual(places(shown), ['lossy.ocml:4:15:']);
    assert.match(shown[0] ?? '', /`mood=glad` is dropped.* \(and 1 more like this\)$/);
    assert.deepEqual(places(lost('lossy.ocml', '--debug')), [...places(shown), 'lossy.ocml:5:39:']);
    assert.equal(folder.ocml('render', '--template', 'chatml', 'lossy.ocml').status, 0);
  });

  test('what a template has no place for', () => {
    const calls = (id: string) => ({
      ...{ role: 'assistant', content: null },
      tool_calls: [{ id, type: 'function', function: { name: 'clock', arguments: '{}' } }],
    });
    folder.write({
      'calls.json': JSON.stringify({
        messages: [{ role: 'user', content: 'Hi' }, ...['a', 'b', 'c'].map(calls)],
      }),
    });
    assert.match(told('chatml', 'calls.json'), /^ocml render: messages 2, 3, 4: the template drops tool_calls, .*\n$/);
  });
});
