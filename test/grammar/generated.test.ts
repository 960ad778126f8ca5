/** The generated files are up to date, and have the form that VS Code expects. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { allDialects } from '../../server/src/grammar/index.ts';
import { type CheckOptions, check } from '../support/check.ts';
import { expectScopes, hasScope } from './expect.ts';
import { inserted, jsonSnippets, snippets } from './snippet.ts';
import { readJson, root, tokenize, tokenizeTypes } from './tokenize.ts';

const { contributes } = readJson('package.json');

test('generated files are up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

test('the setting of the dialect knows all of them', () => {
  const setting = contributes.configuration.properties['ocml.dialect'];
  const missing = allDialects.filter((dialect) => !setting.enum.includes(dialect));
  assert.ok(
    missing.length === 0,
    `ocml.dialect in package.json lacks ${missing}: add it to \`enum\`, and a description at the same place of \`markdownEnumDescriptions\``,
  );
  assert.deepEqual(setting.enum, ['auto', ...allDialects]);
  assert.equal(setting.markdownEnumDescriptions.length, setting.enum.length);
});

test('what users read in the manifest can be translated, and every setting and command is described', () => {
  const texts = new Map<string, string>(Object.entries(readJson('package.nls.json')));
  const textOf = (reference: unknown) => texts.get(/^%(.+)%$/.exec(String(reference))?.[1] ?? '') ?? '';
  for (const [name, setting] of Object.entries<Record<string, unknown>>(contributes.configuration.properties))
    assert.ok(textOf(setting.markdownDescription).length > 20, name);
  for (const { command, title, category } of contributes.commands) {
    assert.ok(textOf(title), command);
    assert.equal(category, 'OpenChatML');
  }
  const referred = JSON.stringify(readJson('package.json')).match(/"%[^"%]+%"/g) ?? [];
  assert.deepEqual(new Set(referred.map((one) => one.slice(2, -2))), new Set(texts.keys()));
});

test('the manifest names files that exist', () => {
  const [language] = contributes.languages;
  const files = [
    language.configuration,
    contributes.grammars[0].path,
    ...contributes.snippets.map(({ path }: { path: string }) => path),
  ];
  for (const file of files) assert.ok(existsSync(join(root, file)), file);
  for (const first of [
    '<|start|>user',
    '  <|channel|>final',
    '\uFEFF<|im_start|>user',
    '<|begin_of_text|>',
    '<|start_header_id|>',
  ]) {
    assert.match(first, new RegExp(language.firstLine));
  }
});

test('prose counts as a comment, headers and JSON as code', async () => {
  const text =
    '<|start|>user<|message|>Hi<|end|><|start|>tool<|channel|>commentary<|constrain|>json<|message|>{"a": "b", "c": true}<|end|>';
  const types = await tokenizeTypes(text, contributes.grammars[0].tokenTypes);
  const typeOf = (piece: string) => types[text.indexOf(piece)];
  assert.deepEqual(['Hi', 'user', 'commentary', '"b"', 'true', '<|end|>'].map(typeOf), [
    'comment',
    'other',
    'other',
    'string',
    'other',
    'other',
  ]);
});

test("brackets and tags of a model's own text need not match", async () => {
  const text = '<｜User｜>1) Hi :)<｜Assistant｜></think>Yes]<start_of_turn>';
  const types = await tokenizeTypes(text, contributes.grammars[0].tokenTypes);
  for (const piece of [')', ':)', '</think>', ']'])
    assert.equal(types[text.indexOf(piece) + piece.length - 1], 'comment', piece);
});

test('words keep names and attributes whole', () => {
  const { pattern, flags } = readJson('syntaxes/language-configuration.json').wordPattern;
  const words = (text: string) => text.match(new RegExp(pattern, `g${flags}`));
  assert.deepEqual(words('<|start|>assistant to=functions.get_weather call_id=wx1<|channel|>final'), [
    ...['start', 'assistant', 'to=functions.get_weather', 'call_id=wx1', 'channel', 'final'],
  ]);
  assert.deepEqual(words("It's naïve, isn’t it? Yes."), ["It's", 'naïve', 'isn’t', 'it', 'Yes']);
});

test('a line that opens a message and does not close it begins a fold', () => {
  const { start, end } = readJson('syntaxes/language-configuration.json').folding.markers;
  assert.match('<|start|>user<|message|>Hi', new RegExp(start));
  assert.doesNotMatch('<|start|>user<|message|>Hi<|end|>', new RegExp(start));
  assert.match('there<|end|>', new RegExp(end));
});

test('Enter after a token or a tag that opens something adds no white space to the content', () => {
  const { onEnterRules } = readJson('syntaxes/language-configuration.json');
  const actionAfter = (text: string) =>
    onEnterRules.find((rule: { beforeText: { pattern: string } }) => new RegExp(rule.beforeText.pattern).test(text))
      ?.action.indent;
  for (const text of ['See: <|literal|>', '<think>', '<tool_call>', '<|start_reason|>', 'a <|'])
    assert.equal(actionAfter(text), 'none', text);
  assert.equal(actionAfter('capabilities:'), 'indent');
  assert.equal(actionAfter('Hi {'), undefined);
});

for (const [name, { description, body }] of Object.entries(snippets)) {
  test(`snippet: ${name}`, async () => {
    assert.ok(description.endsWith('.'));
    const text = inserted(body);
    assert.doesNotMatch(text, /\$/, 'every stop is understood');
    const invalid = (await tokenize(text)).filter((piece) => hasScope(piece, 'invalid'));
    if (name !== 'Literal block') assert.deepEqual(invalid, []);
  });
}

const call = inserted(snippets['Tool call']?.body ?? []);
/** The text before and after each snippet that is not a document by itself. */
const surroundings: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'Document header': ['', '<|start|>user<|message|>Hi<|end|>'],
  'Tool reply': [call, ''],
  'Literal block': ['<|start|>user<|message|>', '<|end|>'],
};

