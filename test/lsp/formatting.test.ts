/** Formatting over stdio of a document, of a range and while typing, and the documents for which it is offered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument, type TextEdit } from 'vscode-languageserver-textdocument';
import { start } from './client.ts';

const uri = 'file:///x.ocml';
const message = '<|start|>user   name=Ann<|message|>a  <|end|>\n\n';
const text = message.repeat(2);

const applied = (source: string, edits: TextEdit[]) =>
  TextDocument.applyEdits(TextDocument.create(uri, 'ocml', 1, source), edits);

test('a document, a range, and while typing', async () => {
  const client = await start();
  const { capabilities } = client.initialized;
  assert.equal(capabilities.documentFormattingProvider, true);
  client.open(uri, text);
  const options = { tabSize: 2, insertSpaces: true };
  const all = await client.ask<TextEdit[]>('formatting', uri, { options });
  assert.equal(applied(text, all), ['', ''].map(() => '<|start|>user name=Ann<|message|>a  <|end|>\n').join('\n'));
  const at = { line: 2, character: 3 };
  const some = await client.ask<TextEdit[]>('rangeFormatting', uri, { options, range: { start: at, end: at } });
  assert.equal(applied(text, some), `${message}<|start|>user name=Ann<|message|>a  <|end|>\n`);
  const position = { line: 1, character: 0 };
  const typed = await client.ask<TextEdit[]>('onTypeFormatting', uri, { options, position, ch: '\n' });
  assert.equal(applied(text, typed), text.replace('\n\n', '\n<|start|>\n'));
  for (const params of [{}, { position: {}, ch: 3 }, { position, ch: '__proto__' }, { range: 'x' }])
    for (const method of ['rangeFormatting', 'onTypeFormatting'])
      assert.deepEqual(await client.ask(method, uri, params), []);
  assert.deepEqual(client.log, []);
  await client.stop();
});

test('WIRE-28: ChatML on the wire has one message a line', async () => {
  const client = await start();
  const broken = 'file:///broken.chatml.json';
  const message = (role: string, content: string) =>
    `{"token": "<|start|>"}, "${role}", {"token": "<|message|>"}, "${content}", {"token": "<|end_message|>"}`;
  for (const [i, lineBreak] of ['\n', '\r\n'].entries()) {
    const wire = `file:///${i}.chatml.json`;
    const lines = (indent: string, gap: string) =>
      `[${gap}${[message('user', 'Hi  \\u0062'), message('assistant', 'Ho')].map((one) => indent + one).join(`,${gap}`)}${gap}]${lineBreak}`;
    const before = lines('        ', lineBreak.repeat(3)).replaceAll('", {', '" ,   {');
    const after = lines('  ', lineBreak);
    client.open(wire, before, 'json');
    const edits = await client.ask<TextEdit[]>('formatting', wire, { options: {} });
    assert.equal(applied(before, edits), after);
    client.change(wire, 2, { text: after });
    assert.deepEqual(await client.ask('formatting', wire, { options: {} }), []);
  }
  client.open(broken, '[{"token": "<|start|>"}   "user"', 'json');
  assert.deepEqual(await client.ask('formatting', broken, { options: {} }), []);
  await client.stop();
});

test('JSON is left to the formatter that the editor has', async () => {
  const client = await start();
  const json = 'file:///x.messages.json';
  client.open(json, '[{"role": "user",  "content": ""}]', 'json');
  assert.equal(await client.ask('formatting', json, { options: {} }), null);
  await client.stop();
  const dynamic = { dynamicRegistration: true };
  const registered: { method: string; registerOptions?: object }[] = [];
  const other = await start({
    capabilities: { textDocument: { formatting: dynamic, rangeFormatting: dynamic, onTypeFormatting: dynamic } },
    onRegister: (list) => registered.push(...list),
  });
  assert.equal(other.initialized.capabilities.documentFormattingProvider, undefined);
  other.open(uri, text);
  await other.ask('formatting', uri, { options: {} });
  const documentSelector = [{ language: 'ocml' }];
  assert.deepEqual(
    registered.map(({ method, registerOptions }) => ({ method, registerOptions })),
    [
      {
        method: 'textDocument/formatting',
        registerOptions: { documentSelector: [...documentSelector, { pattern: '**/*.chatml.json' }] },
      },
      { method: 'textDocument/rangeFormatting', registerOptions: { documentSelector } },
      {
        method: 'textDocument/onTypeFormatting',
        registerOptions: { documentSelector, firstTriggerCharacter: '\n', moreTriggerCharacter: ['>'] },
      },
    ],
  );
  await other.stop();
});
