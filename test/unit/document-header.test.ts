/** The problems of the document header, each with the underlined text. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { completion } from '../../server/src/features/completion.ts';
import { hover } from '../../server/src/features/hover.ts';
import { documentSymbols } from '../../server/src/features/symbols.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';

const hi = '<|start|>user<|message|>Hi<|end|>';
const levels = { 'document-key-unknown': 'hint' } as const;

/** The header, in which `«…»` marks the underlined text, the code of the problem, and the beginning of its message. */
const rows: readonly (readonly [why: string, text: string, code: string, message: RegExp])[] = [
  ['what is after `---`', 'version: 2.2\n«---»\nmodel: x\n', 'document-header-syntax', /is not read\. Remove/],
  ['what is after `...`', 'version: 2.2\n...\n«foo: 1»\n', 'document-header-syntax', /is not read\. Remove/],
  [
    'an alias of nothing',
    'version: 2.2\n«foo: *nope»\n',
    'document-header-syntax',
    /no anchor \(`&`\) of the same name/,
  ],
  [
    'a merge with nothing',
    'version: 2.2\n«<<: *nope»\n',
    'document-header-syntax',
    /no anchor \(`&`\) of the same name/,
  ],
  ['an alias of nothing where a string must be', 'version: 2.2\n«model: *nope»\n', 'document-header-syntax', /`&`/],
  [
    'an open quote before CRLF',
    'version: 2.2\r\n«model: "x»\r\n',
    'document-header-syntax',
    /opens here is not closed/,
  ],
  ['an open bracket before CRLF', 'version: 2.2\r\n«model: [a»\r\n', 'document-header-syntax', /opens here/],
  [
    'an open bracket some lines above',
    'version: 2.2\n«x: [a,»\n  b,\n  c\ny: 1\n',
    'document-header-syntax',
    /opens here/,
  ],
  ['an open quote some lines above', 'version: 2.2\n«x: "a»\ny: 1\n\nz: 2\n', 'document-header-syntax', /opens here/],
  [
    'a message that lost its opener',
    'version: 2.2\n«user<|message|>Note»: hi<|end|>\n',
    'document-header-syntax',
    /A message begins here without `<\|start\|>`/,
  ],
  ['a key that is indented', 'version: 2.2\n  «model: x»\n', 'document-header-syntax', /is indented/],
  ['two keys on a line', 'version: 2.2\n«model: a: b»\n', 'document-header-syntax', /second key begins/],
  ['a line without colon', 'version: 2.2\n«model»\n', 'document-header-syntax', /Write `key: value`/],
  ['an item without list', 'version: 2.2\n«- model»\n', 'document-header-syntax', /Write `key: value`/],
  ['a tab', 'version: 2.2\nprofiles:\n\t«x: y»\n', 'document-header-syntax', /Write spaces/],
  ['a reserved character', 'version: 2.2\n«model: @x»\n', 'document-header-syntax', /in quotes/],
  ['something after a quote', 'version: 2.2\n«model: "x" y»\n', 'document-header-syntax', /in quotes/],
  ['a version without a value', 'model: x\n«version:»\n', 'document-version', /^`version` has no value\. Write/],
  ['a version in a list', 'version: «[2.2]»\n', 'document-version', /`\[2\.2\]` is not a version/],
  ['a version in a list of lines', 'version:\n  «- 2.2»\n', 'document-version', /is not a version/],
  ['a version that is a mapping', 'version: «{a: 1}»\n', 'document-version', /is not a version/],
  [
    'a dotted key is not a path',
    'version: 2.2\n«generation_settings.temperature»: hot\n',
    'document-key-unknown',
    /`"generation_settings\.temperature"` is not defined/,
  ],
  [
    'a key of another place',
    'version: 2.2\n«builtin_tools»: [browser]\n',
    'document-key-unknown',
    /^`builtin_tools` is not defined here, so parsers ignore it\. Move it to `generation_settings`\.$/,
  ],
  [
    'a key of the top level',
    'version: 2.2\ngeneration_settings:\n  «model»: x\n',
    'document-key-unknown',
    /^`generation_settings\.model` is not defined here, so parsers ignore it\. Move it to the top level\.$/,
  ],
  [
    'an item that is not in the list',
    'version: 2.2\nprofiles:\n  harmony:\n    require_channels: [final, «fnal»]\n',
    'document-key-type',
    /The items .* can be `analysis`, .*, not `fnal`\. Did you mean `final`\?/,
  ],
  [
    'one value where a list must be',
    'version: 2.2\nprofiles:\n  harmony:\n    require_channels: «final»\n',
    'document-key-type',
    /must be a list\. Write `\[final\]`\./,
  ],
  [
    'an item that is not a string',
    'version: 2.2\ncapabilities:\n  roles: [user, «1»]\n',
    'document-key-type',
    /strings/,
  ],
];

