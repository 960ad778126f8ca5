/** Templates of strangers: whatever they do, it ends with an error at its line. In a process of its own, which is killed if not. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { createFolder } from '../cli/ocml.ts';

const folder = createFolder({ 'c.json': '[{"role":"user","content":"Hi"}]' });
after(() => folder.remove());

const render = (template: string) => {
  writeFileSync(`${folder.path}/t.jinja`, template);
  return folder.ocml('render', '--template', 't.jinja', 'c.json');
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
};

suite('a template that would not end, or would take everything', () => {
  for (const [name, template] of Object.entries(hostile)) {
    test(name, () => {
      const { status, stdout, stderr } = render(template);
      assert.ok(status === 1 || status === 2, `${status} ${stderr.slice(0, 300)}`);
      assert.equal(stdout, '');
      assert.match(stderr, /t\.jinja:\d+:\d+: /);
    });
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
  assert.match(
    folder.ocml('render', '--template', '../../etc/passwd/..', 'c.json').stderr,
    /there is no template|cannot/,
  );
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
      const { status, stderr } = folder.ocml('render', '--template', 'm.gguf', 'c.json');
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
    assert.equal(folder.ocml('render', '--template', 'm.gguf', 'c.json').stdout, '<s>Hi');
  });
});
