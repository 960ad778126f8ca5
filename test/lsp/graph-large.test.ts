/** In large documents, requests for lenses wait until the document is processed, and can be canceled. Other requests do not wait. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { CodeLens, Location } from 'vscode-languageserver-protocol';
import { start } from './client.ts';

const turns = 8_000;
const documents = {
  'a transcript': {
    uri: 'file:///long.ocml',
    text: Array.from(
      { length: turns },
      (_, i) =>
        `<|start|>assistant to=functions.f call_id=c${i}<|channel|>commentary<|message|>{}<|call|>\n<|start|>tool call_id=c${i}<|message|>{}<|end|>\n`,
    ).join(''),
    at: { line: 2 * turns - 1, character: 25 },
    call: 2 * turns - 2,
    lenses: 2000,
  },
  'JSON Lines': {
    uri: 'file:///long.messages.jsonl',
    text: Array.from(
      { length: turns },
      (_, i) =>
        `{"messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "c${i}", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"tool_call_id": "c${i}", "role": "tool", "content": ""}]}\n`,
    ).join(''),
    at: undefined,
    call: turns - 1,
    // More than one message is on each line, so there are no lenses.
    lenses: 0,
  },
};

for (const [what, { uri, text, at, call, lenses: count }] of Object.entries(documents)) {
  test(`${what} of ${Math.round(text.length / 1e5) / 10} MB`, async () => {
    const { connection, open, stop } = await start({});
    const textDocument = { uri };
    open(uri, text);
    const lenses = (token?: CancellationTokenSource['token']) =>
      connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument }, token);
    const given = new CancellationTokenSource();
    const gone = assert.rejects(lenses(given.token), /cancelled/);
    const wanted = lenses();
    given.cancel();
    const line = text.split('\n')[call] ?? '';
    const position = at ?? { line: call, character: line.lastIndexOf(`c${turns - 1}`) + 1 };
    const [definition] = await connection.sendRequest<Location[]>('textDocument/definition', {
      textDocument,
      position,
    });
    assert.equal(definition?.range.start.line, call);
    await gone;
    assert.equal((await wanted).length, count);
    assert.equal((await lenses()).length, count);
    await stop();
  });
}
