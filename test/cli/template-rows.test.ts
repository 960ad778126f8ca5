/** Data sets under a chat template: `ocml check --template`. */
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
