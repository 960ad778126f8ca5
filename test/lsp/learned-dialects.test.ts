/** Documents that are read with a chat template, which the user or the project chooses. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { type Client, start } from './client.ts';

const text = '<｜User｜>Weather?<｜Assistant｜><think>It is vurble.</think>Sunny.<｜end▁of▁sentence｜>';

interface View {
  readonly html?: string;
}
interface Taken {
  readonly dialect: string;
  readonly template?: string;
  readonly why: string;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-learned-'));
  try {
    writeFileSync(join(folder, 'deepseek.jinja'), dialectTemplates['deepseek'] ?? '');
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a user names the template, and the text is a transcript whose reasoning is hidden', () =>
  inFolder(async (folder) => {
    const client = await start();
    const uri = 'file:///log.ocml';
    client.open(uri, text);
    const textDocument = { uri };
    const readAs = (template: string) =>
      client.connection.sendRequest('ocml/readAs', { textDocument, reading: null, template });
    assert.equal(await readAs(join(folder, 'deepseek.jinja')), null);
    const taken = await client.connection.sendRequest<Taken>('ocml/takenFor', { textDocument });
    assert.match(taken.dialect, /^template:/);
    assert.match(taken.template ?? '', /deepseek/);
    const symbols = await client.connection.sendRequest<{ name: string }[]>('textDocument/documentSymbol', {
      textDocument,
    });
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['Turn 1'],
    );
    const view = JSON.stringify(await client.connection.sendRequest<View>('ocml/userView', { textDocument }));
    assert.match(view, /Sunny/);
    assert.doesNotMatch(view, /vurble/);
    // After an edit, the document is still read in the same way.
    client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: { line: 0, character: 16 }, end: { line: 0, character: 16 } }, text: ' now' }],
    });
    assert.match(JSON.stringify(await client.connection.sendRequest('ocml/userView', { textDocument })), /Weather/);
    const refused = (await readAs(join(folder, 'none.jinja'))) as { error: string };
    assert.match(refused.error, /none\.jinja/);
    await client.stop();
  }));

test('a configuration names the template for files of a project', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, '.ocmlrc.json'), '{"dialect": "./deepseek.jinja"}');
    const client = await start();
    const uri = pathToFileURL(join(folder, 'log.ocml')).href;
    client.open(uri, text);
    const textDocument = { uri };
    for (;;) {
      const taken = await client.connection.sendRequest<Taken>('ocml/takenFor', { textDocument });
      // Until the server has learned the template, it recognizes the text by its tokens.
      if (taken.why === 'project') {
        assert.match(taken.template ?? '', /deepseek\.jinja/);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.stop();
  }));

test('a text without its template is recognised by its tokens', async () => {
  const client = await start();
  const uri = 'file:///log.ocml';
  client.open(uri, text);
  const textDocument = { uri };
  const taken = await client.connection.sendRequest<Taken>('ocml/takenFor', { textDocument });
  assert.deepEqual(
    { dialect: taken.dialect, template: taken.template, why: taken.why },
    { dialect: 'template:deepseek', template: 'DeepSeek V3.1', why: 'content' },
  );
  const view = JSON.stringify(await client.connection.sendRequest<View>('ocml/userView', { textDocument }));
  assert.match(view, /Sunny/);
  assert.doesNotMatch(view, /vurble/);
  // The new text only mentions a token of the template, so it is not a transcript.
  client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: 'DeepSeek writes <｜User｜>.' }],
  });
  const now = await client.connection.sendRequest<Taken>('ocml/takenFor', { textDocument });
  assert.equal(now.template, undefined);
  await client.stop();
});

const zephyr = (text: string) => `<|user|>\n${text}</s>\n<|assistant|>\nSunny.</s>\n`;

/** Waits until `ocml/takenFor` reports a reading that meets a condition. */
async function until(client: Client, uri: string, isSo: (taken: Taken) => boolean): Promise<Taken> {
  for (;;) {
    const taken = await client.connection.sendRequest<Taken>('ocml/takenFor', { textDocument: { uri } });
    if (isSo(taken)) return taken;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('the tokenizer in the folder of a text says how it is read, if the text begins so', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'chat_template.jinja'), dialectTemplates['zephyr'] ?? '');
    const client = await start();
    const [log, prose, chatml] = ['log.ocml', 'prose.ocml', 'chatml.ocml'].map(
      (name) => pathToFileURL(join(folder, name)).href,
    );
    client.open(log as string, zephyr('Weather?'));
    client.open(prose as string, 'The token <|user|> begins a question.');
    client.open(chatml as string, '<|im_start|>user\nHi<|im_end|>\n');
    const taken = await until(client, log as string, ({ why }) => why === 'folder');
    assert.match(taken.template ?? '', /chat_template\.jinja/);
    for (const uri of [prose, chatml])
      assert.equal((await until(client, uri as string, () => true)).template, undefined);
    await client.stop();
  }));

test('no tokenizer is asked in a folder of strangers', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'chat_template.jinja'), dialectTemplates['zephyr'] ?? '');
    const client = await start({ initializationOptions: { tokenizersBeside: false } });
    const uri = pathToFileURL(join(folder, 'log.ocml')).href;
    client.open(uri, zephyr('Weather?'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.notEqual((await until(client, uri, () => true)).why, 'folder');
    await client.stop();
  }));

test('a template that changes is learned again', () =>
  inFolder(async (folder) => {
    const client = await start();
    const file = join(folder, 'deepseek.jinja');
    for (const way of ['choice', 'project']) {
      writeFileSync(file, dialectTemplates['zephyr'] ?? '');
      const uri = pathToFileURL(join(folder, `${way}.ocml`)).href;
      if (way === 'project') writeFileSync(join(folder, '.ocmlrc.json'), '{"dialect": "./deepseek.jinja"}');
      client.open(uri, text);
      if (way === 'choice')
        await client.connection.sendRequest('ocml/readAs', { textDocument: { uri }, reading: null, template: file });
      const { dialect } = await until(client, uri, ({ why }) => why === way);
      writeFileSync(file, dialectTemplates['deepseek'] ?? '');
      client.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: pathToFileURL(file).href, type: 2 }],
      });
      await until(client, uri, (taken) => taken.dialect !== dialect);
      const view = JSON.stringify(
        await client.connection.sendRequest<View>('ocml/userView', { textDocument: { uri } }),
      );
      assert.match(view, /Sunny/);
      assert.doesNotMatch(view, /vurble/);
    }
    await client.stop();
  }));
