/** Edits that turn off a rule in document headers and configurations do not change any other text. */
import assert from 'node:assert/strict';
import { dirname, join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import { turnOffInHeader } from '../../server/src/fixes/turn-off.ts';
import { defaults } from '../../server/src/lsp/settings.ts';
import { compileGlob } from '../../server/src/project/glob.ts';
import { globOf, nearestConfig, newConfigIn, offsIn } from '../../server/src/project/turn-off.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';

const message = '<|start|>user<|message|>Hi<|end|>\n';

function inHeader(header: string, code = 'stray-text'): string | undefined {
  const transcript = openDocument('file:///a.ocml', 'ocml', 1, header + message, undefined) as Transcript;
  const block = transcript.header;
  assert.ok(block, 'the document has a header');
  const edits = turnOffInHeader(block, code);
  return edits && applyEdits(block.text, edits);
}

suite('in a document header', () => {
  const rows: readonly (readonly [name: string, before: string, after: string | undefined])[] = [
    ['without the key', 'version: 2.2\n', 'version: 2.2\nlint: {stray-text: off}\n'],
    [
      'after a comment of the last line',
      'version: 2.2 # 2.2\n# end\n',
      'version: 2.2 # 2.2\nlint: {stray-text: off}\n# end\n',
    ],
    ['between fences', '---\nversion: 2.2\n---\n', '---\nversion: 2.2\nlint: {stray-text: off}\n---\n'],
    [
      'with CRLF',
      'version: 2.2\r\nlint:\r\n  end-missing: off\r\n',
      'version: 2.2\r\nlint:\r\n  end-missing: off\r\n  stray-text: off\r\n',
    ],
    ['with a byte-order mark', '\uFEFFversion: 2.2\n', '\uFEFFversion: 2.2\nlint: {stray-text: off}\n'],
    [
      'in braces',
      'lint: {end-missing: off} # mine\nversion: 2.2\n',
      'lint: {end-missing: off, stray-text: off} # mine\nversion: 2.2\n',
    ],
    ['in empty braces', 'version: 2.2\nlint: {}\n', 'version: 2.2\nlint: {stray-text: off}\n'],
    [
      'in braces over several lines',
      'version: 2.2\nlint: {\n  end-missing: off, # why\n  attribute-order: hint # so\n}\n',
      'version: 2.2\nlint: {\n  end-missing: off, # why\n  attribute-order: hint, # so\n  stray-text: off\n}\n',
    ],
    [
      'in lines, before other keys',
      'lint:\n    end-missing: off\n\n# next\nversion: 2.2\n',
      'lint:\n    end-missing: off\n    stray-text: off\n\n# next\nversion: 2.2\n',
    ],
    [
      'with nothing after the key',
      'version: 2.2\nlint: # nothing\n',
      'version: 2.2\nlint: {stray-text: off} # nothing\n',
    ],
    ['with another level', 'version: 2.2\nlint: {stray-text: "error"}\n', 'version: 2.2\nlint: {stray-text: off}\n'],
    [
      'with the key in quotes',
      'version: 2.2\n"lint": {"stray-text": hint}\n',
      'version: 2.2\n"lint": {"stray-text": off}\n',
    ],
    [
      'after a text in lines',
      'version: 2.2\nnote: |\n  a\n  b # c\n',
      'version: 2.2\nnote: |\n  a\n  b # c\nlint: {stray-text: off}\n',
    ],
    ['after a list', 'version: 2.2\nnotes:\n- a\n- b\n', 'version: 2.2\nnotes:\n- a\n- b\nlint: {stray-text: off}\n'],
    ['a text where blank lines count', 'version: 2.2\nnote: |+\n  a\n\n\n', undefined],
    ['a word in the way', 'version: 2.2\nlint: all\n', undefined],
    ['an alias in the way', 'version: 2.2\nx: &a {end-missing: off}\nlint: *a\n', undefined],
    ['what is not YAML', 'version: 2.2\nlint: {a: b\n', undefined],
    ['what is shared with another key', 'version: 2.2\nlint: &a {end-missing: off}\nx: *a\n', undefined],
    ['the document as a text', 'version: 2.2\nlint: >\n  stray-text\n', undefined],
  ];
  for (const [name, before, after] of rows) test(name, () => assert.equal(inHeader(before), after));

  test('twice is one mapping', () => {
    const once = inHeader('version: 2.2\n') as string;
    assert.equal(inHeader(once, 'E-PARSE-HEADER'), 'version: 2.2\nlint: {stray-text: off, E-PARSE-HEADER: off}\n');
  });

  test('a header of a stranger does no harm', () => {
    for (const header of [
      `version: 2.2\nlint: ${'['.repeat(20_000)}\n`,
      `version: 2.2\nlint: ${'{a: '.repeat(5_000)}\n`,
      'version: 2.2\nlint: {? x : y, __proto__: {a: 1}}\n',
      `version: 2.2\n${'k: v\n'.repeat(20_000)}`,
    ])
      assert.doesNotThrow(() => inHeader(header));
  });
});

const top = resolve('/top');

function offs(name: string, text: string | undefined, file = 'logs/a.harmony', code = 'stray-text') {
  const config = { path: join(top, name), text };
  const found = offsIn(config, join(top, file), code, defaults, () => undefined);
  return Object.fromEntries(found.map(({ where, edits }) => [where, applyEdits(text ?? '', edits)]));
}

suite('in a configuration', () => {
  const both: readonly (readonly [
    name: string,
    file: string,
    before: string | undefined,
    document: string | undefined,
    project: string | undefined,
  ])[] = [
    [
      'that is still to be made',
      '.ocmlrc.yaml',
      undefined,
      'overrides:\n  - files: ["./logs/a.harmony"]\n    rules:\n      stray-text: off\n',
      'rules:\n  stray-text: off\n',
    ],
    [
      'of comments alone',
      '.ocmlrc.yaml',
      '# ours',
      '# ours\noverrides:\n  - files: ["./logs/a.harmony"]\n    rules:\n      stray-text: off\n',
      '# ours\nrules:\n  stray-text: off\n',
    ],
    [
      'in lines, with comments',
      '.ocmlrc.yaml',
      '# ours\nrules: # some\n  end-missing: off # why\n  # more to come\noverrides:\n- files: [b]\n  strict: true\n# end\n',
      '# ours\nrules: # some\n  end-missing: off # why\n  # more to come\noverrides:\n- files: [b]\n  strict: true\n- files: ["./logs/a.harmony"]\n  rules:\n    stray-text: off\n# end\n',
      '# ours\nrules: # some\n  end-missing: off # why\n  stray-text: off\n  # more to come\noverrides:\n- files: [b]\n  strict: true\n# end\n',
    ],
    [
      'with CRLF',
      '.ocmlrc.yaml',
      'strict: true\r\n',
      'strict: true\r\noverrides:\r\n  - files: ["./logs/a.harmony"]\r\n    rules:\r\n      stray-text: off\r\n',
      'strict: true\r\nrules:\r\n  stray-text: off\r\n',
    ],
    [
      'in braces',
      '.ocmlrc.yaml',
      '{rules: {end-missing: off}, overrides: []}\n',
      '{rules: {end-missing: off}, overrides: [{files: ["./logs/a.harmony"], rules: {stray-text: off}}]}\n',
      '{rules: {end-missing: off, stray-text: off}, overrides: []}\n',
    ],
    [
      'with an override for the file',
      '.ocmlrc.yaml',
      'overrides:\n  - files: [./logs/a.harmony]\n    rules:\n      end-missing: off\n',
      'overrides:\n  - files: [./logs/a.harmony]\n    rules:\n      end-missing: off\n      stray-text: off\n',
      'overrides:\n  - files: [./logs/a.harmony]\n    rules:\n      end-missing: off\nrules:\n  stray-text: off\n',
    ],
    [
      'with an override that a later one outdoes',
      '.ocmlrc.yaml',
      'overrides:\n  - files: [./logs/a.harmony]\n    strict: true\n  - files: ["**"]\n    rules: {stray-text: error}\n',
      'overrides:\n  - files: [./logs/a.harmony]\n    strict: true\n  - files: ["**"]\n    rules: {stray-text: error}\n  - files: ["./logs/a.harmony"]\n    rules:\n      stray-text: off\n',
      undefined,
    ],
    [
      'of JSON on one line',
      '.ocmlrc.json',
      '{ "rules": { "stray-text": "hint" } }',
      '{ "rules": { "stray-text": "hint" }, "overrides": [{ "files": ["./logs/a.harmony"], "rules": { "stray-text": "off" } }] }',
      '{ "rules": { "stray-text": "off" } }',
    ],
    [
      'of JSON with comments and a comma too many',
      '.ocmlrc.json',
      '// ours\n{\n  "strict": true, // yes\n  "rules": {\n    "end-missing": "off" // why\n  },\n}\n',
      '// ours\n{\n  "strict": true, // yes\n  "rules": {\n    "end-missing": "off" // why\n  },\n  "overrides": [{ "files": ["./logs/a.harmony"], "rules": { "stray-text": "off" } }]\n}\n',
      '// ours\n{\n  "strict": true, // yes\n  "rules": {\n    "end-missing": "off", // why\n    "stray-text": "off"\n  },\n}\n',
    ],
    [
      'of JSON with CRLF and tabs',
      '.ocmlrc.json',
      '{\r\n\t"rules": {\r\n\t\t"end-missing": "off"\r\n\t}\r\n}\r\n',
      '{\r\n\t"rules": {\r\n\t\t"end-missing": "off"\r\n\t},\r\n\t"overrides": [{ "files": ["./logs/a.harmony"], "rules": { "stray-text": "off" } }]\r\n}\r\n',
      '{\r\n\t"rules": {\r\n\t\t"end-missing": "off",\r\n\t\t"stray-text": "off"\r\n\t}\r\n}\r\n',
    ],
    [
      'of JSON that is empty',
      '.ocmlrc.json',
      '',
      '{ "overrides": [{ "files": ["./logs/a.harmony"], "rules": { "stray-text": "off" } }] }\n',
      '{ "rules": { "stray-text": "off" } }\n',
    ],
  ];
  for (const [name, file, before, document, project] of both)
    test(name, () =>
      assert.deepEqual(offs(file, before), { ...(document && { document }), ...(project && { project }) }),
    );

  test('one that is broken or hostile offers nothing, and throws nothing', () => {
    for (const text of [
      'rules: {a',
      '- a\n',
      'a word',
      'rules: 5\noverrides: 5\n',
      'a: 1\na: 2\n',
      '['.repeat(15_000),
      '{a: '.repeat(4_000),
      `${'# long\n'.repeat(4_000)}strict: true\n`,
      'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nrules: *c\noverrides: *c\n',
      'rules: &a {end-missing: off}\noverrides: &b [{files: [x], rules: *a}]\n',
    ])
      assert.deepEqual(offs('.ocmlrc.yaml', text), {}, text.slice(0, 40));
    for (const text of ['{', '[]', '5', '{ "rules": [], "overrides": {} }', '{"a":'.repeat(3_000), '['.repeat(15_000)])
      assert.deepEqual(offs('.ocmlrc.json', text), {}, text.slice(0, 40));
  });

  test('a name says its file and no other, whatever characters it has', () => {
    const character = fc.constantFrom(...'ab.*?[]{}()!@+,\\^- é😀');
    const name = fc.string({ unit: character, minLength: 1, maxLength: 12 }).filter((one) => !/^\.{1,2}$/.test(one));
    fc.assert(
      fc.property(name, name, fc.boolean(), (one, other, deep) => {
        const glob = compileGlob(globOf(top, join(top, deep ? `x/${one}` : one)).slice(2), { dot: true });
        assert.ok(glob.matches(deep ? `x/${one}` : one));
        assert.equal(glob.matches(deep ? `x/${other}` : other), one === other);
        assert.ok(!glob.matches(`x/y/${one}`));
      }),
    );
    assert.match(
      offs('.ocmlrc.yaml', '', 'a[1]*.txt').document ?? '',
      /^ {2}- files: \["\.\/a\\\\\[1\\\\\]\\\\\*\.txt"\]$/m,
    );
  });

  test('the nearest one governs, and a new one is YAML', () => {
    const files = new Map([
      [join(top, '.ocmlrc.json'), '\uFEFF{}'],
      [join(top, 'a', '.ocmlrc.yaml'), ''],
    ]);
    const read = (path: string) => files.get(path);
    assert.deepEqual(nearestConfig(join(top, 'a', 'b', 'c.txt'), read), {
      path: join(top, 'a', '.ocmlrc.yaml'),
      text: '',
    });
    assert.deepEqual(nearestConfig(join(top, 'c.txt'), read), { path: join(top, '.ocmlrc.json'), text: '{}' });
    assert.equal(nearestConfig(join(dirname(top), 'c.txt'), read), undefined);
    assert.deepEqual(newConfigIn(top), { path: join(top, '.ocmlrc.yaml'), text: undefined });
  });
});
