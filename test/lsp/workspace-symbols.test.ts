/** `workspace/symbol` searches open documents and the transcripts of a folder, within its limits. */
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { WorkspaceSymbol } from 'vscode-languageserver-protocol';
import { whole } from '../support/effort.ts';
import { start } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-symbols-'));
after(() => rmSync(folder, { recursive: true }));

const asked = (words: string) => `<|start|>user<|message|>${words}<|end|>\n`;
const call = '<|start|>assistant to=functions.$(flame) call_id=c1<|channel|>commentary<|message|>{}<|call|>\n';
const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const client = start({
  params: { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} },
});

async function query(words: string): Promise<string[]> {
  const { connection } = await client;
  const found = await connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', { query: words });
  return found.map(({ name, location: { uri } }) => `${name} in ${uri.slice(uri.lastIndexOf('/') + 1)}`).sort();
}

test('turns, calls and tools, of open documents and of files', async () => {
  write('a/one.ocml', asked('Where is Rome?') + call);
  write('a/two.messages.json', '{"messages": [{"role": "user", "content": "And Rimini?"}]}');
  write('a/node_modules/x.ocml', asked('Rotterdam'));
  write('a/notes.txt', asked('Rostock'));
  // A sparse log of two gigabytes, which takes no space on the disk.
  const log = openSync(join(folder, 'a/log.ocml'), 'w');
  ftruncateSync(log, 2 ** 31);
  closeSync(log);
  (await client).open('untitled:Untitled-1', asked('Is Riga far?'));
  assert.deepEqual(await query('r'), [
    'Turn 1 – And Rimini? in two.messages.json',
    'Turn 1 – Is Riga far? in untitled:Untitled-1',
    'Turn 1 – Where is Rome? in one.ocml',
  ]);
  assert.deepEqual(await query('rome'), ['Turn 1 – Where is Rome? in one.ocml']);
  assert.deepEqual(await query('RIga'), ['Turn 1 – Is Riga far? in untitled:Untitled-1']);
  // Text of a document must not become an icon.
  assert.deepEqual(await query('flame'), ['→ functions.$ (flame) c1 – {} in one.ocml']);
});

test('what is open counts as it is open, and a file as it is now', async () => {
  const { open } = await client;
  open(pathToFileURL(join(folder, 'a/one.ocml')).href, asked('Where is Ravenna?'));
  assert.deepEqual(await query('where'), ['Turn 1 – Where is Ravenna? in one.ocml']);
  write('a/two.messages.json', '{"messages": [{"role": "user", "content": "And what of Verona?"}]}');
  assert.deepEqual(await query('verona'), ['Turn 1 – And what of Verona? in two.messages.json']);
});

/** Enough files to reach the limit. In a complete test run, there are as many as in a large workspace. */
const files = whole ? 50_000 : 3000;

test(`a folder of ${files} transcripts: it stops, and can be stopped`, async () => {
  mkdirSync(join(folder, 'many'));
  for (let i = 0; i < files; i++) writeFileSync(join(folder, `many/${i}.ocml`), asked(`Number ${i}`));
  const found = await query('number');
  assert.ok(found.length > 300 && found.length <= 500, `${found.length} symbols`);
  const { connection } = await client;
  const { token, cancel } = ((source: CancellationTokenSource) => ({
    token: source.token,
    cancel: () => source.cancel(),
  }))(new CancellationTokenSource());
  const answer = connection.sendRequest('workspace/symbol', { query: 'nothing like it' }, token);
  cancel();
  await assert.rejects(answer, /cancelled/i);
  assert.deepEqual(await query('ravenna'), ['Turn 1 – Where is Ravenna? in one.ocml']);
});
