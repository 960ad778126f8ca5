// Requests views of transcripts from the built server.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import rpc from 'vscode-jsonrpc/node';
import { root } from '../../scripts/paths.mjs';

/** Starts the server. `viewOf` requests a view, and `stop` ends the server. */
export async function startServer() {
  const server = spawn(process.execPath, [join(root, 'server/bin/ocml-language-server.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(server.stdout),
    new rpc.StreamMessageWriter(server.stdin),
  );
  connection.listen();
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  let count = 0;
  async function open(text, name = 'x.ocml') {
    const uri = `file:///${count++}/${name}`;
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'ocml', version: 1, text },
    });
    return uri;
  }
  const ask = (method, uri, params) => connection.sendRequest(method, { textDocument: { uri }, ...params });
  return {
    open,
    ask,
    edit: (uri, version, changes) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: changes,
      }),
    async viewOf(text, { name, ...params } = {}) {
      return ask('ocml/userView', await open(text, name), params);
    },
    stop() {
      connection.dispose();
      server.kill();
    },
  };
}
