/** `ocml check --template` checks data sets with a chat template. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

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
  for (const [what, template, says] of [
    [
      'a refusal',
      "{{ raise_exception('No tools') }}",
      /^The template t\.jinja rejects this conversation: No tools\. Change the conversation, or choose another template\.$/,
    ],
    [
      'a value of another kind',
      '{% for m in messages %}\n{{ m.content + 1 }}{% endfor %}',
      /^The template t\.jinja fails on this conversation, on line 2 of the template: .*A value in the conversation is missing, or has a type that the template does not expect\. Correct the value, or correct the template\.$/,
    ],
    [
      'a variable that nothing gives',
      '{{ style.name }}',
      /^The template t\.jinja fails on this conversation, on line 1 of the template: .*'style' is undefined\. Define `style` next to `messages`, or correct the template\.$/,
    ],
    [
      'a loop that takes too long',
      '{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}',
      /^The template t\.jinja exceeds a limit on this conversation: .*Shorten the conversation, or simplify the template\.$/,
    ],
  ] as const) {
    test(`what to do about ${what}`, () => {
      folder.write({
        't.jinja': template,
        'one.jsonl': `${JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] })}\n`,
      });
      const { stdout } = folder.ocml('check', '--template', 't.jinja', '--format', 'json', 'one.jsonl');
      const [{ diagnostics }] = JSON.parse(stdout);
      assert.match(diagnostics[0].message, says);
    });
  }
  test('calls that are written for templates are, and a profile that is chosen goes before', () => {
    const calls = [{ type: 'function', function: { name: 'f', arguments: { a: 'b' } } }];
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'user', content: 'Are you there?' },
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', content: '3' },
      { role: 'assistant', content: 'Yes.' },
    ];
    folder.write({
      'objects.jinja': '{% for m in messages %}{{ m.role }}: {{ m.content }}{{ m.tool_calls or "" }}\n{% endfor %}',
      'objects.jsonl': `${JSON.stringify({ messages })}\n`,
    });
    const codes = (...args: string[]) => {
      const [{ diagnostics }] = JSON.parse(folder.ocml('check', '--format', 'json', ...args, 'objects.jsonl').stdout);
      return diagnostics.map(({ code }: { code: string }) => code);
    };
    const told = ['call-id-missing', 'E-CALL-SCHEMA'];
    assert.deepEqual(codes(), told);
    assert.deepEqual(codes('--template', 'objects.jinja'), []);
    assert.deepEqual(codes('--template', 'objects.jinja', '--profile', 'openai'), [...told, 'profile-rejects']);
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
    assert.match(stderr, /neither a template name nor a file in that folder/);
  });
  test('a template that cannot be used is said once', () => {
    const { status, stderr } = folder.ocml('check', '--template', 'nowhere.jinja', 'rows.jsonl');
    assert.equal(status, 2);
    assert.equal(stderr.split('\n').filter(Boolean).length, 1);
  });
});