suite('reported once, on what is to be mended', () => {
  for (const [why, marked, code, message] of rows) {
    test(why, () => {
      const start = marked.indexOf('«');
      const end = marked.indexOf('»') - 1;
      const text = marked.replace(/[«»]/g, '') + hi;
      const known = code === 'document-key-unknown' ? { levels } : {};
      const found = check(text, known);
      assert.deepEqual(
        found.map((problem) => [problem.code, problem.start, problem.end]),
        [[code, start, end]],
      );
      assert.match(found[0]?.message ?? '', message);
    });
  }
});

suite('not reported', () => {
  const clean: readonly (readonly [why: string, header: string])[] = [
    ['a closing fence', '---\nversion: 2.2\n---\n'],
    ['a fence with nothing after it', 'version: 2.2\n---\n\n# the end\n'],
    ['an alias in a list', 'version: 2.2\nmodel: &m browser\ngeneration_settings:\n  builtin_tools: [*m]\n'],
    ['a dotted key', 'version: 2.2\nprofiles.harmony.enabled: true\ngeneration_settings.temperature: hot\n'],
    ['keys below an empty one', 'version: 2.2\n"": {version: x, model: 1}\n'],
  ];
  for (const [why, header] of clean) test(why, () => assert.deepEqual(summary(header + hi), []));

  test('a dotted key does not switch the profile on', () => {
    const { family } = new Transcript('test:', 'ocml', 0, `version: 2.2\nprofiles.harmony.enabled: true\n${hi}`);
    assert.equal(family.mode, 'native');
  });

  test('a missing key has no name', () => {
    assert.deepEqual(summary(`version:\n- a\n: b\n${hi}`, { levels }), ['document-version «- a»']);
  });
});

test('a pasted transcript is not a part of the header, however its first token is misspelled', () => {
  for (const start of ['<\\|start\\|>', '<｜start｜>', '< |start| >'])
    assert.deepEqual(summary(`version: 2.2\n${start}user<|message|>Hi\n`), [`token-misspelled «${start}»`]);
});

test('a header that a comment keeps from being one gets no second version', () => {
  const text = `# Notes\nversion: 2.2\n${hi}`;
  const [missing] = check(text).filter(({ code }) => code === 'document-header-missing');
  assert.match(missing?.message ?? '', /a comment comes before it/);
  for (const { fix, after } of applications(checked(text, undefined)))
    assert.equal(after.split('version').length - 1, fix.title.startsWith('Remove') ? 0 : 1, after);
  // In the middle of a line, the message would become part of the header.
  const { problems } = checked(`# Notes\nversion: 2.2 ${hi}`, undefined);
  assert.ok(problems.some(({ problem }) => problem.code === 'document-header-missing'));
  const fixes = applications(checked(`# Notes\nversion: 2.2 ${hi}`, undefined));
  assert.deepEqual(
    fixes.filter(({ placed }) => placed.problem.code === 'document-header-missing'),
    [],
  );
});

test('a header of another version before messages of 0.1', () => {
  const im = '<|im_start|>user\nHi<|im_end|>\n';
  assert.deepEqual(summary(`version: 3.0\n${im}`), ['document-version-unsupported «3.0»']);
  assert.deepEqual(summary(`Which version: 3.0\n${im}`), ['stray-text «Which version: 3.0»']);
});

