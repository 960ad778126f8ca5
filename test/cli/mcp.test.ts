// `ocml mcp`, called by the client of the protocol's own package.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from '../support/root.ts';
import { tokenizer } from '../support/tokenizer.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-mcp-'));
const data = join(folder, 'data');
const client = new Client({ name: 'test', version: '1' });

const harmony =
  '<|start|>system<|message|>SECRET instructions<|end|><|start|>user<|message|>Hi<|end|>' +
  '<|start|>assistant<|channel|>analysis<|message|>SECRET thought<|end|>' +
  '<|start|>assistant<|channel|>final<|message|>Hello<|return|>';
const rejected =
  '<|channel|>analysis<|message|>SECRET thought<|end|><|start|>assistantassistant<|channel|>final<|message|>Hello<|return|>';
const row = {
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ],
};

before(async () => {
  mkdirSync(data);
  writeFileSync(join(data, 'chat.harmony'), harmony);
  writeFileSync(join(folder, 'outside.harmony'), 'OUTSIDE');
  const args = [join(root, 'server/bin/ocml.js'), 'mcp', data];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
});
after(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls a tool, and asserts that its text content equals its structured result. */
async function call(name: string, given: Record<string, unknown>) {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content;
  assert.ok(first?.type === 'text');
  if (structuredContent) assert.deepEqual(JSON.parse(first.text), structuredContent);
  return { text: first.text, result: (structuredContent ?? {}) as Record<string, any>, isError };
}

test('the tools say what they take, and that they only read', async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['check', 'explain', 'convert', 'render_prompt', 'mask', 'user_view', 'rule'],
  );
  for (const { annotations, description, inputSchema } of tools) {
    assert.equal(annotations?.readOnlyHint, true);
    assert.ok((description ?? '').length > 50);
    assert.equal(inputSchema.additionalProperties, false);
    for (const property of Object.values(inputSchema.properties ?? {}))
      assert.ok((property as { description?: string }).description);
  }
});

test('check: a text, and a file', async () => {
  const { result } = await call('check', { text: harmony.replace('<|start|>user', '<|start|>usr') });
  assert.equal(result.dialect, 'harmony');
  assert.deepEqual(result.codes, { 'E-PARSE-HEADER': 1 });
  assert.match(result.problems[0].message, /Did you mean `user`/);
  assert.deepEqual([result.problems[0].line, result.problems[0].column], [1, 62]);
  assert.equal((await call('check', { file: 'chat.harmony' })).result.total, 0);
  assert.equal((await call('check', { file: join(data, 'chat.harmony') })).result.total, 0);
});

test('check: all problems are counted, the first are returned', async () => {
  const text = '{"messages":[{"role":"usr","content":"Hi"}]}\n'.repeat(30);
  const { result } = await call('check', { text, name: '../../train.jsonl', training: true, limit: 2 });
  assert.equal(result.problems.length, 2);
  assert.ok(result.total >= 30);
});

test('explain', async () => {
  const { result, text } = await call('explain', { text: rejected });
  assert.equal(result.accepted, false);
  assert.match(result.stop.text, /Unknown role: assistantassistant/);
  assert.equal(result.isRepairable, true);
  assert.doesNotMatch(text, /SECRET/);
  const all = await call('explain', { text: rejected, hidden: true });
  assert.match(all.result.repaired.text, /SECRET/);
});

test('convert, render_prompt and user_view show what is hidden if that is asked for by name', async () => {
  const calls = [
    ['convert', { to: 'openchatml-2.2' }],
    ['user_view', {}],
  ] as const;
  for (const [name, given] of calls) {
    const shown = await call(name, { ...given, text: harmony });
    assert.equal(shown.isError, false);
    assert.match(shown.text, /Hello/);
    assert.doesNotMatch(shown.text, /SECRET/);
    assert.match((await call(name, { ...given, text: harmony, hidden: true })).text, /SECRET/);
  }
  const given = { text: harmony, template: 'llama' };
  const refused = await call('render_prompt', given);
  assert.ok(refused.isError);
  assert.doesNotMatch(refused.text, /SECRET|Hello/);
  const prompt = await call('render_prompt', { ...given, hidden: true });
  assert.match(prompt.result.text, /<\|start_header_id\|>user<\|end_header_id\|>\n\nHi/);
});

test('a long result comes in parts', async () => {
  const content = 'word '.repeat(30_000);
  const given = { text: JSON.stringify({ messages: [{ role: 'user', content }] }), to: 'messages', hidden: true };
  let [whole, offset] = ['', 0];
  for (let next: number | undefined = 0; next !== undefined; offset = next ?? offset) {
    const { result } = await call('convert', { ...given, offset });
    whole += result.text;
    next = result.nextOffset;
  }
  assert.equal(JSON.parse(whole).messages[0].content, content);
});

test('mask: the summary, without the text of a row', async () => {
  writeFileSync(join(data, 'tokenizer.json'), JSON.stringify(tokenizer));
  writeFileSync(join(data, 'template.jinja'), '{% for m in messages %}{{ m.content }}\n{% endfor %}');
  writeFileSync(join(data, 'train.jsonl'), `${JSON.stringify(row)}\n`);
  const given = { file: 'train.jsonl', tokenizer: 'tokenizer.json', template: 'template.jinja' };
  const { result, isError, text } = await call('mask', given);
  assert.equal(isError, false, text);
  assert.equal(result.summary.rows, 1);
  assert.ok(result.codes['mask-everything'], text);
  for (const name of ['tokenizer', 'template'])
    assert.match((await call('mask', { ...given, [name]: '../outside.harmony' })).text, /is outside the folders given/);
});

