/** The configuration of a project in the language server takes precedence over the user's settings, and is read again when it changes. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Client, start } from './client.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ocml-project-')));
after(() => rmSync(folder, { recursive: true }));

const stray = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\nstray\n';
const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
const configure = (text: string) => writeFileSync(join(folder, '.ocmlrc.json'), text);
const initializationOptions = { rules: { 'stray-text': 'hint' } };

async function severities(client: Client, uri: string): Promise<(number | undefined)[]> {
  const { items } = await client.ask<{ items: { severity?: number }[] }>('diagnostic', uri);
  return items.map(({ severity }) => severity);
}

test('it goes before the settings of the user, and a change is seen', async () => {
  configure('{ "rules": { "stray-text": "error" } }');
  const client = await start({
    initializationOptions,
    capabilities: {
      textDocument: { diagnostic: {} },
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, diagnostics: { refreshSupport: true } },
    },
  });
  const refreshed = new Promise<void>((resolve) => {
    client.connection.onRequest('workspace/diagnostic/refresh', () => {
      resolve();
      return null;
    });
  });
  const [uri, text, elsewhere] = [uriOf('a.ocml'), uriOf('b.ocml'), 'untitled:c'];
  for (const document of [uri, text, elsewhere]) client.open(document, stray);
  assert.deepEqual(await severities(client, uri), [1]);
  assert.deepEqual(await severities(client, elsewhere), [4]);

  configure('{ "overrides": [{ "files": ["b.*"], "dialect": "harmony", "rules": { "stray-text": "off" } }] }');
  const changes = [{ uri: uriOf('.ocmlrc.json'), type: 2 }];
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  await refreshed;
  assert.deepEqual(await severities(client, uri), [4]);
  assert.deepEqual(await severities(client, text), []);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('a pair of sequence tokens that is configured later is seen in open documents', { timeout: 30_000 }, async () => {
  configure('{}');
  let settings = {};
  const client = await start({
    capabilities: { textDocument: { diagnostic: {} }, workspace: { configuration: true } },
    configuration: () => settings,
  });
  const uri = uriOf('bos.ocml');
  client.open(uri, '<bos><|im_start|>user\nHi<|im_end|><eos>\n');
  assert.deepEqual(await severities(client, uri), [2, 2]);
  settings = { sequenceTokens: { begin: '<bos>', end: '<eos>' } };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  // Repeats the request until the server has received the new settings.
  while ((await severities(client, uri)).length > 0);
  settings = { sequenceTokens: null };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  while ((await severities(client, uri)).length === 0);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('a client that does not watch files sees it with the next document; mistakes are logged once', async () => {
  configure('{ "rules": { "stray-txt": "error" } }');
  const client = await start({ initializationOptions, capabilities: { textDocument: { diagnostic: {} } } });
  client.open(uriOf('a.ocml'), stray);
  client.open(uriOf('b.ocml'), stray);
  assert.deepEqual(await severities(client, uriOf('a.ocml')), [4]);
  assert.equal(client.log.length, 1, client.log.join('\n'));
  assert.match(
    client.log[0] ?? '',
    /\.ocmlrc\.json: rules\.stray-txt is not a rule code\. Did you mean `stray-text`\?/,
  );
  configure('{ "rules": { "stray-text": "error" } }');
  client.open(uriOf('c.ocml'), stray);
  for (const name of ['a.ocml', 'c.ocml']) assert.deepEqual(await severities(client, uriOf(name)), [1]);
  await client.stop();
});
