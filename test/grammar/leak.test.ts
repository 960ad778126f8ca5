/** A string, bracket or comment that is left open in a body ends with its message. The next message is highlighted correctly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectScopes, hasScope, piecesIn } from './expect.ts';
import { tokenize } from './tokenize.ts';

/** Headers, and bodies for that header in which something is left open. */
const bodies: Record<string, readonly [header: string, open: readonly string[]]> = {
  JSON: [
    'assistant to=functions.f<|channel|>commentary<|constrain|>json',
    ['{', '[', '"', '{"a', '{"a": "b', '{"a": "b\\', '{"a": [1, {', '/* a', '// a', 'nope', '{"a\\', '<', '"<'],
  ],
  'bare JSON': ['assistant<|channel|>commentary to=functions.f json', ['{"a": "b', '{"a": [', '{\n"a": "b\nc']],
  'JSON by its looks': ['tool name=functions.f', ['{"a": "b', '["a", {', '{\n  "a": [']],
  Markdown: [
    'assistant<|channel|>final',
    [
      ...[
        '`a',
        '``a',
        '```',
        '```json\n{"a": "b',
        '```python\n"""a',
        '```js\n/* a\n"b',
        '~~~sql\nSELECT [',
        '```ts\n/* a',
        '~~~~\na',
        '**a',
        '*a',
        '__a',
        '_a',
        '~~a',
        '[a',
        '[a](',
        '[a](b "c',
      ],
      ...[
        '<b',
        '<b class="',
        '<b class="a',
        '<!-- a',
        '</',
        '# a',
        '# `a',
        '> a',
        '- a',
        '\\',
        '| a |',
        '<',
        '&lt',
        '*`[<',
      ],
    ],
  ],
  'the text of a user': ['user', ['`a', '```\na', '<b class="', '"', "'", '<!--', '(', '{']],
  TypeScript: [
    'developer',
    [
      ...[
        'namespace functions {',
        'namespace f { type a = (_: {',
        'namespace f {\n// a',
        'namespace f {\n/* a',
        'namespace f { "a',
      ],
      ...[
        "namespace f { 'a",
        'namespace f { `a',
        'namespace f { `a ${',
        'namespace f { "a\\',
        'namespace f',
        '```ts\n/* a',
        'namespace f { } // a',
      ],
    ],
  ],
  'private reasoning': ['assistant<|channel|>analysis', ['"', '`a', '{', '<|start_reason|>a', '```\na', '/* a']],
};

/** The text between a message and the next one. */
const joints = { 'on one line': '', 'on the next line': '\n' };

for (const [kind, [header, open]] of Object.entries(bodies)) {
  for (const [title, joint] of Object.entries(joints)) {
    test(`${kind}, the next message ${title}`, async () => {
      for (const body of open) {
        for (const end of ['<|end|>', '<|call|>', '<|return|>', '']) {
          // A `<` directly before a token would escape it, so a space is inserted.
          const close = `${/<$/.test(body) ? ' ' : ''}${end}`;
          const text = `<|start|>${header}<|message|>${body}${close}${joint}<|start|>user<|message|>Next **one**<|end|>`;
          await expectScopes(text, [
            ['<|message|>', 'keyword.control.message'],
            ...(end ? [[end, 'keyword.control', '!meta.body'] as const] : []),
            ['<|start|>', 'keyword.control.start', '!meta.body', '!meta.embedded', '!comment', '!string'],
            ['user', 'entity.name.type.role.user', '!meta.body'],
            ['Next', 'meta.body.user', '!markup', '!comment', '!string', '!source.json', '!source.ts'],
            ['one', 'markup.bold'],
            ['<|end|>', 'keyword.control.end', '!meta.body'],
          ]);
        }
      }
    });
  }
}

test('bodies of random pieces', async () => {
  const headers = Object.values(bodies).map(([header]) => header);
  const pieces = [
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '`',
      '```',
      '```json\n',
      '```python\n"""\n',
      '/* a\n',
      '~~~\n',
      '*',
      '**',
      '_',
      '__',
      '~~',
      '<',
      '<b ',
      '</',
      '>',
      '<!--',
      '-->',
      '\\',
      '\\"',
    ],
    ...[
      '/*',
      '*/',
      '//',
      'namespace f {',
      'type a = ',
      ': ',
      ', ',
      '# ',
      '- ',
      '\n',
      ' ',
      'word',
      '1',
      'true',
      '|',
      '|>',
      '(',
      ')',
      '](',
      '=',
      '😀',
    ],
    ...[
      '<|message|>',
      '<|channel|>',
      '<|start|>x',
      '<<|end|>',
      '<<|start|>user',
      '<|literal|>{"<|end|><|endliteral|>',
      '<|start_reason|>',
      '<|im_end|>',
      '<|END|>',
    ],
  ];
  let seed = 20250901;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let run = 0; run < 1500; run++) {
    const body = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)])
      .join('')
      .replaceAll('<<|literal|>', '< <|literal|>');
    const before = `<|start|>${headers[random(headers.length)]}<|message|>${body} `;
    const text = `${before}<|end|>${random(2) ? '\n' : ''}<|start|>user<|message|>Next<|end|>`;
    const end = before.length;
    const rest = piecesIn(await tokenize(text), end, text.length).map((piece) => [piece.text, piece.scopes.at(-1)]);
    const expected = [
      ['<|end|>', 'keyword.control.end.ocml'],
      ['<|start|>', 'keyword.control.start.ocml'],
      ['user', 'entity.name.type.role.user.ocml'],
      ['<|message|>', 'keyword.control.message.ocml'],
      ['Next', 'text.html.markdown'],
      ['<|end|>', 'keyword.control.end.ocml'],
    ];
    assert.deepEqual(rest, expected, JSON.stringify(text));
  }
});

test('lines that are long, deep or full of openings are read to their end', async () => {
  const openings = [
    '{',
    '[',
    '"',
    '\\"',
    '`',
    '``',
    '`a',
    '*',
    '*a',
    '**a',
    '_a',
    '<',
    '<|',
    '<<|',
    '<b ',
    '[a](',
    '<!--',
    '- ',
    '~',
    'namespace f {',
    '//',
    ' ',
  ];
  for (const [header] of Object.values(bodies)) {
    for (const opening of openings) {
      const text = `<|start|>${header}<|message|>${opening.repeat(4000 / opening.length)} <|end|><|start|>user<|message|>Next<|end|>`;
      const last = (await tokenize(text)).slice(-2);
      assert.deepEqual(
        last.map((piece) => piece.text),
        ['Next', '<|end|>'],
        opening,
      );
      assert.ok(hasScope(last[0] as (typeof last)[0], 'meta.body.user'), opening);
    }
  }
});
