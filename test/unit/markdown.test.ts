import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { renderJson } from '../../server/src/render/json.ts';
import { markdownLimit, renderMarkdown } from '../../server/src/render/markdown.ts';
import { renderPlain, textLimit } from '../../server/src/render/plain.ts';
import { renderSource, renderWithFences } from '../../server/src/render/source-text.ts';

/** Renders Markdown, and expects exactly this HTML except for white space at the edges. */
function check(markdown: string, html: string): void {
  assert.equal(renderMarkdown(markdown).trim(), html);
}

suite('Markdown', () => {
  test('what chat interfaces show', () => {
    check('**bold** and ~~gone~~', '<p><strong>bold</strong> and <s>gone</s></p>');
    check('```ts\na < b\n```', '<pre><code class="language-ts">a &lt; b\n</code></pre>');
  });

  test('table cells are aligned without style attributes', () => {
    const html = renderMarkdown('| a | b |\n| --- | ---: |\n| 1 | 2 |');
    assert.match(html, /<td class="align-right">2<\/td>/);
    assert.doesNotMatch(html, /style=/);
  });

  test('HTML is text', () => {
    check('<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>');
    check('<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    check('<!-- c -->', '<p>&lt;!-- c --&gt;</p>');
  });

  test('links lead to the web or to a mailbox', () => {
    for (const address of ['https://example.com/a?b=1', 'http://example.com', 'mailto:a@example.com']) {
      assert.match(renderMarkdown(`[x](${address})`), new RegExp(`<a href="${address.replace('?', '\\?')}"`));
    }
    assert.match(renderMarkdown('see https://example.com/x'), /<a href="https:\/\/example\.com\/x"/);
  });

  test('other links are their text', () => {
    const addresses = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java&#115;cript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'command:workbench.action.quit',
      'vscode://x/y',
      '//example.com/x',
      'https:x',
      'http:/x',
      '/etc/passwd',
      'other.md',
      '#x',
    ];
    for (const address of addresses) {
      for (const markdown of [`[text](${address})`, `[text][r]\n\n[r]: ${address}`, `[text](<${address}>)`]) {
        const html = renderMarkdown(markdown);
        assert.doesNotMatch(html, /<a|href/, markdown);
        assert.match(html, /<span class="blocked-link" title="[^"]*">text<\/span>/, markdown);
      }
    }
    assert.doesNotMatch(renderMarkdown('<javascript:alert(1)>'), /<a|href/);
  });

  test('images are named, not loaded', () => {
    check(
      '![A *cat*](https://example.com/c.png "t")',
      '<p><span class="image">A cat <span class="address">https://example.com/c.png</span></span></p>',
    );
    const data = renderMarkdown(`![x](data:image/png;base64,${'A'.repeat(5000)})`);
    assert.doesNotMatch(data, /<img|src=/);
    // The attribute `data` has the bytes of the image for the page. They are not part of the text.
    assert.match(data, /^<p><span class="image" data="data:image\/png;base64,A{5000}">/);
    assert.ok(data.replace(/ data="[^"]*"/, '').length < 500);
    assert.doesNotMatch(renderMarkdown('[![x](https://a.example/i.png)](javascript:x)'), /<a|<img|href|src=/);
  });

  test('only the name of a language becomes a class', () => {
    check('```c++ x\na\n```', '<pre><code class="language-c++">a\n</code></pre>');
    for (const info of ['"><script>', 'a"b', '&#34;', 'x'.repeat(41)]) {
      check(`\`\`\`${info}\na\n\`\`\``, '<pre><code>a\n</code></pre>');
    }
  });

  test('nothing breaks out of an attribute', () => {
    for (const markdown of [
      '[x](https://e.example/"onclick="alert(1))',
      '![" onerror="alert(1)](x)',
      '![x](x"onerror="alert(1))',
      '``` "><script>\nx\n```',
      '[x](javascript:"onmouseover="alert)',
    ]) {
      const html = renderMarkdown(markdown);
      const attributes = html.replace(/<[a-z]+((?: (?:class|title|href|rel)="[^"<>]*")*)>|<\/[a-z]+>/g, '');
      assert.doesNotMatch(attributes, /[<>]/, html);
    }
  });

  test('long texts are not read as Markdown, and very long ones are cut', () => {
    assert.equal(
      renderMarkdown(`*a*\n${'b'.repeat(markdownLimit)}`),
      `<p class="plain">*a*\n${'b'.repeat(markdownLimit)}</p>`,
    );
    const html = renderMarkdown(`${'*a* '.repeat(textLimit)}`);
    assert.match(html, /^<p class="plain">\*a\* /);
    assert.match(html, /and \d+ more characters/);
    assert.ok(html.length < textLimit + 1000);
  });

  test('texts over which Markdown would ponder are not read as Markdown, whatever their length', () => {
    const table = (columns: number, rows: string) => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${rows}`;
    const ponderous = [
      '!['.repeat(20_000),
      '['.repeat(40_000),
      '![a'.repeat(10_000),
      '[a]['.repeat(10_000),
      '![.http://a.b/'.repeat(3_500),
      '![a '.repeat(2_000) + '](b) '.repeat(2_000),
      '> \n> ```\n!['.repeat(2_000) + ')``mailto:'.repeat(2_000),
      `${'> '.repeat(90)}a\n${'a\n'.repeat(20_000)}`,
      table(100, '|\n'.repeat(20_000)),
      table(8_000, '|\n'.repeat(10)),
    ];
    for (const text of ponderous) assert.match(renderMarkdown(text), /^<p class="plain">/, text.slice(0, 40));
  });

  test('what is nested too deep to be laid out is not read as Markdown', () => {
    for (const text of [
      `${'*a **b '.repeat(200)}${'c** d* '.repeat(200)}`,
      `${'*'.repeat(4_000)}a${'*'.repeat(4_000)}`,
    ]) {
      assert.match(renderMarkdown(text), /^<p class="plain">/, text.slice(0, 40));
    }
  });

  test('one text that was too much does not spoil the next', () => {
    renderMarkdown('!['.repeat(20_000));
    check('*a*', '<p><em>a</em></p>');
  });

  test('places that no link may lead to are not looked for', () => {
    check('//a.b/ ftp://a.b/', '<p>//a.b/ ftp://a.b/</p>');
  });

  test('a long answer is still read', () => {
    const row = '| [one](https://example.com) | **two** | `three` | four |\n';
    const html = renderMarkdown(`| a | b | c | d |\n|---|---|---|---|\n${row.repeat(700)}`);
    assert.match(html, /^<table dir="auto">/);
  });

  test('nesting that would take forever ends', () => {
    for (const piece of ['> ', '[', '*a **b ', '![', '- ']) renderMarkdown(piece.repeat(5000));
  });
});

test('plain text keeps its line breaks, and is escaped', () => {
  assert.equal(
    renderPlain('a <b>\n  "c" & \'d\''),
    '<p class="plain">a &lt;b&gt;\n  &quot;c&quot; &amp; &#39;d&#39;</p>',
  );
});

test('JSON is not blown up by its indents', () => {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000);
  assert.ok(renderJson(nested).length < 2 * textLimit);
});

/** Returns the text that the HTML shows, with blocks in «…». */
const shown = (html: string) =>
  html
    .replace(/<span class="code-text">([^<]*)<\/span>/g, '«$1»\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

suite('JSON', () => {
  test('is on one line where it fits, its values as they are written', () => {
    const text = '{"a": [1.0, {"b": 12345678901234567890}], "c": {}, "d": "x,{\\"", "a": null}';
    assert.equal(shown(renderJson(text.replace(/(?<=[:,]) /g, ''))), text);
  });

  test('is set in lines where it does not fit, whatever fits in these on one', () => {
    const long = 'x'.repeat(70);
    assert.equal(
      shown(renderJson(`{"a":[1,{"b":2}],"c":"${long}","d":["${long}",{"e":[]}]}`)),
      [
        '{',
        '  "a": [1, {"b": 2}],',
        `  "c": "${long}",`,
        '  "d": [',
        `    "${long}",`,
        '    {"e": []}',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  test('a string of several lines is a block with its line breaks', () => {
    assert.equal(
      shown(renderJson('{"command":"cd app\\nls \\\\ \\u0000\\"x\\"","timeout":5,"last":"a\\nb"}')),
      '{\n  "command": «cd app\nls \\ \\u0000"x"»\n  "timeout": 5,\n  "last": «a\nb»\n}',
    );
    // Keys and array elements are shown with their escapes.
    assert.equal(shown(renderJson('{"a\\nb":["c\\nd"]}')), '{"a\\nb": ["c\\nd"]}');
  });
});

suite('texts that are not written for reading', () => {
  const isCode = (html: string) => html.startsWith('<pre><code');

  test('what a tool says is code, unless people could have written it', () => {
    for (const code of [
      'ok 1\nnot ok 2 - parse\n  expected: 2',
      '   1→const a = 1;',
      'src/a.ts:12: error',
      'name   size\na      12',
      '{"a": 1,}',
    ])
      assert.ok(isCode(renderSource(code, 'reply')), code);
    for (const prose of ['Sunny in Lyon, and dry.', 'It failed. Try again later!\nThe service is down.'])
      assert.ok(!isCode(renderSource(prose, 'reply')), prose);
  });

  test('arguments are code, even where they are broken', () => {
    assert.ok(isCode(renderSource('{"from": "Lyon",}', 'call')));
    assert.ok(isCode(renderSource('print(1)', 'call')));
  });

  test('declarations of tools are code among instructions', () => {
    const html = renderSource('# Tools\nnamespace functions {\ntype f = () => any;\n}\nBe brief.', undefined);
    assert.match(
      html,
      /^<p class="plain"># Tools<\/p><pre><code class="language-ts">[^]*\}<\/code><\/pre><p class="plain">Be brief\.<\/p>$/,
    );
  });

  test('the declaration of a tool does not end those of the others', () => {
    const code =
      'namespace functions {\ntype f = (_: {\na: string,\n}) => any;\ntype g = () => any;\n} // namespace functions';
    const html = renderSource(`# Tools\n${code}\nBe brief.`, undefined);
    assert.equal(shown(html.replaceAll('</p>', '\n').replace('</pre>', '\n')), `# Tools\n${code}\nBe brief.\n`);
    assert.match(html, /namespace functions<\/span><\/code><\/pre><p class="plain">Be brief\.<\/p>$/);
  });

  test('fences of a plain text are code, whole ones alone', () => {
    assert.equal(
      renderWithFences('a\n```js\nx < 1\n```\nb'),
      '<p class="plain">a</p><pre><code class="language-js">x &lt; <span class="code-number">1</span></code></pre><p class="plain">b</p>',
    );
    for (const text of ['```\nopen', 'a ``` b ```']) assert.equal(renderWithFences(text), renderPlain(text));
    const nasty = '```a\n'.repeat(40_000);
    assert.equal(renderWithFences(nasty), renderPlain(nasty));
  });
});

test('a backslash is shown where models mean one, and in the background before marks of Markdown', () => {
  check('\\(see x_1\\) \\[y\\] a \\\\ b C:\\new', '<p>\\(see x_1\\) \\[y\\] a \\\\ b C:\\new</p>');
  const backslash = '<span class="escape">\\</span>';
  check('\\*a\\_ b', `<p>${backslash}*a${backslash}_ b</p>`);
  check('a\\\nb', `<p>a${backslash}<br>\nb</p>`);
  check(
    '\\[x](https://a.example)',
    '<p>\\[x](https://a.example)</p>'.replace(
      'https://a.example',
      '<a href="https://a.example" title="https://a.example" rel="noreferrer">https://a.example</a>',
    ),
  );
});
