import * as assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type {
  CodeAction,
  CompletionList,
  Diagnostic,
  DocumentSymbol,
  FoldingRange,
  Hover,
} from 'vscode-languageserver-protocol';
import { root } from '../support/root.ts';
import { type Client, start } from './client.ts';

const uri = 'file:///home/mira/conversation.ocml';
const text = `version: 2.2

<|start|>user<|message|>What is
2 + 2?<|end|>
<|start|>assistant<|channel|>analysis<|message|>Simple.<|end|>
<|start|>assistant<|channel|>final<|message|>4.<|return|>
`;
const at = (line: number, character: number) => ({ position: { line, character } });
const insert = (line: number, character: number, inserted: string) => ({
  range: { start: { line, character }, end: { line, character } },
  text: inserted,
});

async function codes(client: Client, document: string, version: number): Promise<unknown[]> {
  const { diagnostics } = await client.diagnostics(document, version);
  return diagnostics.map(({ code }) => code);
}

test('a session: initialize, open, edit, ask, shut down', async () => {
  const client = await start();
  const { capabilities, serverInfo } = client.initialized;
  assert.equal(serverInfo?.name, 'ocml-language-server');
  assert.deepEqual(capabilities.textDocumentSync, { openClose: true, change: 2 });
  assert.equal(capabilities.hoverProvider, true);
  assert.deepEqual(capabilities.completionProvider?.triggerCharacters, ['<', '|', '=', ' ', '>', ':', '"']);
  assert.equal(capabilities.documentSymbolProvider, true);
  assert.equal(capabilities.foldingRangeProvider, true);

  client.open(uri, text);
  assert.deepEqual(await codes(client, uri, 1), []);

  const hover = await client.ask<Hover>('hover', uri, at(4, 31));
  assert.match((hover.contents as { value: string }).value, /Private reasoning/);
  assert.deepEqual(hover.range, { start: { line: 4, character: 29 }, end: { line: 4, character: 37 } });

  // The notification has two edits. The positions of the second edit refer to the text after the first one.
  client.change(uri, 2, insert(6, 0, '<|start|>tool'), insert(6, 13, ' name=python<|'));
  const { items } = await client.ask<CompletionList>('completion', uri, at(6, 27));
  assert.deepEqual(
    items.map(({ label }) => label),
    ['<|channel|>', '<|message|>'],
  );
  assert.deepEqual(items[0]?.textEdit, {
    range: { start: { line: 6, character: 25 }, end: { line: 6, character: 27 } },
    newText: '<|channel|>',
  });

  const symbols = await client.ask<DocumentSymbol[]>('documentSymbol', uri);
  assert.deepEqual(
    symbols.map(({ name }) => name),
    ['Document header', 'Turn 1'],
  );
  const folds = await client.ask<FoldingRange[]>('foldingRange', uri);
  assert.ok(folds.some(({ startLine, endLine }) => startLine === 2 && endLine === 3));

  client.change(uri, 3, { text: '<|start|>user<|message|>Hi<|end|>' });
  assert.deepEqual(await codes(client, uri, 3), ['document-header-missing']);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('over node-ipc, as VS Code talks to it', async () => {
  const client = await start({ ipc: true });
  client.open(uri, text);
  assert.equal((await client.ask<DocumentSymbol[]>('documentSymbol', uri)).length, 2);
  assert.equal(await client.stop(), 0);
});

test('settings: initializationOptions, a push, a pull', async () => {
  const bare = '<|start|>user<|message|>Hi<|end|>';
  const severity = async (client: Client, version: number) =>
    (await client.diagnostics(uri, version)).diagnostics.map((diagnostic) => diagnostic.severity);

  const client = await start({ initializationOptions: { strict: true } });
  client.open(uri, bare);
  assert.deepEqual(await severity(client, 1), [1]);
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { ocml: { rules: { 'document-header-missing': 'hint' } } },
  });
  client.change(uri, 2, insert(0, 0, ' '));
  assert.deepEqual(await severity(client, 2), [4]);
  // The setting returns to its initial value.
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: { ocml: {} } });
  client.change(uri, 3, insert(0, 0, ' '));
  assert.deepEqual(await severity(client, 3), [1]);
  await client.stop();

  const asked = await start({
    capabilities: { workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } } },
    configuration: () => ({ dialect: 'harmony', maxProblems: 'many', rules: { 'stray-text': 'loud' } }),
  });
  asked.open(uri, bare);
  await eventually(async () => (await codes(asked, uri, 1)).length === 0);
  assert.equal(asked.log.length, 2, asked.log.join('\n'));
  await asked.stop();
});

test('the dialect by its file name, and by the setting, which goes before it', async () => {
  const escape = '<|start|>user<|message|>Say <<|end|> now<|end|>';
  const names = async (client: Client, document: string) => {
    client.open(document, escape);
    const hover = await client.ask<Hover>('hover', document, at(0, 30));
    return (hover.contents as { value: string }).value.includes('escape');
  };
  const client = await start();
  assert.equal(await names(client, 'file:///a.ocml'), true);
  assert.equal(await names(client, 'file:///a.HARMONY'), false);
  assert.equal(await names(client, 'untitled:a'), false);
  assert.equal(await names(client, 'untitled:a.ocml'), true);
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { 'ocml.dialect': 'openchatml-2.2' },
  });
  assert.equal(await names(client, 'file:///b.harmony'), true);
  const open = await client.ask<Hover>('hover', 'file:///a.HARMONY', at(0, 30));
  assert.match((open.contents as { value: string }).value, /escape/);
  await client.stop();
});