for (const [name, { body }] of Object.entries(snippets)) {
  test(`snippet: ${name} is valid as it stands`, () => {
    const [before, after] = surroundings[name] ?? ['', ''];
    const options: CheckOptions = name.startsWith('Harmony') ? { dialect: 'harmony' } : {};
    const problems = check(before + inserted(body) + after, options)
      .filter(({ code, severity }) => code !== 'document-header-missing' && /^(error|warning)$/.test(severity))
      .map(({ code, message }) => `${code}: ${message}`);
    assert.deepEqual(problems, []);
  });
}

for (const [name, { description, body }] of Object.entries(jsonSnippets)) {
  test(`snippet of JSON: ${name} is valid as it is, but for the text to put in`, () => {
    assert.ok(description.endsWith('.'));
    assert.ok(
      body.some((line) => /\$\{\d:\{\{[^}]*\\\}\\\}\}/.test(line)),
      'the placeholder is a stop',
    );
    const text = inserted(body);
    const document = openDocument('test:', 'json', 0, text, 'chatml-wire');
    const { problems } = createChecker(document, { strict: false, levels: {} }).problems(9);
    assert.deepEqual(
      problems.map(({ problem }) => problem.code),
      ['wire-placeholder'],
    );
  });
}

test('a tool turn links its call and its reply', () => {
  const text = inserted(snippets['Tool turn']?.body ?? []);
  assert.equal(text.match(/call_id=c1\b/g)?.length, 2);
  assert.equal(text.match(/functions\.get_weather\b/g)?.length, 2);
});

test('a literal block in a body', () =>
  expectScopes(`<|start|>user<|message|>${inserted(snippets['Literal block']?.body ?? [])}<|end|>`, [
    ['<|literal|>', 'keyword.control.literal'],
    ['<|start|>user<|message|>', 'string.unquoted.literal'],
    ['<|end|>', 'keyword.control.end'],
  ]));
