/**
 * Hostile templates, all of which must end with an error at the line at fault. The command runs in a separate process, which is killed if
 * it does not end.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { createFolder } from '../cli/ocml.ts';
import { inProcess } from '../support/command.ts';
import { someOf } from '../support/effort.ts';

const folder = createFolder({ 'c.json': '[{"role":"user","content":"Hi"}]' });
after(() => folder.remove());

// A process that runs out of memory is killed, and then has no exit status.
const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=400' };
const ocml = (...args: readonly string[]) => inProcess(args, { cwd: folder.path, env });

const render = (template: string, ...more: string[]) => {
  writeFileSync(`${folder.path}/t.jinja`, template);
  return ocml('render', '--template', 't.jinja', ...more, 'c.json');
};

const hostile: Readonly<Record<string, string>> = {
  'loops in loops':
    '\n{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}{% endfor %}{% endfor %}',
  'a range without end': '\n{{ range(10**9) | list }}',
  'a string that is doubled':
    "\n{% set ns = namespace(s='xxxxxxxxxxxxxxxx') %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{{ ns.s }}",
  'a string that is joined with itself':
    "\n{% set ns = namespace(s='xxxxxxxxxxxxxxxx') %}{% for i in range(99) %}{% set ns.s = [ns.s, ns.s] | join(ns.s) %}{% endfor %}",
  'a list that is doubled':
    '\n{% set ns = namespace(l=[1]) %}{% for i in range(99) %}{% set ns.l = ns.l + ns.l %}{% endfor %}',
  'a list that holds itself many times, printed':
    '\n{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}',
  'the same, as JSON':
    '\n{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l | tojson }}',
  'a macro that calls itself': '\n{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
  'a recursive loop': '\n{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}',
  'an indent': '\n{{ messages | tojson(indent=10**9) }}',
  'a width': "\n{{ '%1000000000d' % 3 }}",
  'a width of format': "\n{{ '{:1000000000}'.format('x') }}",
  'a centre': "\n{{ 'x' | center(10**9) }}",
  'a string times': "\n{{ 'x' * 10**9 }}",
  'a list times': '\n{{ [1] * 10**9 }}',
  'a power': '\n{{ 10 ** (10 ** 10) }}',
  'a power of a power':
    '\n{% set ns = namespace(n=10) %}{% for i in range(99) %}{% set ns.n = ns.n * ns.n %}{% endfor %}',
  'every letter replaced by all':
    "\n{% set ns = namespace(s='xxxx') %}{% for i in range(99) %}{% set ns.s = ns.s | replace('x', ns.s) %}{% endfor %}",
  'parentheses without end': `\n{{ ${'('.repeat(100_000)}`,
  'blocks without end': '\n{% if x %}'.repeat(100_000),
  'signs without end': `\n{{ ${'-'.repeat(100_000)}1 }}`,
  'sums without end': `\n{{ 1${'+1'.repeat(100_000)} }}`,
  'filters without end': `\n{{ 1${'|int'.repeat(100_000)} }}`,
  'members without end': `\n{{ messages${'[0]'.repeat(100_000)} }}`,
  'words without end':
    "\n{% set ns = namespace(l=[]) %}{% for i in range(99) %}{% set ns.l = ns.l + [('a ' * 4000000).split()] %}{% endfor %}",
  'pieces without end':
    "\n{% set ns = namespace(l=[]) %}{% for i in range(99) %}{% set ns.l = ns.l + [('a,' * 400000).split(',')] %}{% endfor %}",
  'lines without end':
    "\n{% set ns = namespace(l=[]) %}{% for i in range(99) %}{% set ns.l = ns.l + [('\\n' * 900000).splitlines()] %}{% endfor %}",
  'a search that compares everything everywhere': "\n{{ ('a' * 9000000).find('b' ~ 'a' * 400000) }}",
  'the same with in': "\n{{ ('b' ~ 'a' * 400000) in 'a' * 9000000 }}",
  'a replacement of each letter by many': "\n{{ ('a' * 900000) | replace('a', 'b' * 60000) }}",
  'a filter of a large text, over and over':
    "\n{% set s = '<' * 9000000 %}{% for i in range(99999) %}{{ s | striptags | length }}{% endfor %}",
  'an empty list times': '\n{{ ([] * 10**9) | length }}{{ raise_exception("it is empty") }}',
  'tabs that become spaces, kept':
    "\n{% set s = '\\t' * 16000000 %}{% set ns = namespace(l=[]) %}{% for i in range(99) %}{% set ns.l = ns.l + [s.expandtabs()] %}{% endfor %}",
  'letters that become three, kept':
    "\n{% set s = 'ß' * 5000000 %}{% set ns = namespace(l=[]) %}{% for i in range(99) %}{% set ns.l = ns.l + [s.upper()] %}{% endfor %}",
  'letters that are escaped, kept':
    "\n{% set s = 'é' * 9000000 %}{% set ns = namespace(l=[]) %}{% for i in range(99) %}{% set ns.l = ns.l + [s | tojson(ensure_ascii=true)] %}{% endfor %}",
  'copies of a list, kept':
    '\n{% set l = range(100000) | list %}{% set ns = namespace(l=[]) %}{% for i in range(9999) %}{% set ns.l = ns.l + [l.copy()] %}{% endfor %}',
  'items of a mapping, kept':
    '\n{% set d = dict(range(100000) | batch(2)) %}{% set ns = namespace(l=[]) %}{% for i in range(9999) %}{% set ns.l = ns.l + [d.items()] %}{% endfor %}',
  'ranges, kept':
    '\n{% set ns = namespace(l=[]) %}{% for i in range(9999) %}{% set ns.l = ns.l + [range(100000)] %}{% endfor %}',
  'a format of the date':
    "\n{% set s = '%c' * 4000000 %}{% for i in range(9999) %}{% set x = strftime_now(s) %}{% endfor %}",
  'a path of millions of steps':
    "\n{% set s = '0.' * 4000000 %}{% for i in range(9999) %}{% set x = [] | map(attribute=s) %}{% endfor %}",
  'a sort by large texts': "\n{% set s = 'aB' * 8000000 %}{{ ([s] * 100000) | sort | length }}",
  'what is stripped, in millions':
    "\n{% set s = 'aB' * 8000000 %}{% for i in range(9999) %}{{ ''.strip(s) }}{% endfor %}",
  'words with large letters': "\n{{ ('a b' * 5000000) | title | length }}",
  'a precision': "\n{{ '%.1000000000d' % 3 }}",
  'an integer too long to print': '\n{{ 10 ** 20000 }}',
};

suite('a template that would not end, or would take everything', () => {
  for (const [name, template] of someOf(Object.entries(hostile))) {
    test(name, () => {
      const { status, stdout, stderr } = render(template);
      assert.ok(status === 1 || status === 2, `${status} ${stderr.slice(0, 300)}`);
      assert.equal(stdout, '');
      assert.match(stderr, /t\.jinja:\d+:\d+: /);
    });
  }
});

test('what is quadratic in the language at hand is not here', () => {
  assert.equal(render("{{ ('9' * 5000000) | int }} {{ ('9' * 4300) | int | string | length }}").stdout, '0 4300');
  assert.equal(render("{{ ('1' * 900000 ~ 'x') | int }} {{ ('1' * 900000 ~ 'x') | float }}").stdout, '0 0.0');
  assert.equal(render("{{ 'a\\tbc\\t\\n\\td'.expandtabs(4) }}|").stdout, 'a   bc  \n    d|');
  assert.equal(render("{{ '{:,}'.format(10**4000) | length }} {{ '{:,}'.format(1234567) }}").stdout, '5334 1,234,567');
  assert.equal(
    render("{{ ('<' * 1000000) | striptags | length }} {{ '<b>a</b><!-- <i> -->c' | striptags }}").stdout,
    '1000000 ac',
  );
  writeFileSync(`${folder.path}/n.json`, `{"n": ${'9'.repeat(5_000_000)}, "messages": []}`);
  writeFileSync(`${folder.path}/t.jinja`, '{{ n is defined }}');
  assert.equal(ocml('render', '--template', 't.jinja', 'n.json').stdout, 'True');
});

test('a list of a million templates, names for terminals, and prototypes', () => {
  const named = (name: string) => `{"name": ${JSON.stringify(name)}, "template": "{{ x"}`;
  writeFileSync(
    `${folder.path}/tokenizer_config.json`,
    `{"chat_template": [${named('\x1b[31m\x07\u202e')}${`,${named('a')}`.repeat(100_000)}]}`,
  );
  const { status, stdout } = ocml('templates', '--check', 'tokenizer_config.json');
  assert.equal(status, 1);
  assert.doesNotMatch(stdout, /[\x1b\x07\u202e]/);
  assert.match(stdout, /Template \\x1b\[31m/);
  const { stderr } = ocml('render', '--template', 'tokenizer_config.json#x', 'c.json');
  assert.ok(stderr.length < 5000 && !stderr.includes('\x1b'), stderr.slice(0, 300));
  writeFileSync(
    `${folder.path}/tokenizer_config.json`,
    '{"__proto__": {"eos_token": "E"}, "bos_token": {"__proto__": {"content": "B"}}, "chat_template": "{{ bos_token }}{{ eos_token }}{{ messages[0].content }}"}',
  );
  assert.equal(ocml('render', '--template', 'tokenizer_config.json', 'c.json').stdout, 'Hi');
});

test('a template of many megabytes is refused before it is read', () => {
  const { status, stderr } = render('x'.repeat(5_000_000));
  assert.equal(status, 2);
  assert.match(stderr, /the template is longer than the limit of 1000000 characters/);
});

test('very many branches are looked through', () => {
  writeFileSync(`${folder.path}/t.jinja`, `{% if messages %}${'{% elif x %}'.repeat(80_000)}{% endif %}`);
  const { status, stdout, stderr } = ocml('templates', '--check', 't.jinja');
  assert.deepEqual([status, stderr], [1, '']);
  assert.match(stdout, /template-drops-turns/);
});

test('what cannot be written is an error of the template, with its reason', () => {
  const errors: Readonly<Record<string, RegExp>> = {
    "{{ '%d' % ('1e999' | float) }}": /OverflowError: cannot convert float infinity to integer/,
    "{{ '%c' % 99999999 }}": /OverflowError: %c arg not in range/,
    "{{ '\\ud800' | urlencode }}": /UnicodeEncodeError/,
  };
  for (const [template, error] of Object.entries(errors)) {
    const { status, stderr } = render(template);
    assert.equal(status, 1, stderr);
    assert.match(stderr, error);
  }
});

test('a map of each character by itself goes without, and the prompt is what it is', () => {
  for (const template of [
    '{{ messages[0].content[0] * 900000 }}',
    '{% for c in messages[0].content[0] * 300000 %}{{ c }}{{ c }}{{ c }}{% endfor %}',
    "{{ (messages[0].content[0] * 900000).replace('H', messages[0].content[0]) }}",
  ]) {
    const { status, stdout, stderr } = render(template, '--force', '--spans', 'spans.json');
    assert.deepEqual([status, stdout.length], [0, 900_000], stderr);
  }
});

test('no prototype, no environment, no file', () => {
  const { stdout, status } = render(
    "{{ messages.__proto__ }}{{ messages.constructor }}{{ ''.constructor }}{{ {}.__proto__ }}{{ messages[0]['__proto__'] }}{{ messages[0].constructor }}{{ ''.__class__ }}{{ namespace().constructor }}{{ loop }}{{ process }}{{ globalThis }}{{ raise_exception.constructor }}{{ 'a'['constructor'] }}{{ dict(constructor=1).toString }}",
  );
  assert.deepEqual([status, stdout], [0, '']);
});

test('a file, a snapshot or an include elsewhere is not reached', () => {
  assert.match(render("{% include '/etc/passwd' %}").stderr, /needs another template/);
  assert.match(ocml('render', '--template', '../../etc/passwd/..', 'c.json').stderr, /there is no template|cannot/);
});

suite('headers of GGUF files that lie', () => {
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const u64 = (value: bigint | number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(value));
    return bytes;
  };
  const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
  const header = (entries: bigint | number, ...rest: Buffer[]) =>
    Buffer.concat([Buffer.from('GGUF'), u32(3), u64(0), u64(entries), ...rest]);
  const huge = (1n << 62n) + 1n;
  const template = text('tokenizer.chat_template');

  const lies: Readonly<Record<string, Buffer>> = {
    'not the magic': Buffer.from('GGML0000'),
    'ends early': header(1).subarray(0, 12),
    'a version': Buffer.concat([Buffer.from('GGUF'), u32(99), u64(0), u64(0)]),
    'a count of entries': header(huge),
    'a length of a key': header(1, u64(huge)),
    'a length of a template': header(1, template, u32(8), u64(huge)),
    'a template longer than the file': header(1, template, u32(8), u64(1000)),
    'a count of elements': header(1, text('a'), u32(9), u32(4), u64(huge)),
    'a count of strings': header(1, text('a'), u32(9), u32(8), u64(3_000_000)),
    'a count of tokens': header(1, text('tokenizer.ggml.tokens'), u32(9), u32(8), u64(huge)),
    'arrays in arrays': header(
      1,
      text('a'),
      u32(9),
      ...Array.from({ length: 1000 }, () => Buffer.concat([u32(9), u64(1)])),
    ),
    'an unknown type': header(1, text('a'), u32(77)),
  };
  for (const [name, bytes] of Object.entries(lies)) {
    test(name, () => {
      writeFileSync(`${folder.path}/m.gguf`, bytes);
      const { status, stderr } = ocml('render', '--template', 'm.gguf', 'c.json');
      assert.equal(status, 2);
      assert.match(stderr, /m\.gguf: (?:its header|it is not)/);
    });
  }

  test('one that does not', () => {
    const tokens = [text('<unk>'), text('<s>')];
    const file = header(
      4,
      text('general.name'),
      u32(8),
      text('x'),
      template,
      u32(8),
      text('{{ bos_token }}{{ messages[0].content }}'),
      text('tokenizer.ggml.tokens'),
      u32(9),
      u32(8),
      u64(2),
      ...tokens,
      text('tokenizer.ggml.bos_token_id'),
      u32(4),
      u32(1),
    );
    writeFileSync(`${folder.path}/m.gguf`, file);
    assert.equal(ocml('render', '--template', 'm.gguf', 'c.json').stdout, '<s>Hi');
  });
});
