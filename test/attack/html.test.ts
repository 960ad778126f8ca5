/**
 * The HTML of a view has only allowed elements and attributes, whatever the document contains and whatever a renderer makes of it. The HTML
 * is parsed as a browser does.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { allowedElements, mathElements } from '../../protocol/allowed-elements.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import { type UserView, userView } from '../../server/src/features/user-view.ts';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { renderJson } from '../../server/src/render/json.ts';
import { renderMarkdown } from '../../server/src/render/markdown.ts';
import { renderFilled, renderPlain } from '../../server/src/render/plain.ts';
import { safeHtml } from '../../server/src/render/safe-html.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { caseOf, rows, sides } from '../conformance/expectations.ts';
import { howMany, seedOf, someOf } from '../support/effort.ts';
import { chatmlRows, faultyRows, jsonRows, markdownRows } from '../support/nasty.ts';
import { root } from '../support/root.ts';
import hostile from './hostile-html.json';

const parameters = { numRuns: howMany(1_000), ...(process.env.OCML_SEED && { seed: seedOf(0) }) };

interface ParsedNode {
  readonly nodeName: string;
  readonly tagName?: string;
  readonly namespaceURI?: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string; readonly namespace?: string }[];
  readonly childNodes?: readonly ParsedNode[];
}

const parse = (html: string) => parseFragment(html) as ParsedNode;

/** Returns the elements and attributes that are not allowed. Browsers add a missing body to a table, which is allowed. */
function strangersIn(node: ParsedNode): string[] {
  const inside = (node.childNodes ?? []).flatMap(strangersIn);
  if (node.nodeName === '#text' || node.nodeName === '#document-fragment') return inside;
  const values = allowedElements.get(node.nodeName);
  const vocabulary = mathElements.has(node.nodeName) ? '1998/Math/MathML' : '1999/xhtml';
  if (values === undefined || node.namespaceURI !== `http://www.w3.org/${vocabulary}`)
    return [node.nodeName, ...inside];
  const attributes = (node.attrs ?? []).filter(
    ({ name, value, namespace }) => namespace !== undefined || !values.get(name)?.test(value),
  );
  return [...attributes.map(({ name, value }) => `${node.nodeName} ${name}=${value}`), ...inside];
}

function textIn(node: ParsedNode): string {
  return node.value ?? (node.childNodes ?? []).map(textIn).join('');
}

function check(html: string): void {
  assert.deepEqual(strangersIn(parse(html)), [], html.slice(0, 500));
}

const params = { textDocument: { uri: 'test:x' } };

/** Returns the HTML of every message of a document, as users see it, and with hidden layers. */
function htmlOf(text: string, dialect?: AnyDialectId): string[] {
  const document = openDocument('test:x', 'ocml', 1, text, dialect);
  return [{}, { debug: true }].flatMap((more) => {
    const all = { ...params, ...more };
    const view =
      document instanceof Transcript
        ? userView.run(document, all)
        : (jsonFeatures['ocml/userView']?.(document, all, () => ({ strict: false, levels: {} })) as UserView);
    return view.messages.map(({ html }) => html);
  });
}

/** Returns documents with this body in every position from which HTML is made. Each position is rendered in its own way. */
function documentsWith(body: string): (readonly [string, AnyDialectId])[] {
  const headers = [
    'user',
    'user content_type=markdown',
    'assistant<|channel|>final',
    'assistant<|channel|>final<|constrain|>json',
    'assistant<|channel|>final<|constrain|>constructor',
    'user content_type=toString',
    'assistant<|channel|>analysis',
    'assistant name=a<|channel|>final<|message|><|start_reason|>',
    'system',
  ].map((header) => `<|start|>${header}<|message|>${body}<|end|>\n`);
  const chatml = [
    `<|im_start|>assistant\n<think>${body}</think>${body}<|im_end|>\n`,
    `<|im_start|>user\n${body}<|im_end|>\n<|file_separator|>\n${body}\n<|fim_prefix|>${body}<|fim_middle|>${body}<|fim_suffix|>\n`,
    `<|fim_prefix|>${body}<|fim_middle|>${body}<|fim_suffix|>${body}`,
  ];
  const messages = ['user', 'assistant', 'system'].map((role) => ({ role, content: body }));
  const types = ['markdown', 'constructor', '__proto__', 'json'].map((content_type) => ({
    role: 'user',
    content_type,
    content: body,
  }));
  return [
    [headers.join(''), 'openchatml-2.2'],
    [headers.join(''), 'harmony'],
    ...chatml.map((text) => [text, 'openchatml-0.1'] as const),
    [JSON.stringify(messages), 'messages'],
    [JSON.stringify({ messages: types }), 'openchatml-json'],
  ];
}

