/** The dialect that was recognized for a document can be requested and changed over the protocol. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { start } from './client.ts';

const usr = '{"messages": [{"role": "usr", "content": "Hi"}]}\n';
const byDefault = { strict: false, modeBy: 'setting' };

/** The response to `ocml/readings`. */
interface Readings {
  readonly texts: readonly string[];
  readonly json: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

test('what a file was taken for can be asked, and changed', async () => {
  const client = await start();
  const taken = (uri: string) => client.connection.sendRequest('ocml/takenFor', { textDocument: { uri } });
  const readAs = (uri: string, reading: unknown) =>
    client.connection.sendRequest('ocml/readAs', { textDocument: { uri }, reading });
  // The server may push the diagnostics again for the same version.
  const codes = async (uri: string, length: number) => {
    for (;;) {
      const { diagnostics } = await client.diagnostics(uri, 1);
      if (diagnostics.length === length) return diagnostics.map(({ code }) => code);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const [data, table, text] = ['file:///a.jsonl', 'file:///table.json', 'file:///a.ocml'] as const;
  client.open(data, usr, 'jsonl');
  client.open(table, '{"rows": [1]}', 'json');
  client.open(text, '<|start|>user<|message|>Hi<|end|>');
  assert.deepEqual(await taken(data), {
    dialect: 'messages',
    shape: 'messages',
    chosen: false,
    why: 'content',
    ...byDefault,
  });
  assert.deepEqual(await taken(text), { dialect: 'openchatml-2.2', chosen: false, why: 'content', ...byDefault });
  assert.deepEqual(await taken(table), null);
  const { texts, json, names } = await client.connection.sendRequest<Readings>('ocml/readings');
  assert.deepEqual([...texts, ...json, 'json'].sort(), Object.keys(names).sort());
  assert.ok(texts.includes('harmony') && json.includes('messages'));
  await readAs(table, 'json');
  assert.deepEqual(await codes(table, 1), ['json-shape-unknown']);
  assert.deepEqual(await taken(table), {
    dialect: 'json',
    shape: 'unknown',
    chosen: true,
    why: 'choice',
    ...byDefault,
  });
  await readAs(table, 'messages');
  assert.deepEqual(await codes(table, 1), ['template-shape']);
  await readAs(data, 'none');
  assert.deepEqual(await codes(data, 0), []);
  assert.deepEqual(await taken(data), null);
  await readAs(data, null);
  assert.deepEqual(await codes(data, 1), ['template-role-unknown']);
  for (const wrong of [7, 'constructor', {}, undefined]) await readAs(data, wrong);
  assert.deepEqual(await taken(data), {
    dialect: 'messages',
    shape: 'messages',
    chosen: false,
    why: 'content',
    ...byDefault,
  });
  await client.connection.sendRequest('ocml/readAs', null as never).catch(() => {});
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('why a file was taken for what it is, and who says which mode it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-why-'));
  const file = (name: string) => pathToFileURL(join(folder, name)).href;
  mkdirSync(join(folder, 'project'));
  writeFileSync(join(folder, 'project/.ocmlrc.json'), '{"strict": true, "dialect": "harmony"}');
  const client = await start();
  const why = async (name: string, text: string, languageId = 'ocml') => {
    client.open(file(name), text, languageId);
    const textDocument = { uri: file(name) };
    const taken = await client.connection.sendRequest('ocml/takenFor', { textDocument });
    const { dialect, why, strict, modeBy } = taken as Record<string, unknown>;
    return [dialect, why, strict, modeBy];
  };
  const hi = '<|start|>user<|message|>Hi<|end|>';
  assert.deepEqual(await why('a.ocml', hi), ['openchatml-2.2', 'content', false, 'setting']);
  assert.deepEqual(await why('b.ocml', `version: 2.2\n${hi}`), ['openchatml-2.2', 'header', false, 'setting']);
  assert.deepEqual(await why('a.harmony', hi), ['harmony', 'name', false, 'setting']);
  assert.deepEqual(await why('a.messages.json', '[]', 'json'), ['messages', 'name', false, 'setting']);
  assert.deepEqual(await why('project/a.ocml', hi), ['harmony', 'project', true, 'project']);
  // A dialect of text does not apply to JSON, and a file that is named as JSON Lines is always JSON Lines.
  assert.deepEqual(await why('project/a.messages.json', '[]', 'json'), ['messages', 'name', true, 'project']);
  client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { ocml: { dialect: 'llama3', strict: true } },
  });
  assert.deepEqual(await why('c.ocml', hi), ['llama3', 'setting', true, 'setting']);
  assert.deepEqual(await why('project/c.ocml', hi), ['harmony', 'project', true, 'project']);
  assert.equal(await client.stop(), 0);
  rmSync(folder, { recursive: true });
});
