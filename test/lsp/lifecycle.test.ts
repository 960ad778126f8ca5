/** Messages before `initialize` or after `shutdown` are refused, and the server keeps running. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { root } from '../support/root.ts';

const bin = join(root, 'server/bin/ocml-language-server.js');
const uri = 'file:///x.ocml';
const document = { textDocument: { uri, languageId: 'ocml', version: 1, text: '<|start|>usr<|message|>Hi<|end|>' } };

test('the order of a server', { timeout: 60_000 }, async () => {
  const server = spawn(process.execPath, [bin, '--stdio']);
  try {
    const connection = createMessageConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    const refused = (method: string, params: object | undefined, code: number) =>
      assert.rejects(connection.sendRequest(method, params), { code }, method);
    const initialize = () =>
      connection.sendRequest('initialize', {
        processId: null,
        rootUri: null,
        capabilities: { textDocument: { diagnostic: {} } },
      });
    const hover = { textDocument: { uri }, position: { line: 0, character: 10 } };

    await connection.sendNotification('textDocument/didOpen', document);
    await refused('textDocument/hover', hover, -32002);
    await refused('shutdown', undefined, -32002);
    await refused('no/such', {}, -32002);
    await connection.sendNotification('initialized', {});
    const { capabilities } = (await initialize()) as { capabilities: object };
    assert.ok('textDocumentSync' in capabilities);
    await assert.rejects(initialize(), { code: -32600 });
    await connection.sendNotification('initialized', {});
    // A document that was opened before `initialize` is not open.
    const items = async () =>
      ((await connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } })) as { items: unknown[] })
        .items;
    assert.deepEqual(await items(), []);
    await connection.sendNotification('textDocument/didOpen', document);
    assert.notDeepEqual(await items(), []);
    await connection.sendRequest('shutdown');
    await refused('textDocument/hover', hover, -32600);
    await refused('shutdown', undefined, -32600);
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await connection.sendNotification('exit');
    assert.equal(await ended, 0);
  } finally {
    server.kill('SIGKILL');
  }
});
