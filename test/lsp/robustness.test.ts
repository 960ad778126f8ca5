import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletionList, DocumentSymbol, Hover } from 'vscode-languageserver-protocol';
import { someOf } from '../support/effort.ts';
import { start } from './client.ts';

const frame = (body: string) => `<|start|>user<|message|>${body}<|end|>\n`;
const call = '<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json<|message|>';

const documents: Readonly<Record<string, string>> = {
  empty: '',
  'blank lines': '\r\n\r\n\n',
  'invalid UTF-8, as an editor shows it': frame('a \uFFFD b'),
  'NUL bytes': `${frame('a\0b').repeat(10)}\0`,
  'lone surrogates': `${frame('\uD800 a')}<|start|>\uDC00<|message|>\uD83D<|end|>`,
  'a line of 1 MB': frame('x'.repeat(1_000_000)),
  'a line of 1 MB of tokens': `<|start|>user<|message|>${'<|channel|><|'.repeat(75_000)}`,
  'a header of 1 MB': `<|start|>user ${'name=a '.repeat(150_000)}<|message|>Hi<|end|>`,
  'a literal without end': `<|start|>user<|message|><|literal|>${frame('a').repeat(1000)}`,
  '10,000 messages that are not closed': '<|start|>user<|message|>Hello\n'.repeat(10_000),
  '10,000 literal blocks': `<|start|>user<|message|>${'<|literal|>\n<|endliteral|>'.repeat(10_000)}<|end|>`,
  '10,000 thought markers on a line': `<|start|>assistant<|channel|>analysis<|message|>${'<|start_reason|>a'.repeat(10_000)}<|end|>`,
  '10,000 calls with the same id': `${call}{}<|call|>\n`.repeat(10_000),
  'YAML aliases that multiply': `version: 2.2\na: &a [x, x]\n${'bcdefghij'
    .split('')
    .map((key, i) => `${key}: &${key} [${`*${'abcdefghij'[i]}, `.repeat(9)}]`)
    .join('\n')}\nmodel: *j\n${frame('Hi')}`,
  'a YAML alias of itself': `version: 2.2\ncapabilities: &a\n  roles: *a\n${frame('Hi')}`,
  'YAML nested 10,000 deep': `version: 2.2\nmodel: ${'['.repeat(10_000)}\n${frame('Hi')}`,
  'JSON nested 100,000 deep': `version: 2.2\n${call}${'['.repeat(100_000)}<|call|>`,
  'a token that breaks off': `${frame('Hi')}<|start|>assistant<|message|>Bye<|ret`,
  ...Object.fromEntries(
    [
      '<|start|>assistant<|channel|>commentary?commentary?<|message|>a<|end|>',
      '<|channel|>commentary to=assistant<|channel|>analysis<|message|>a<|end|>',
      '<|start|><|start|>assistant<|message|>a<|end|>',
      '<|start|>assistantassistant<|message|>a<|end|>',
      '<|channel|><|message|>a<|end|>',
      '<|start|>assistant<|channel|>final {"answer": "hi"}<|return|>',
      '<|channel|>finalx<|message|>a<|end|>',
      'I must refuse<|end|><|start|>assistant<|channel|>final<|message|>a<|end|>',
      '<|im_start|>user\nHi<|im_end|>',
    ].map((text) => [text, text]),
  ),
};