test('rule', async () => {
  assert.match((await call('rule', { code: 'end-missing' })).result.page, /^## What\n/);
  assert.match((await call('rule', { code: 'end-mising' })).text, /did you mean end-missing/);
});

test('what is outside of the folders is not read: paths, links, and links to folders', async () => {
  symlinkSync(join(folder, 'outside.harmony'), join(data, 'link.harmony'));
  symlinkSync(folder, join(data, 'up'));
  const paths = [
    '../outside.harmony',
    join(folder, 'outside.harmony'),
    'link.harmony',
    'up/outside.harmony',
    '/etc/passwd',
  ];
  for (const file of [...paths, '/proc/self/environ', `../data-other/x`]) {
    const { text, isError } = await call('check', { file });
    assert.ok(isError, file);
    assert.match(text, /cannot be read/);
    assert.doesNotMatch(text, /OUTSIDE|root:/);
  }
  symlinkSync('chat.harmony', join(data, 'inside.harmony'));
  assert.equal((await call('check', { file: 'inside.harmony' })).isError, false);
});

test('a link that is called like a template is not read as one', async () => {
  symlinkSync(join(folder, 'outside.harmony'), join(data, 'evil'));
  symlinkSync(join(folder, 'outside.harmony'), join(data, 'llama'));
  const given = { text: JSON.stringify(row), name: 'request.json', hidden: true };
  for (const template of ['evil', './evil', 'llama', 'gemma']) {
    const { text, isError } = await call('render_prompt', { ...given, template });
    assert.doesNotMatch(text, /OUTSIDE/, template);
    assert.equal(isError, template.includes('evil'), text);
  }
});

test('a pipe, a folder and a file that is too large are refused at once', async () => {
  if (process.platform !== 'win32') {
    execFileSync('mkfifo', [join(data, 'pipe')]);
    assert.match((await call('check', { file: 'pipe' })).text, /a pipe, not a file/);
  }
  assert.match((await call('check', { file: '.' })).text, /directory/);
  const large = join(data, 'large.jsonl');
  closeSync(openSync(large, 'w'));
  truncateSync(large, 1e9);
  assert.match((await call('check', { file: 'large.jsonl' })).text, /larger than 64 MB/);
  rmSync(large);
});

test('arguments of the wrong kind are refused, and options cannot be smuggled in', async () => {
  const wrong: [string, Record<string, unknown>][] = [
    ['check', {}],
    ['check', { text: 'x', file: 'chat.harmony' }],
    ['check', { text: 5 }],
    ['check', { text: 'x', limit: -1 }],
    ['check', { text: 'x', dialect: 'auto --fix' }],
    ['check', { text: 'x', unknown: true }],
    ['check', { text: 'x', __proto__: null, constructor: 1 }],
    ['convert', { text: 'x', to: '--output=/tmp/x' }],
    ['rule', { code: '--help' }],
    ['rule', { code: null }],
    ['render_prompt', { text: 'x', template: '--debug', hidden: true }],
    ['explain', { text: 'x', parser: '-h' }],
  ];
  for (const [name, given] of wrong) assert.ok((await call(name, given)).isError, JSON.stringify([name, given]));
  assert.ok(await call('check', { text: harmony, name: '--fix' }));
  assert.equal((await call('check', { text: harmony })).isError, false);
});

test('a hundred calls at once, and one that is given up', async () => {
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, i) => call(i % 2 === 0 ? 'rule' : 'check', i % 2 === 0 ? { code: '-' } : {})),
  );
  assert.ok(results.every(({ isError }) => isError));
  const several = await Promise.all(Array.from({ length: 8 }, () => call('user_view', { text: harmony })));
  assert.ok(several.every(({ isError }) => !isError));
  const controller = new AbortController();
  const given = { text: harmony.repeat(20_000) };
  const running = client.callTool({ name: 'check', arguments: given }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(running);
  assert.equal((await call('check', { text: harmony })).isError, false);
});

test('without a folder, no file is read', async () => {
  const other = new Client({ name: 'test', version: '1' });
  await other.connect(
    new StdioClientTransport({ command: process.execPath, args: [join(root, 'server/bin/ocml.js'), 'mcp'] }),
  );
  const { content, isError } = await other.callTool({ name: 'check', arguments: { file: join(data, 'chat.harmony') } });
  assert.ok(isError);
  assert.match(JSON.stringify(content), /no folder was given/);
  await other.close();
});

test('a folder that is not one is named', () => {
  for (const [given, said] of [
    [join(folder, 'absent'), /absent: no such file/],
    [join(data, 'chat.harmony'), /chat\.harmony: this is a file; give the folder that contains it/],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/bin/ocml.js'), 'mcp', given], {
      encoding: 'utf8',
      input: '',
    });
    assert.equal(status, 2);
    assert.match(stderr, said);
  }
});
