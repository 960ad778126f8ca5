/** `ocml/prompt`: the prompt of a chat template, its parts, the content that the template omits, and templates that do not end. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Prompt } from '../../protocol/prompts.ts';
import { createFolder } from '../cli/ocml.ts';
import { parallel } from '../support/sessions/claude-code.ts';
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
  assert.equal(said?.role, 'user');
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

test('a row of a data set, by its line and by its number, with its position among all rows', async () => {
  const row = (word: string) => `[{"role":"user","content":"${word}"}]`;
  const { client, ask } = await opened(
    'file:///a.messages.jsonl',
    'jsonl',
    ['One', 'Two', 'Three'].map(row).join('\n'),
  );
  const placeOf = (prompt: Prompt | null) => {
    const { number, count, previous, next } = prompt?.conversation ?? assert.fail();
    return [prompt?.row, number, count, previous?.line, next?.line];
  };
  const byLine = await ask('chatml', { line: 1 });
  assert.match(textOf(byLine) ?? '', /Two/);
  assert.deepEqual(placeOf(byLine), [1, 2, 3, 0, 2]);
  const byNumber = await ask('chatml', { line: 0, number: 3 });
  assert.match(textOf(byNumber) ?? '', /Three/);
  assert.deepEqual(placeOf(byNumber), [2, 3, 3, 1, undefined]);
  // Numbers are limited to the rows that there are, and anything else is ignored.
  assert.match(textOf(await ask('chatml', { number: 9 })) ?? '', /Three/);
  for (const number of [0, -1, 1.5, '2', null, {}]) assert.match(textOf(await ask('chatml', { number })) ?? '', /One/);
  assert.equal(await client.stop(), 0);
});

test('a long prompt is cut off, and a note says so; the whole one is returned on request', async () => {
  const word = 'word '.repeat(100_000);
  const { client, ask } = await opened(
    'file:///a.messages.json',
    'json',
    JSON.stringify([{ role: 'user', content: word }]),
  );
  const shown = await ask('chatml');
  assert.equal(textOf(shown)?.length, 400_000);
  assert.match(shown?.notes.join() ?? '', /the first 400000 are shown/);
  assert.equal(shown?.isCut, true);
  const all = await ask('chatml', { whole: true });
  assert.ok((textOf(all)?.length ?? 0) > 500_000);
  assert.deepEqual([all?.notes, all?.isCut], [[], undefined]);
  assert.equal(await client.stop(), 0);
});

test('a template that would not end is stopped at its line, and by the next question; the server answers meanwhile', async () => {
  const { client, ask } = await opened('file:///a.messages.json', 'json', messages);
  const forever = ask(`${folder.path}/forever.jinja`);
  const other = await client.connection.sendRequest('ocml/templates');
  assert.ok(Array.isArray(other));
  const stopped = await forever;
  // Which limit is reached first depends on the machine.
  assert.match(stopped?.error ?? '', /forever\.jinja:2: This template (?:takes|builds) .*, so it was stopped/);
  const first = ask(`${folder.path}/forever.jinja`);
  const rejected = assert.rejects(first, /cancelled/);
  assert.match(textOf(await ask('chatml')) ?? '', /Weather/);
  await rejected;
  for (const wrong of ['nowhere', '{"name": 7}', '']) assert.ok((await ask(wrong))?.error);
  assert.equal(await client.stop(), 0);
});

test('where a template refuses: the message, and the line of the template, in a configuration too', async () => {
  const source =
    "{% for m in messages %}\n{{ m.content }}{{ raise_exception('No tools') if m.role == 'tool' }}{% endfor %}";
  writeFileSync(`${folder.path}/refuses.jinja`, source);
  writeFileSync(
    `${folder.path}/tokenizer_config.json`,
    JSON.stringify({ eos_token: '</s>', chat_template: source }, null, 2),
  );
  const text = '[{"role":"user","content":"Hi"},\n{"role":"tool","content":"21"}]';
  const { client, ask } = await opened('file:///a.messages.json', 'json', text);
  const found = await ask(`${folder.path}/refuses.jinja`);
  assert.match(found?.error ?? '', /refuses\.jinja:2 rejects this conversation: No tools/);
  assert.equal(found?.errorAt?.line, 1);
  assert.equal(found?.templateAt?.line, 1);
  const config = await ask(`${folder.path}/tokenizer_config.json`);
  const line = JSON.stringify({ chat_template: source }, null, 2).split('\n')[1] as string;
  assert.equal(config?.templateAt?.line, 2);
  assert.ok(
    line.slice(config?.templateAt?.character).startsWith('raise_exception') ||
      line.slice(0, config?.templateAt?.character).endsWith('raise_exception'),
  );
  assert.equal(await client.stop(), 0);
});

test('of JSON Lines, the row that is looked at, with its places in the file', async () => {
  const rows = ['One', 'Two', 'Three'].map(
    (content) => `${JSON.stringify({ messages: [{ role: 'user', content }] })}\n`,
  );
  const { client, ask } = await opened('file:///train.jsonl', 'jsonl', rows.join(''));
  const prompt = await ask('chatml', { line: 1 });
  assert.match(textOf(prompt) ?? '', /user\nTwo</);
  assert.equal(prompt?.row, 1);
  const said = prompt?.stretches.find(({ text }) => text === 'Two');
  const start = (rows[1] as string).indexOf('Two');
  assert.deepEqual(
    [said?.position, said?.end],
    [
      { line: 1, character: start },
      { line: 1, character: start + 3 },
    ],
  );
  assert.equal(await client.stop(), 0);
});

test('two prompts at once: of the texts before, and of a template that is open and not saved', async () => {
  const { client, ask } = await opened('file:///a.messages.json', 'json', messages);
  const before = messages.replace('Weather?', 'Rain?');
  const [left, right] = await Promise.all([
    ask('chatml', { side: 'left', text: before }),
    ask('chatml', { side: 'right' }),
  ]);
  assert.match(textOf(left) ?? '', /Rain\?/);
  assert.match(textOf(right) ?? '', /Weather\?/);
  const file = `${folder.path}/forgets.jinja`;
  client.open(pathToFileURL(file).href, 'Unsaved {{ messages | length }}', 'jinja');
  assert.equal(textOf(await ask(file)), 'Unsaved 2');
  assert.equal(textOf(await ask(file, { templateText: 'Before' })), 'Before');
  assert.equal(await client.stop(), 0);
});

test('the log of a session is not a row: what makes one of it is said', async () => {
  const { client, ask } = await opened('file:///s.jsonl', 'jsonl', parallel);
  const prompt = await ask('chatml', { debug: true });
  assert.deepEqual(prompt?.stretches, []);
  assert.match(
    prompt?.error ?? '',
    /^This is the log of an agent's session, not a row.*`ocml convert --to messages`\.$/,
  );
  assert.equal(await client.stop(), 0);
});