suite('the list', () => {
  test('has nothing on it that loads, runs, or names', () => {
    const attributes = [...allowedElements.values()].flatMap((values) => [...values.keys()]);
    const ofText = [...allowedElements].filter(([tag]) => !mathElements.has(tag));
    const names = ofText.flatMap(([, values]) => [...values.keys()]);
    assert.deepEqual([...new Set(names)].sort(), ['class', 'data', 'dir', 'href', 'rel', 'start', 'title']);
    assert.doesNotMatch(attributes.join(' '), /\b(?:on\w+|src|srcset|style|action\w*|id|name|xlink\S*)\b/);
    for (const tag of mathElements) assert.ok(!allowedElements.get(tag)?.has('href'), tag);
    // Only a `span` may hold the bytes of an image, and browsers ignore them there.
    assert.deepEqual(
      [...allowedElements].filter(([, values]) => values.has('data')).map(([tag]) => tag),
      ['span'],
    );
    // The direction is determined by the first word, and does not reorder the text around it.
    for (const values of allowedElements.values())
      for (const direction of ['rtl', 'ltr', 'AUTO', '']) assert.ok(!values.get('dir')?.test(direction));
    for (const tag of [
      'script',
      'style',
      'img',
      'iframe',
      'form',
      'svg',
      'annotation-xml',
      'mglyph',
      'maction',
      'semantics',
      'template',
      'button',
      'base',
    ]) {
      assert.ok(!allowedElements.has(tag), tag);
    }
  });

  test('leaves what is written here as it is', () => {
    const corpus = [...texts(), ...hostile, hostile.join('\n')];
    for (const text of corpus) {
      for (const html of [renderMarkdown(text), renderPlain(text), renderJson(JSON.stringify(text))]) {
        assert.equal(safeHtml(html), html);
      }
      const filled = renderFilled([{ text }, { text, fill: true }] as unknown as Parameters<typeof renderFilled>[0]);
      assert.equal(safeHtml(filled), filled);
    }
  });

  test('and a browser reads that just as it is written', () => {
    for (const text of texts()) {
      const html = renderMarkdown(text);
      if (html.length > 500_000) continue;
      const plain = html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('\u00a0', '&nbsp;');
      const again = serialize(parseFragment(html)).replaceAll('&quot;', '"');
      // A browser drops NUL characters, and reads every line break as a line feed.
      const normal = plain.replaceAll('\0', '').replace(/\r\n?/g, '\n');
      assert.equal(again, normal);
    }
  });
});

