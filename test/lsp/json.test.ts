/** JSON documents over the protocol: checking, editing, preview and fixes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeAction, DocumentSymbol, Hover, TextDocumentEdit, TextEdit } from 'vscode-languageserver-protocol';
import { start } from './client.ts';

const uri = 'file:///peas.messages.json';

test('a JSON document is checked, edited and shown', async () => {
  const client = await start({ initializationOptions: { dialect: 'harmony' } });
  client.open(uri, '[{"role": "usr", "content": "When do I sow peas?"}]');
  const { diagnostics } = await client.diagnostics(uri, 1);
  assert.deepEqual(
    diagnostics.map(({ code, range }) => [code, range.start.character, range.end.character]),
    [['template-role-unknown', 10, 15]],
  );
  const range = { start: { line: 0, character: 12 }, end: { line: 0, character: 14 } };
  client.change(uri, 2, { range, text: 'ser' });
  assert.deepEqual((await client.diagnostics(uri, 2)).diagnostics, []);
  const symbols = await client.ask<DocumentSymbol[]>('documentSymbol', uri);
  assert.deepEqual(
    symbols.map(({ name }) => name),
    ['Turn 1'],
  );
  const hover = await client.ask<Hover>('hover', uri, { position: { line: 0, character: 12 } });
  assert.match(JSON.stringify(hover.contents), /A message from the user/);
  const view = await client.ask<{ messages: { text: string }[] }>('ocml/userView', uri);
  assert.equal(view.messages[0]?.text, 'When do I sow peas?');
  assert.equal(await client.ask('foldingRange', uri), null);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('what an editor underlines itself is not underlined twice', async () => {
  const text = `[{"role": "user", "content": "a\nb", 'x': 1},]`;
  for (const [jsonSyntaxErrors, languageId, expected] of [
    [true, 'json', ['wire-raw-newline', 'wire-json', 'wire-trailing-comma']],
    [false, 'json', ['wire-raw-newline']],
    [false, 'jsonl', ['wire-raw-newline', 'wire-json', 'wire-trailing-comma']],
  ] as const) {
    const client = await start({ initializationOptions: { jsonSyntaxErrors } });
    await client.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
    const { diagnostics } = await client.diagnostics(uri, 1);
    const codes = diagnostics.map(({ code }) => code).filter((code) => String(code).startsWith('wire-'));
    assert.equal(await client.stop(), 0);
    assert.deepEqual([...codes].sort(), [...expected].sort());
  }
});

test('a list that begins with a token is ChatML on the wire, whatever its name', async () => {
  const client = await start();
  client.open('untitled:Untitled-1', '[{"token": "<|start|>"}, "bot"]');
  const { diagnostics } = await client.diagnostics('untitled:Untitled-1', 1);
  assert.ok(diagnostics.some(({ code }) => code === 'wire-role-unknown'));
  assert.equal(await client.stop(), 0);
});

test('a document whose text becomes a list of tokens is read as one, and back', async () => {
  const client = await start();
  const document = 'untitled:Untitled-1';
  const codes = async (version: number) =>
    (await client.diagnostics(document, version)).diagnostics.map(({ code }) => code);
  const text = '<|im_start|>user\nhi<|im_end|>\n';
  const wire = '[{"token": "<|start|>"}, "user", {"token": "<|message|>"}, "hi", {"token": "<|end|>"}]';
  client.open(document, text);
  assert.deepEqual(await codes(1), []);
  client.change(document, 2, { text: wire });
  assert.deepEqual(await codes(2), ['wire-token-unknown']);
  // Without its opening bracket, the document is invalid JSON. If it were read as a transcript, it might show hidden text.
  client.change(document, 3, { range: at(0, 0, 1), text: '' });
  assert.deepEqual(await codes(3), ['wire-json']);
  client.change(document, 4, { range: at(0, 0, 0), text: ' [' });
  assert.deepEqual(await codes(4), ['wire-token-unknown']);
  client.change(document, 5, { text });
  assert.deepEqual(await codes(5), []);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('a JSON dialect that a setting chooses is for files that are JSON by their names', async () => {
  const client = await start();
  const codes = async (uri: string) => (await client.diagnostics(uri, 1)).diagnostics.map(({ code }) => code);
  const [data, text, named] = ['file:///train.jsonl', 'file:///a.ocml', 'file:///a.events.jsonl'] as const;
  client.open(data, '{"messages": [{"role": "usr", "content": "Hi"}]}\n');
  client.open(text, '<|im_start|>user\nhi<|im_end|>\n');
  client.open(named, '{"event": "response.cancle"}\n');
  assert.deepEqual(await codes(named), ['stream-event']);
  const settings = { 'ocml.dialect': 'messages' };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
  while (!(await codes(named)).includes('template-shape')) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(await codes(text), []);
  assert.ok((await codes(data)).includes('template-role-unknown'));
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('JSON without a telling name is read by what is in it, also after edits; what is not a transcript gets nothing', async () => {
  const client = await start();
  const codes = async (uri: string, version: number) =>
    (await client.diagnostics(uri, version)).diagnostics.map(({ code }) => code);
  const uri = 'file:///train.jsonl';
  client.open(uri, '{"messages": [{"role": "usr", "content": "Hi"}]}\n', 'jsonl');
  assert.deepEqual(await codes(uri, 1), ['template-role-unknown']);
  client.change(uri, 2, { text: '{"conversations": [{"from": "humn", "value": "Hi"}]}\n' });
  assert.deepEqual(await codes(uri, 2), ['template-role-unknown']);
  client.change(uri, 3, { text: '{"rows": [1, 2]}\n' });
  assert.deepEqual(await codes(uri, 3), []);
  client.change(uri, 4, { text: '{"event": "response.cancle"}\n' });
  assert.deepEqual(await codes(uri, 4), ['stream-event']);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

const usr = '{"messages": [{"role": "usr", "content": "Hi"}]}\n';

test('JSON of a project that is not a transcript gets nothing at all', async () => {
  const client = await start();
  const others: [uri: string, text: string][] = [
    ['package.json', '{"name": "x", "type": "module", "scripts": {"test": "node"}}'],
    ['de.json', '{"messages": {"hello": "Hallo"}, "title": "x"}'],
    ['slack.json', '{"messages": [{"type": "message", "user": "U1", "text": "Hi"}]}'],
    ['discord.json', '{"messages": [{"id": "1", "content": "Hi", "author": {"name": "x"}}]}'],
    ['users.json', '[{"role": "admin", "name": "Ann"}, {"role": "guest", "name": "Bob"}]'],
    ['table.jsonl', '{"text": "a <|im_start|> in prose", "label": 1}\n'],
    ['empty.json', ''],
    ['broken.json', '{"a": [1, 2'],
    // The shape is recognized only from the beginning of a file, and these messages come too late.
    ['late.json', `{"meta": "${'x'.repeat(5000)}", "messages": [{"role": "usr", "content": "Hi"}]}`],
  ];
  for (const [name, text] of others) {
    const uri = `file:///folder/${name}`;
    client.open(uri, text, name.endsWith('l') ? 'jsonl' : 'json');
    assert.deepEqual((await client.diagnostics(uri, 1)).diagnostics, [], name);
    const textDocument = { uri };
    assert.equal(await client.connection.sendRequest('ocml/takenFor', { textDocument }), null, name);
    assert.equal(await client.ask('hover', uri, { position: { line: 0, character: 3 } }), null, name);
    assert.equal(await client.ask('documentSymbol', uri), null, name);
  }
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('`ocml.json.detect` off: only names tell', async () => {
  const client = await start({ initializationOptions: { json: { detect: false } } });
  const codes = async (uri: string, version = 1) =>
    (await client.diagnostics(uri, version)).diagnostics.map(({ code }) => code);
  client.open('file:///train.jsonl', usr, 'jsonl');
  client.open('file:///train.messages.jsonl', usr, 'jsonl');
  assert.deepEqual(await codes('file:///train.jsonl'), []);
  assert.deepEqual(await codes('file:///train.messages.jsonl'), ['template-role-unknown']);
  client.change('file:///train.jsonl', 2, { text: `${usr}${usr}` });
  assert.deepEqual(await codes('file:///train.jsonl', 2), []);
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { 'ocml.json.detect': true },
  });
  while ((await codes('file:///train.jsonl', 2)).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

const at = (line: number, from: number, to = from) => ({
  start: { line, character: from },
  end: { line, character: to },
});
const editsOf = (action: CodeAction | undefined) =>
  (action?.edit?.documentChanges as TextDocumentEdit[] | undefined)?.flatMap(({ edits }) => edits as TextEdit[]);

test('fixes of a data set: those of the line, with what the editor underlines itself; and all that are safe', async () => {
  const client = await start({ initializationOptions: { jsonSyntaxErrors: false } });
  const lines = 'file:///data.messages.jsonl';
  client.open(
    lines,
    '[{"role":"System","content":"a"}]\n[{"role":"usr","content":"b"}]\n[{"role":"System","content":“c”}]\n',
  );
  const { diagnostics } = await client.diagnostics(lines, 1);
  const ask = (range: object, only?: string[]) =>
    client.ask<CodeAction[]>('codeAction', lines, { range, context: { diagnostics, ...(only && { only }) } });
  const [fix, ...others] = await ask(at(1, 11));
  assert.deepEqual(others, []);
  assert.deepEqual(
    [fix?.title, fix?.kind, fix?.isPreferred, fix?.diagnostics?.[0]?.code],
    ['Change to `user` (shows hidden text to users)', 'quickfix', true, 'template-role-unknown'],
  );
  assert.deepEqual(editsOf(fix), [{ range: at(1, 9, 14), newText: '"user"' }]);
  assert.deepEqual(await ask(at(1, 2)), []);
  const [all] = await ask(at(1, 2), ['source.fixAll.ocml']);
  assert.deepEqual(
    editsOf(all)?.map(({ range, newText }) => [range.start.line, newText]),
    [
      [0, '"system"'],
      [2, 'system","content":"c"'],
    ],
  );
  client.open(uri, '[{"role": "user", "content": "Hi",}]');
  const [comma] = await client.ask<CodeAction[]>('codeAction', uri, { range: at(0, 33), context: { diagnostics: [] } });
  assert.deepEqual([comma?.title, comma?.diagnostics], ['Remove the comma', undefined]);
  for (const range of [undefined, {}, at(-1, -5, 9), at(99, 99)]) {
    assert.ok(Array.isArray((await client.ask('codeAction', uri, { range, context: {} })) ?? []));
  }
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('a token that a setting names is known', async () => {
  for (const options of [{}, { wire: { extraTokens: ['<|image|>'] } }, { 'ocml.wire.extraTokens': ['<|image|>'] }]) {
    const client = await start({ initializationOptions: options });
    client.open(
      'file:///a.chatml.json',
      '[{"token": "<|start|>"}, {"token": "<|image|>"}, "user", {"token": "<|message|>"}]',
    );
    const { diagnostics } = await client.diagnostics('file:///a.chatml.json', 1);
    const known = Object.keys(options).length > 0;
    assert.equal(await client.stop(), 0);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      known ? [] : ['wire-token-unknown'],
    );
  }
});

test('a byte-order mark is not a fault, and stays', async () => {
  const mark = '\uFEFF';
  const client = await start();
  const wire = '[{"token": "<|start|>"}, "user", {"token": "<|message|>"}, "hi", {"token": "<|end_message|>"}]';
  for (const [name, text] of [
    ['a.messages.json', '[{"role": "user", "content": "Hi"}]'],
    ['a.messages.jsonl', '[{"role": "user", "content": "Hi"}]\n[{"role": "user", "content": "Hi"}]\n'],
    ['a.ocml.json', '[{"role": "user", "content": "Hi"}]'],
    ['a.ocml.jsonl', '{"role": "user", "content": "Hi"}\n'],
    ['a.events.jsonl', '{"event": "response.cancel", "message_id": "m"}\n'],
    ['a.chatml.json', wire],
    ['a.txt', wire],
  ] as const) {
    const uri = `file:///${name}`;
    client.open(uri, mark + text);
    const { diagnostics } = await client.diagnostics(uri, 1);
    client.open(`${uri}#without`, text);
    const without = (await client.diagnostics(`${uri}#without`, 1)).diagnostics;
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      without.map(({ code }) => code),
      name,
    );
  }
  // Positions count from the byte-order mark, and a fix leaves it in place.
  client.open(uri, `${mark}[{"role": "System", "content": "Hi"}]`);
  const { diagnostics } = await client.diagnostics(uri, 1);
  assert.deepEqual(
    diagnostics.map(({ range }) => range),
    [at(0, 11, 19)],
  );
  const [all] = await client.ask<CodeAction[]>('codeAction', uri, {
    range: at(0, 0),
    context: { diagnostics, only: ['source.fixAll.ocml'] },
  });
  assert.deepEqual(editsOf(all), [{ range: at(0, 11, 19), newText: '"system"' }]);
  client.change(uri, 2, { range: at(0, 11, 19), text: '"user"' });
  assert.deepEqual((await client.diagnostics(uri, 2)).diagnostics, []);
  client.change(uri, 3, { range: at(0, 0), text: ' ' });
  assert.deepEqual((await client.diagnostics(uri, 3)).diagnostics[0]?.range, at(0, 1, 2));
  client.change(uri, 4, { range: at(0, 0, 1), text: '' });
  assert.deepEqual((await client.diagnostics(uri, 4)).diagnostics, []);
  const view = await client.ask<{ messages: { text: string }[] }>('ocml/userView', uri);
  assert.equal(view.messages[0]?.text, 'Hi');
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});