test('diagnostics are pulled by a client that can', async () => {
  const client = await start({ capabilities: { textDocument: { diagnostic: {} } } });
  assert.ok(client.initialized.capabilities.diagnosticProvider);
  client.open(uri, '<|start|>user<|message|>Hi<|end|>');
  const report = await client.ask<{ items: { code: string }[] }>('diagnostic', uri);
  assert.deepEqual(
    report.items.map(({ code }) => code),
    ['document-header-missing'],
  );
  await client.stop();
});

test('code actions: quick fixes with their diagnostics, and all safe ones at once', async () => {
  for (const capabilities of [{}, { textDocument: { diagnostic: {} } }]) {
    const client = await start({ capabilities });
    assert.deepEqual(client.initialized.capabilities.codeActionProvider, {
      codeActionKinds: ['quickfix', 'refactor', 'source.fixAll.ocml', 'source'],
    });
    client.open(uri, 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>\n<|start|>Assistant<|message|>Ho<|end|>');
    client.change(uri, 2, insert(1, 12, ' '));
    const pull = 'textDocument' in capabilities;
    const { items: diagnostics } = pull
      ? await client.ask<{ items: Diagnostic[] }>('diagnostic', uri)
      : { items: (await client.diagnostics(uri, 2)).diagnostics };
    const range = { start: { line: 1, character: 10 }, end: { line: 1, character: 10 } };
    const actions = await client.ask<CodeAction[]>('codeAction', uri, { range, context: { diagnostics } });
    const replacement = (line: number, from: number, to: number, newText: string) => ({
      range: { start: { line, character: from }, end: { line, character: to } },
      newText,
    });
    const edits = (...all: object[]) => ({ documentChanges: [{ textDocument: { uri, version: 2 }, edits: all }] });
    assert.deepEqual(
      actions.map(({ title }) => title).slice(1),
      ['Turn off `E-PARSE-HEADER` in this document'],
      'what turns its rule off comes after a fix',
    );
    assert.deepEqual(actions.slice(0, 1), [
      {
        title: 'Replace `usr` with `user` (shows hidden text to users)',
        kind: 'quickfix',
        diagnostics: diagnostics.filter(({ range: { start }, code }) => start.line === 1 && code === 'E-PARSE-HEADER'),
        isPreferred: true,
        edit: edits(replacement(1, 9, 12, 'user')),
      },
    ]);
    assert.equal(actions[0]?.diagnostics?.length, 1);
    const all = await client.ask<CodeAction[]>('codeAction', uri, {
      range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } },
      context: { diagnostics: [], only: ['source.fixAll'] },
    });
    assert.deepEqual(
      all.map(({ kind, edit }) => ({ kind, edit })),
      [
        {
          kind: 'source.fixAll.ocml',
          edit: edits(replacement(2, 9, 18, 'assistant')),
        },
      ],
    );
    const ofKind = async (code: string) =>
      client.ask<CodeAction[]>('codeAction', uri, {
        range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } },
        context: { diagnostics: [], only: [`source.fixAll.ocml.${code}`] },
      });
    assert.deepEqual(
      (await ofKind('E-PARSE-HEADER')).map(({ edit }) => edit),
      [edits(replacement(2, 9, 18, 'assistant'))],
    );
    assert.deepEqual(await ofKind('stray-text'), []);
    assert.deepEqual(client.log, []);
    await client.stop();
  }
});

test('code actions: a preamble is marked on request, and a request that is none is answered', async () => {
  const client = await start();
  client.open(uri, 'version: 2.2\n<|start|>assistant<|channel|>commentary<|message|>I will look.<|end|>');
  const here = { start: { line: 1, character: 60 }, end: { line: 1, character: 60 } };
  // Editors send this request whenever the caret moves.
  const context = { diagnostics: [], triggerKind: 2 };
  const actions = await client.ask<CodeAction[]>('codeAction', uri, { range: here, context });
  assert.deepEqual(
    actions.map(({ kind, title }) => [kind, title]),
    [['refactor.rewrite', 'Mark as preamble (shows hidden text to users)']],
  );
  assert.equal(await client.ask('codeAction', uri, {}), null);
  await client.stop();
});

test('a request that is cancelled while it waits is not worked on', async () => {
  const client = await start();
  client.open(uri, text.repeat(10_000));
  const { CancellationTokenSource } = await import('vscode-jsonrpc/node');
  const source = new CancellationTokenSource();
  const answer = client.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } }, source.token);
  source.cancel();
  // The response may have been sent before the cancellation arrived.
  await answer.then(
    (symbols) => assert.ok(Array.isArray(symbols)),
    (error) => assert.equal(error.code, -32800),
  );
  assert.equal(await client.stop(), 0);
});

test('the server is small: what only some documents need is loaded with the first of them', () => {
  const script = 'require("./server.js"); console.log(JSON.stringify(Object.keys(require.cache)))';
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: join(root, 'server/dist'), encoding: 'utf8' });
  const files = JSON.parse(stdout) as string[];
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(size > 100 * 1024 && size < 300 * 1024, `${size} bytes in ${files.length} files`);
});

test('without a transport, a word on how to call it', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/bin/ocml-language-server.js')]);
  assert.equal(status, 2);
  assert.match(String(stderr), /usage: .*--stdio/);
});

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('it did not come about');
}