suite('what is not on the list stays text', () => {
  for (const html of hostile) test(JSON.stringify(html).slice(0, 60), () => check(safeHtml(html)));

  test('as it was written', () => {
    const markup = [...allowedElements.keys()].join('|');
    for (const html of hostile) {
      if (new RegExp(`</?(?:${markup})\\b|&|\\0`).test(html)) continue;
      assert.equal(textIn(parse(safeHtml(html))), html);
    }
    assert.equal(textIn(parse(safeHtml('<b>&#60;&copy;&lt;</b>'))), '<b>&#60;&copy;<</b>');
  });

  test('and one wrong tag does not take the rest with it', () => {
    assert.equal(safeHtml('<p>a<img src=x>b</p>'), '<p>a&lt;img src=x&gt;b</p>');
    assert.equal(
      safeHtml('<p>a</em>b</p><p id="x">c</p>'),
      '<p>a&lt;/em&gt;b</p>&lt;p id=&quot;x&quot;&gt;c&lt;/p&gt;',
    );
    assert.equal(safeHtml('<ul><li>a'), '<ul><li>a</li></ul>');
    assert.equal(safeHtml('a<br>b<hr></br>'), 'a<br>b<hr>&lt;/br&gt;');
  });

  test('nor do elements of formulas outside one, or others in one', () => {
    for (const html of [
      '<mi>x</mi>',
      '<math><p>x</p></math>',
      '<math><mi><a>x</a></mi></math>',
      '<math><math>x</math></math>',
      '<math><mtext><mfrac></mfrac></mtext></math>',
    ])
      assert.match(safeHtml(html), /&lt;/, html);
    const formula = '<p><math display="block"><mfrac><mi>x</mi><mn>2</mn></mfrac></math></p>';
    assert.equal(safeHtml(formula), formula);
    for (const attributes of ['href="https://a.example"', 'style="color:red"', 'class="note"', 'mathcolor="red"'])
      assert.match(safeHtml(`<math><mrow ${attributes}></mrow></math>`), /&lt;mrow/, attributes);
    assert.match(safeHtml('<math><mspace width="900em"></mspace></math>'), /&lt;mspace/);
    assert.match(safeHtml('<math><mpadded voffset="9em"></mpadded></math>'), /&lt;mpadded/);
  });

  test('nor does what is nested too deep', () => {
    const html = safeHtml(`${'<em>'.repeat(10_000)}a${'</em>'.repeat(10_000)}`);
    check(html);
    assert.equal(html.match(/<em>/g)?.length, 250);
  });

  test('random HTML', () => {
    const tags = [...allowedElements.keys()].flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} class="plain">`]);
    const bits = [
      '"',
      "'",
      '<',
      '>',
      '&',
      '/',
      '=',
      ' ',
      '\n',
      '\0',
      '\f',
      '!--',
      '-->',
      '&lt;',
      '&#39;',
      '&amp;',
      'x',
    ];
    const attributes = [' class="', ' href="https://a.example/', ' href="javascript:', ' onclick="', ' title="', '">'];
    const piece = fc.oneof(fc.constantFrom(...hostile), fc.constantFrom(...tags, ...bits, ...attributes), cutHostile);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = safeHtml(pieces.join(''));
        check(html);
        assert.equal(safeHtml(html), html);
      }),
      parameters,
    );
  });
});

/** Parts of hostile texts, with any start and end. */
const cutHostile = fc
  .tuple(fc.constantFrom(...hostile), fc.nat(80), fc.nat(80))
  .map(([html, start, length]) => html.slice(start, start + length));

/** Returns texts of all kinds: from the specifications, the examples, and those for which a careless loop takes very long. */
function texts(): string[] {
  const cases = rows.flatMap((row) => sides.flatMap((side) => caseOf(row, side)?.text ?? []));
  const folders = ['examples', 'test/conformance/fixtures', 'docs', 'docs/rules'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.(?:ocml|harmony|jsonl?|md)$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const nasty = [...chatmlRows, ...faultyRows, ...jsonRows, ...markdownRows].map(([, make]) => make(100));
  return [...cases, ...files, ...nasty];
}

suite('the HTML of a view is on the list', () => {
  const dialects: readonly (AnyDialectId | undefined)[] = [undefined, 'harmony', 'openchatml-0.1', 'messages'];

  test('for every document at hand', () => {
    for (const text of someOf(texts())) for (const dialect of dialects) htmlOf(text, dialect).forEach(check);
  });

  test('for every hostile body in every place', () => {
    let seen = 0;
    for (const body of [...hostile, ...hostileMarkdown]) {
      for (const [text, dialect] of documentsWith(body)) {
        const html = htmlOf(text, dialect);
        seen += html.length;
        html.forEach(check);
      }
    }
    assert.ok(seen > 2_000, 'the bodies are shown');
  });

  test('for every other body in some place', () => {
    for (const [n, body] of someOf(texts()).entries()) {
      const documents = documentsWith(body.slice(0, 5_000));
      const [text, dialect] = documents[n % documents.length] as (typeof documents)[number];
      htmlOf(text, dialect).forEach(check);
    }
  });

  test('for random hostile bodies', () => {
    const markdown = fc.constantFrom(
      '*',
      '`',
      '```\n',
      '[',
      '](',
      ')',
      '<',
      '>',
      '![',
      '\n',
      '\n\n',
      '- ',
      '> ',
      '| ',
      '&#',
      '\\',
      '$',
      '$$',
      '\\(',
      '\\)',
      '\n\\[\n',
      '\\frac{',
      '\\text{',
      '}',
      '^',
    );
    const piece = fc.oneof(fc.constantFrom(...hostile, ...hostileMarkdown), cutHostile, markdown);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.nat(), (pieces, n) => {
        const documents = documentsWith(pieces.join(''));
        const [text, dialect] = documents[n % documents.length] as (typeof documents)[number];
        htmlOf(text, dialect).forEach(check);
      }),
      parameters,
    );
  });
});

const hostileMarkdown = [
  '[x](javascript:window.attacked=true) [x](&#106;avascript:x) [x](<java\tscript:x>) <javascript:x>',
  '![x](https://attack.example/image) [![x](https://attack.example/image)](data:text/html,x)',
  '[x](https://a.example/"onclick="x) [x](https://a.example/ "t\\" onclick=\\"x") [x](https://a.example/<b>)',
  '``` "><script>window.attacked=true</script>\nx\n```',
  '| a"onclick="x | <b> |\n|:-:|--:|\n| [x](javascript:x) | `<i>` |',
  '[x][constructor] [y][__proto__]\n\n[constructor]: javascript:x\n[__proto__]: https://a.example/\u202e',
  '<https://a.example/"onclick=x> https://a.example/"><img src=x> mailto:a@b.example?body=<x>',
  '99999999999. x\n\n000000001. y\n\n# <h1> `</code>`',
  '$x<script>window.attacked=true</script>$ \\(\\text{<img src=x onerror=alert(1)>}\\) $$\\href{javascript:x}{y}$$',
  '\\[\n\\class{note}{x}\\style{position:fixed}{x}\\id{bar}{x}\\url{javascript:x}\\includegraphics{https://attack.example/x}\n\\]',
  '$\\color{red"onclick="x}{y}$ $\\colorbox{#fff}{y}$ $$\\rule{9999em}{9999em}\\raisebox{99em}{x}\\hspace{-99em}$$',
  '$\\constructor$ $\\__proto__$ \\(\\begin{constructor}x\\end{constructor}\\) $\\def\\a{\\a\\a}\\a$ $\\text{</math><p>}$',
  '![x](data:image/png;base64,AAAAAAAAAAAAAAAAAAAA"onload="x) ![x](data:image/svg+xml;base64,AAAAAAAAAAAAAAAAAAAAAAAA)',
  '&lt;script&gt; &#60;b&#62; \\<b\\> <b\n>',
];
