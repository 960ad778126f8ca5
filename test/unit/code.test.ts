/** Fenced code in the preview: its words are colored, no code is lost, and no code takes too long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeHtml } from '../../server/src/render/code.ts';
import { renderMarkdown } from '../../server/src/render/markdown.ts';
import { safeHtml } from '../../server/src/render/safe-html.ts';

/** Returns the words that have a color, as `kind text`. */
const coloured = (code: string, language: string) =>
  [...(codeHtml(code, language) ?? '').matchAll(/<span class="code-(\w+)">([^<]*)<\/span>/g)].map(
    ([, kind, text]) => `${kind} ${text}`,
  );

const examples: Record<string, readonly [code: string, ...expected: string[]]> = {
  python: [
    '@a\ndef f(x): # no\n  return """b"""',
    'meta @a',
    'keyword def',
    'name f',
    'comment # no',
    'keyword return',
    'string &quot;&quot;&quot;b&quot;&quot;&quot;',
  ],
  ts: ['const a: Map = `b`; // c', 'keyword const', 'type Map', 'string `b`', 'comment // c'],
  go: ['func f() { x := 0x1F }', 'keyword func', 'name f', 'number 0x1F'],
  bash: ['echo "$A" --all # b', 'keyword echo', 'string &quot;$A&quot;', 'variable --all', 'comment # b'],
  SQL: ['SELECT a FROM t -- b', 'keyword SELECT', 'keyword FROM', 'comment -- b'],
  json: [
    '{"a": "b", "c": [1, true]}',
    'variable &quot;a&quot;',
    'string &quot;b&quot;',
    'variable &quot;c&quot;',
    'number 1',
    'keyword true',
  ],
  yaml: ['# x\n- a: 1\nb-c: yes', 'comment # x', 'variable - a', 'number 1', 'variable b-c', 'keyword yes'],
  html: [
    '<!-- a --><p class="b">c</p>',
    'comment &lt;!-- a --&gt;',
    'keyword &lt;p',
    'variable class',
    'string &quot;b&quot;',
    'keyword &gt;',
    'keyword &lt;/p',
    'keyword &gt;',
  ],
  css: ['.a { color: 1px } /* b */', 'name .a', 'variable color', 'number 1px', 'comment /* b */'],
  diff: ['@@ 1 @@\n-a\n+b', 'meta @@ 1 @@', 'removed -a', 'added +b'],
  ruby: ['def f; @a end', 'keyword def', 'variable @a', 'keyword end'],
};

for (const [language, [code, ...expected]] of Object.entries(examples)) {
  test(`code: ${language}`, () => assert.deepEqual(coloured(code, language), expected));
}

const unescaped = (html: string) =>
  html
    .replace(/<\/?span[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] as string,
    );

test('whatever the code, it is all there, and safe', () => {
  const pieces = [
    '"',
    "'",
    '`',
    '/*',
    '*/',
    '//',
    '#',
    '--',
    '<',
    '</a',
    '>',
    '<!--',
    '\\',
    '\n',
    ' ',
    'a',
    'Ab',
    '1',
    '0x',
    '$',
    '@',
    ':',
    '=',
    '"""',
    'é',
    '😀',
    '&',
    '{',
    '}',
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (const language of Object.keys(examples)) {
    for (let run = 0; run < 300; run++) {
      const code = Array.from({ length: random(30) }, () => pieces[random(pieces.length)]).join('');
      const html = codeHtml(code, language) as string;
      assert.equal(unescaped(html), code, `${language}: ${JSON.stringify(code)}`);
      assert.equal(safeHtml(html), html);
    }
  }
});

test('in Markdown, a fence of a known language, and none of another', () => {
  assert.equal(
    renderMarkdown('```js\nif\n```').trim(),
    '<pre><code class="language-js"><span class="code-keyword">if</span>\n</code></pre>',
  );
  assert.equal(
    renderMarkdown('```constructor\nif\n```').trim(),
    '<pre><code class="language-constructor">if\n</code></pre>',
  );
  assert.ok(!renderMarkdown(`\`\`\`js\n${'if '.repeat(10_000)}\n\`\`\``).includes('span'), 'too long');
  const fences = '```js\nif\n```\n'.repeat(4000);
  assert.ok(renderMarkdown(fences).includes('if'), 'many fences');
});

test('code that would take a careless expression very long', () => {
  for (const language of Object.keys(examples)) {
    for (const unit of [
      'a',
      '-',
      '"',
      "'",
      '`',
      '/*',
      '<a ',
      '<',
      '\\',
      '"""',
      ' ',
      '#',
      '@',
      '.',
      '{',
      'a=',
      '- ',
      '$',
      '0',
      '_',
      '[',
    ]) {
      const code = unit.repeat(20_000 / unit.length);
      assert.equal(unescaped(codeHtml(code, language) as string), code);
    }
  }
});