test('every bad document is answered for, and the server lives through all of them', { timeout: 120_000 }, async () => {
  const client = await start();
  for (const [name, text] of Object.entries(documents)) {
    const uri = `file:///${encodeURIComponent(name)}.ocml`;
    client.open(uri, text);
    const { diagnostics } = await client.diagnostics(uri, 1);
    assert.ok(Array.isArray(diagnostics), name);
    const lines = text.split(/\r\n|\n|\r/);
    const middle = { line: lines.length >> 1, character: (lines[lines.length >> 1] as string).length >> 1 };
    const end = { line: lines.length - 1, character: (lines.at(-1) as string).length };
    for (const position of [{ line: 0, character: 0 }, { line: 0, character: 12 }, middle, end]) {
      await client.ask('hover', uri, { position });
      assert.ok(Array.isArray((await client.ask<CompletionList>('completion', uri, { position })).items), name);
    }
    assert.ok(Array.isArray(await client.ask('documentSymbol', uri)), name);
    assert.ok(Array.isArray(await client.ask('foldingRange', uri)), name);
    await client.ask('ocml/userView', uri, { debug: true, limit: 50 });
    client.change(uri, 2, { range: { start: middle, end: middle }, text: '<|end|>\n<|start|>user<|message|>' });
    await client.diagnostics(uri, 2);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('garbage for params gets an answer, not an exception', async () => {
  const client = await start();
  const uri = 'file:///a.ocml';
  client.open(uri, frame('Hi'));
  const textDocument = { uri };
  const position = { line: 0, character: 3 };
  const methods = ['hover', 'completion', 'documentSymbol', 'foldingRange'].map((name) => `textDocument/${name}`);
  for (const method of [...methods, 'ocml/userView']) {
    for (const params of [
      {},
      { textDocument: null },
      { textDocument: { uri: 17 } },
      { textDocument: { uri: 'file:///unknown.ocml' }, position },
      { textDocument, position: null },
      { textDocument, position: { line: 'one', character: {} } },
      { textDocument, position: { line: -5, character: -5 } },
      { textDocument, position: { line: 1e9, character: 1e9 } },
      { textDocument, position: { line: 0.5, character: Number.MAX_VALUE } },
      { textDocument, position, context: 'none', debug: 'perhaps', around: [], limit: 'all' },
      [],
      [textDocument, position],
      undefined,
    ]) {
      await client.connection.sendRequest(method, ...(params === undefined ? [] : [params]));
    }
  }
  assert.equal(await client.stop(), 0);
});

test('garbage for edits leaves a document that goes on', async () => {
  const client = await start();
  const uri = 'file:///a.ocml';
  client.open(uri, frame('Hi'));
  const far = { line: 1e6, character: 1e6 };
  client.change(uri, 2, { range: { start: far, end: { line: 0, character: 0 } }, text: '' });
  client.change(uri, 3, { range: null, text: 'x' }, { range: { start: 'here' }, text: 'x' }, { text: 5 }, null);
  client.change('file:///unknown.ocml', 1, { text: '' });
  client.change(uri, 4, { text: frame('Bye') });
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: [null] });
  await client.connection.sendNotification('workspace/didChangeConfiguration');
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: 'file:///unknown.ocml' } });
  await client.connection.sendNotification('ocml/unheardOf', {});
  const symbols = await client.ask<DocumentSymbol[]>('documentSymbol', uri);
  assert.equal(symbols[0]?.detail, 'Bye');
  const hover = await client.ask<Hover>('hover', uri, { position: { line: 0, character: 10 } });
  assert.ok(hover);
  assert.equal(await client.stop(), 0);
});

test('a client that says little, or nonsense, of itself is served', { timeout: 120_000 }, async () => {
  const capabilities = {};
  const nulls = { workspace: null, textDocument: null, window: null, general: null };
  const words = { workspace: 'x', textDocument: 7, window: true };
  const within = {
    workspace: { configuration: null, diagnostics: null, didChangeConfiguration: null, didChangeWatchedFiles: null },
    textDocument: { diagnostic: null },
  };
  const folders = [{ workspaceFolders: null }, { workspaceFolders: [null, 5, {}] }, { workspaceFolders: 'x' }];
  for (const params of someOf([
    {},
    null,
    [],
    'x',
    [{ capabilities }],
    ...[null, 'x', 5, [], nulls, words, within].map((capabilities) => ({ capabilities })),
    ...folders.map((given) => ({ ...given, capabilities: { workspace: { workspaceFolders: true } } })),
    ...[null, 'x', [null], { rules: null, dialect: null, ocml: null, wire: null }].map((initializationOptions) => ({
      capabilities,
      initializationOptions,
    })),
    { processId: 'x', rootUri: 5, rootPath: {}, locale: null, clientInfo: null, trace: null, capabilities },
  ])) {
    const client = await start({ params });
    const uri = 'file:///a.ocml';
    client.open(uri, '<|start|>usr<|message|>Hi<|end|>');
    const { diagnostics } = await client.diagnostics(uri, 1);
    assert.ok(
      diagnostics.some(({ code }) => code === 'E-PARSE-HEADER'),
      JSON.stringify(params),
    );
    assert.ok(await client.ask('hover', uri, { position: { line: 0, character: 3 } }));
    assert.deepEqual(client.log, []);
    assert.equal(await client.stop(), 0);
  }
});
