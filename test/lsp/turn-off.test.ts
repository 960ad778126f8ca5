/** Turning off a rule from end to end: a code action of the server is applied as a client would apply it, and the problem disappears. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic, TextDocumentEdit, TextEdit } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Client, start } from './client.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ocml-turn-off-')));
after(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'logs'), { recursive: true });
});

const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
/** A role that ChatML does not have, and that resembles no other role. */
const chatml = '<|im_start|>narrator\nHi<|im_end|>\n';
const json = '[{"role": "narrator", "content": "Hi"}]\n';
const capabilities = {
  textDocument: { diagnostic: {} },
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

async function started(without: object = {}, folders: unknown = [{ uri: pathToFileURL(folder).href, name: 'x' }]) {
  const client = await start({ capabilities: { ...capabilities, ...without } });
  client.connection.onRequest('workspace/workspaceFolders', () => folders);
  return client;
}

const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

async function codesOf(client: Client, uri: string): Promise<unknown[]> {
  const { items } = await client.ask<{ items: Diagnostic[] }>('diagnostic', uri);
  return items.map(({ code }) => code);
}

async function offsOf(client: Client, uri: string): Promise<CodeAction[]> {
  const { items: diagnostics } = await client.ask<{ items: Diagnostic[] }>('diagnostic', uri);
  const context = { diagnostics, only: ['quickfix'] };
  const actions = await client.ask<CodeAction[]>('codeAction', uri, { range: whole, context });
  return actions.filter(({ title }) => title.startsWith('Turn off'));
}

const apply = (text: string, edits: readonly TextEdit[]) =>
  TextDocument.applyEdits(TextDocument.create('a:', '', 1, text), [...edits]);

/** Edits files that are not open, as a client would, and notifies the server. */
async function applyToFiles(client: Client, { edit }: CodeAction): Promise<void> {
  const all = Object.entries(edit?.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
  for (const change of (edit?.documentChanges ?? all) as (TextDocumentEdit | { kind: string; uri: string })[]) {
    if ('kind' in change) {
      assert.ok(change.kind === 'create' && !existsSync(fileURLToPath(change.uri)));
      writeFileSync(fileURLToPath(change.uri), '');
      continue;
    }
    const { uri } = change.textDocument;
    writeFileSync(fileURLToPath(uri), apply(readFileSync(fileURLToPath(uri), 'utf8'), change.edits as TextEdit[]));
    const changes = [{ uri, type: 2 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }
}

test('in the document header, by an edit of the document', async () => {
  const client = await started();
  const uri = uriOf('a.ocml');
  const text = 'version: 2.2\n<|start|>assistant to=functions.f<|channel|>commentary<|message|>{"a": tru<|call|>\n';
  client.open(uri, text);
  const before = await codesOf(client, uri);
  const offs = await offsOf(client, uri);
  const off = offs.find(({ title }) => title.endsWith('in this document'));
  const [code] = off?.diagnostics?.map(({ code }) => code) ?? [];
  assert.ok(before.includes(code), `${before} → ${code}`);
  assert.deepEqual([off?.kind, off?.isPreferred], ['quickfix', undefined]);
  const { textDocument, edits } = off?.edit?.documentChanges?.[0] as TextDocumentEdit;
  assert.deepEqual(textDocument, { uri, version: 1 });
  client.change(uri, 2, { text: apply(text, edits as TextEdit[]) });
  assert.ok(!(await codesOf(client, uri)).includes(code));
  assert.deepEqual(client.log, []);
  await client.stop();
});

for (const [name, text, languageId, code] of [
  ['a [1].chatml', chatml, 'ocml', 'E-PARSE-HEADER'],
  ['logs/a.messages.json', json, 'json', 'template-role-unknown'],
] as const)
  for (const where of ['document', 'project'])
    test(`${name}: in a new configuration, for this ${where}`, async () => {
      const client = await started();
      const [uri, other] = [uriOf(name), uriOf(`other-${name.replace('logs/', '')}`)];
      for (const one of [uri, other]) client.open(one, text, languageId);
      const before = await codesOf(client, uri);
      assert.ok(before.includes(code), `${before}`);
      const offs = await offsOf(client, uri);
      assert.deepEqual(
        offs.filter(({ title }) => title.includes(code)).map(({ title, isPreferred }) => [title, isPreferred]),
        ['document', 'project'].map((one) => [`Turn off \`${code}\` in this ${one}`, undefined]),
      );
      const off = offs.find(({ title }) => title === `Turn off \`${code}\` in this ${where}`) as CodeAction;
      await applyToFiles(client, off);
      assert.ok(!(await codesOf(client, uri)).includes(code));
      assert.equal((await codesOf(client, other)).includes(code), where === 'document');
      const again = await offsOf(client, other);
      assert.equal(again.length > 0, where === 'document');
      assert.deepEqual(client.log, []);
      await client.stop();
    });

test('in the configuration that there is: as it is open, and without creating anything', async () => {
  writeFileSync(join(folder, 'logs/.ocmlrc.json'), '{\n  "strict": false\n}\n');
  const client = await started({ workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });
  const uri = uriOf('logs/a.chatml');
  client.open(uri, chatml);
  const [off] = await offsOf(client, uri);
  assert.deepEqual(Object.keys(off?.edit?.changes ?? {}), [uriOf('logs/.ocmlrc.json')]);
  await applyToFiles(client, off as CodeAction);
  assert.deepEqual(await codesOf(client, uri), []);
  client.open(uriOf('logs/.ocmlrc.json'), '{}', 'json');
  client.open(uriOf('logs/b.chatml'), chatml);
  const [open] = await offsOf(client, uriOf('logs/b.chatml'));
  const [edits] = Object.values(open?.edit?.changes ?? {});
  assert.equal(
    apply('{}', edits ?? []),
    '{"overrides": [{ "files": ["./b.chatml"], "rules": { "E-PARSE-HEADER": "off" } }]}',
  );
  assert.deepEqual(client.log, []);
  await client.stop();
});

test('nothing where no configuration can be named, made or read', async () => {
  for (const [without, folders] of [
    [{ workspace: { workspaceFolders: true, workspaceEdit: { documentChanges: true } } }, undefined],
    [{}, null],
    [{}, [{ uri: 'untitled:x' }, { uri: pathToFileURL(`${folder}/log`).href, name: 'log' }]],
  ] as const) {
    const client = await started(without, folders);
    client.open(uriOf('logs/a.chatml'), chatml);
    assert.deepEqual(await offsOf(client, uriOf('logs/a.chatml')), []);
    assert.equal(await client.stop(), 0);
  }
  const client = await started();
  for (const uri of ['untitled:a.chatml', `git:${join(folder, 'a.chatml')}`]) {
    client.open(uri, chatml);
    assert.deepEqual(await offsOf(client, uri), []);
  }
  for (const broken of ['rules: {', '- a\n', `# ${'long '.repeat(10_000)}\n`]) {
    writeFileSync(join(folder, '.ocmlrc.yaml'), broken);
    client.open(uriOf('b.chatml'), chatml);
    assert.deepEqual(await offsOf(client, uriOf('b.chatml')), []);
  }
  assert.equal(await client.stop(), 0);
});

test('after the fixes of a problem that a fix mends; not by Fix All', async () => {
  const client = await started();
  const uri = uriOf('a.ocml');
  client.open(uri, 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>\n');
  const offs = await offsOf(client, uri);
  assert.ok(offs.length > 0);
  for (const { title } of offs) assert.match(title, /^Turn off `E-PARSE-HEADER` in this (?:document|project)$/);
  client.open(uriOf('a.chatml'), chatml);
  const context = { diagnostics: [], only: ['source.fixAll'] };
  assert.deepEqual(await client.ask('codeAction', uriOf('a.chatml'), { range: whole, context }), []);
  await client.stop();
});

for (const all of [false, true])
  test(`a mapping of the names of rows, for ${all ? 'all files' : 'this file'}, and the rows are read at once`, async () => {
    const client = await started();
    const rows = '{"traj": [{"speaker": "human", "text": "Hi"}, {"speaker": "bot", "text": "Ho <|im_end|>"}]}\n';
    const [uri, other] = [uriOf('logs/a.jsonl'), uriOf('logs/b.jsonl')];
    for (const one of [uri, other]) {
      client.open(one, rows, 'jsonl');
      await client.connection.sendRequest('ocml/readAs', { textDocument: { uri: one }, reading: 'json' });
    }
    assert.deepEqual(await codesOf(client, uri), ['json-shape-unknown']);
    const { items: diagnostics } = await client.ask<{ items: Diagnostic[] }>('diagnostic', uri);
    const context = { diagnostics, only: ['quickfix'] };
    const actions = await client.ask<CodeAction[]>('codeAction', uri, { range: whole, context });
    const titles = [
      'Use these key and role names for this file',
      'Use these key and role names for all files in this project',
    ];
    const mapped = actions.filter(({ title }) => titles.includes(title));
    assert.deepEqual(
      mapped.map(({ title }) => title),
      titles,
    );
    assert.deepEqual(
      mapped[0]?.diagnostics?.map(({ code }) => code),
      ['json-shape-unknown'],
    );
    await applyToFiles(client, mapped[all ? 1 : 0] as CodeAction);
    const written = readFileSync(join(folder, '.ocmlrc.yaml'), 'utf8');
    assert.match(
      written,
      /rows:\n\s+messages: traj\n\s+role: speaker\n\s+content: text\n\s+roles:\n\s+human: user\n\s+bot: assistant\n/,
    );
    assert.deepEqual(await codesOf(client, uri), ['template-special-in-content']);
    assert.deepEqual(await codesOf(client, other), [all ? 'template-special-in-content' : 'json-shape-unknown']);
    assert.deepEqual(client.log, []);
    await client.stop();
  });
