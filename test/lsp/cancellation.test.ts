/**
 * Every request to the server can be canceled while it waits. The server does not process canceled requests, and keeps answering other
 * requests.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { features } from '../../server/src/features/index.ts';
import { start } from './client.ts';

const turn =
  '<|start|>user<|message|>How warm is it?<|end|>\n' +
  '<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|message|>{}<|call|>\n' +
  '<|start|>tool call_id=c<|message|>{}<|end|>\n';
const documents = [
  ['file:///long.ocml', turn.repeat(20_000)],
  ['file:///long.messages.jsonl', '{"messages": [{"role": "user", "content": "Hi"}]}\n'.repeat(20_000)],
] as const;

/** Requests that do not belong to a language feature of a document. */
const others = [
  'workspace/symbol',
  'ocml/explain',
  'ocml/convert',
  'ocml/prompt',
  'ocml/templates',
  'ocml/takenFor',
  'ocml/readings',
];
const methods = [...features.map(({ method }) => method), ...others];

for (const [uri, text] of documents) {
  test(`${methods.length} requests about ${uri.slice('file:///'.length)}`, async () => {
    const { connection, open, stop, log } = await start();
    open(uri, text);
    const textDocument = { uri };
    const position = { line: 1, character: 20 };
    const range = { start: position, end: position };
    const symbols = () => connection.sendRequest<unknown[]>('textDocument/documentSymbol', { textDocument });
    // While the server works on the first request, the other requests arrive and are then canceled.
    const first = symbols();
    const answers = methods.map((method) => {
      const source = new CancellationTokenSource();
      const params = { textDocument, position, range, positions: [position], newName: 'd', query: '', text: 'x' };
      const answer = connection.sendRequest(method, params, source.token).then(
        () => 'answered',
        ({ code }) => code,
      );
      source.cancel();
      return answer;
    });
    const given = await Promise.all(answers);
    const cancelled = -32800;
    assert.deepEqual(
      methods.filter((_, i) => given[i] !== cancelled),
      [],
    );
    assert.ok(Array.isArray(await first));
    assert.deepEqual(await symbols(), await first);
    assert.deepEqual(log, []);
    assert.equal(await stop(), 0);
  });
}