test('what would be a header after a line `---` is named as such, and nothing else is said', () => {
  const rows: readonly (readonly [header: string, why: RegExp])[] = [
    ['# Notes\nversion: 2.2\n', /a comment comes before it/],
    ['"version": 2.2\n', /its first key is in quotes/],
    ['{version: 2.2}\n', /it is in braces/],
    ['\n{ "version": 2.2, model: x }\n', /it is in braces/],
  ];
  for (const [header, why] of rows) {
    const found = check(header + hi);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['document-header-missing'],
      header,
    );
    assert.match(found[0]?.message ?? '', why);
    const [fix] = applications(checked(header + hi, undefined));
    assert.deepEqual(check(fix?.after ?? ''), [], header);
  }
});

test('a mapping where a list belongs', () => {
  for (const [key, value] of [
    ['capabilities.roles', 'roles: {user: 1}'],
    ['capabilities.tokens', 'tokens: {a: 1}'],
    ['capabilities.streaming', 'streaming: {}'],
  ] as const)
    assert.deepEqual(
      check(`version: 2.2\ncapabilities:\n  ${value}\n${hi}`)
        .map(({ code }) => code)
        .slice(0, 1),
      ['document-key-type'],
      key,
    );
  for (const text of [
    'generation_settings:\n  builtin_tools: {python: 1}\n',
    'profiles:\n  harmony:\n    enabled: true\n    require_channels: {final: 1}\n',
    'profiles:\n  harmony:\n    enabled: true\n    builtins_in:\n      analysis: x\n',
  ])
    assert.deepEqual(
      check(`version: 2.2\n${text}${hi}`).map(({ code }) => code),
      ['document-key-type'],
      text,
    );
});

test('no fix of the header loses a message', () => {
  for (const header of ['version: 2.2 ', 'version: x ', 'version: ', 'version: 2.2\nmodel: x ', 'model: x '])
    for (const { fix, after } of applications(checked(`${header}${hi}\nmodel: y\nversion: 2.2\n${hi}`, undefined)))
      assert.equal(after.split('<|message|>').length - 1, 2, fix.title);
});

test('a header with ten thousand keys', () => {
  const keys = 10_000;
  const lines = Array.from({ length: keys }, (_, i) => `key${i}: [value]\n`).join('');
  const text = `version: 2.2\n${lines}${hi}`;
  const transcript = new Transcript('test:', 'ocml', 0, text);
  const position = { line: keys, character: 2 };
  assert.equal(documentSymbols.run(transcript, {})[0]?.children?.length, keys + 1);
  assert.ok(hover.run(transcript, { position }));
  assert.ok(
    Array.isArray(
      completion.run(transcript, { position }, () => new Checker(transcript, { strict: false, levels: {} })).items,
    ),
  );
  assert.equal(check(text, { levels }).length, keys);
});

test('without being asked, only keys that are meant as another one, or for another place, are told', () => {
  const keys = (header: string) =>
    check(`version: 2.2\n${header}\n${hi}`)
      .filter(({ code }) => code === 'document-key-unknown')
      .map(
        ({ severity, message }) => `${severity}: ${/Did you mean `[^`]+`|Move it to [^.]+|Declare/.exec(message)?.[0]}`,
      );
  assert.deepEqual(keys('modell: x'), ['information: Did you mean `model`']);
  assert.deepEqual(keys('generation_settings:\n  temprature: 0'), [
    'information: Did you mean `generation_settings.temperature`',
  ]);
  assert.deepEqual(keys('builtin_tools: [browser]'), ['information: Move it to `generation_settings`']);
  assert.deepEqual(keys('tools: []'), ['information: Declare']);
  for (const own of [
    'mode: x',
    'title: x',
    'date: 2025-01-01',
    'author: x',
    'id: 7',
    'source: x',
    'language: en',
    'x: {tools: 1}',
  ])
    assert.deepEqual(keys(own), [], own);
});
