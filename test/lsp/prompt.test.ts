/** `ocml/prompt`: the prompt of a chat template, its stretches, what it leaves out, and templates that would not end. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Prompt } from '../../server/src/lsp/prompt.ts';
import { createFolder } from '../cli/ocml.ts';
import { start } from './client.ts';

const folder = createFolder({
  'forgets.jinja':
    '{% for m in messages %}[{{ m.role }}] {{ m.content }}{% for c in m.tool_calls or [] %}{{ c.function.name }}{% endfor %}{% endfor %}',
  'forever.jinja': '\n{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}',
});
after(() => folder.remove());

const messages =
  '[{"role":"user","content":"Weather?"},{"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":{"city":"Lima"}}}]}]';

async function opened(uri: string, languageId: string, text: string) {
  const client = await start();
  await client.connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId, version: 1, text },
  });
  const ask = (template: string, more: object = {}) =>
    client.connection.sendRequest<Prompt | null>('ocml/prompt', { textDocument: { uri }, template, ...more });
  return { client, ask };
}

const textOf = (prompt: Prompt | null) => prompt?.stretches.map(({ text }) => text).join('');

test('a list of messages: whose each stretch is, and what is left out', async () => {
  const { client, ask } = await opened('file:///a.messages.json', 'json', messages);
  const prompt = await ask(`${folder.path}/forgets.jinja`);
  assert.equal(textOf(prompt), '[user] Weather?[assistant] weather');
  const said = prompt?.stretches.find(({ text }) => text === 'Weather?');
  assert.deepEqual([said?.kind, said?.position], ['message', { line: 0, character: messages.indexOf('Weather?') }]);
  assert.deepEqual(
    prompt?.dropped,
    [{ what: 'Message 2: arguments of a call', position: { line: 0, character: messages.indexOf('Lima') } }].map(
      (one) => ({ ...one }),
    ),
  );
  const chatml = await ask('chatml');
  assert.ok(chatml?.stretches.some(({ kind, text }) => kind === 'token' && text === '<|im_start|>'));
  assert.equal(await client.stop(), 0);
});

test('a transcript: what is public; with debug, all of it', async () => {
  const text =
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>CANARY<|end|><|start|>assistant<|channel|>final<|message|>Hello<|end|>';
  const { client, ask } = await opened('file:///a.harmony', 'ocml', text);
  const shown = await ask('chatml');
  assert.match(textOf(shown) ?? '', /Hi.*Hello/s);
  assert.doesNotMatch(JSON.stringify(shown), /CANARY/);
  writeFileSync(`${folder.path}/all.jinja`, '{{ messages | tojson }}');
  assert.match(textOf(await ask(`${folder.path}/all.jinja`, { debug: true })) ?? '', /CANARY/);
  assert.equal(await client.stop(), 0);
});

test('a template that would not end is stopped at its line, and by the next question; the server answers meanwhile', async () => {
  const { client, ask } = await opened('file:///a.messages.json', 'json', messages);
  const forever = ask(`${folder.path}/forever.jinja`);
  const other = await client.connection.sendRequest('ocml/templates');
  assert.ok(Array.isArray(other));
  const stopped = await forever;
  assert.match(stopped?.error ?? '', /forever\.jinja:2: This template takes/);
  const first = ask(`${folder.path}/forever.jinja`);
  const rejected = assert.rejects(first, /cancelled/);
  assert.match(textOf(await ask('chatml')) ?? '', /Weather/);
  await rejected;
  for (const wrong of ['nowhere', '{"name": 7}', '']) assert.ok((await ask(wrong))?.error);
  assert.equal(await client.stop(), 0);
});
