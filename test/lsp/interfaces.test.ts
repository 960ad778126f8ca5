/** The interfaces that `docs/interfaces.md` documents for other programs: exactly the existing fields are documented. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/root.ts';
import { start } from './client.ts';

const page = readFileSync(join(root, 'docs/interfaces.md'), 'utf8');

/** Returns the names in the first column of the table under this heading. */
function promised(heading: string): string[] {
  const [, table = ''] =
    new RegExp(`^\\| ${heading} \\| \\|\\n\\| --- \\| --- \\|\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? [];
  return [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []).sort();
}

const folder = mkdtempSync(join(tmpdir(), 'ocml-interfaces-'));
after(() => rmSync(folder, { recursive: true }));

const call = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{}<|call|>';
const text = [
  'version: 2.2\n<|start|>usr name=ann<|message|>Hi<|end|>',
  '<|start|>assistant intent=preamble<|channel|>commentary<|message|>I look.<|end|>',
  call,
  '<|start|>tool name=functions.f call_id=c1<|message|>1<|end|>',
].join('\n');

const keysOf = (all: readonly object[]) => [...new Set(all.flatMap((one) => Object.keys(one)))].sort();

test('ocml check --format json', () => {
  writeFileSync(join(folder, 'a.ocml'), text);
  writeFileSync(join(folder, 'b.jsonl'), '{"messages": [{"role": "user", "content": ""}]}\n');
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, 'server/bin/ocml.js'), 'check', '--format', 'json', 'a.ocml', 'b.jsonl'],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.equal(status, 1);
  const entries = JSON.parse(stdout) as { diagnostics: { data?: object }[] }[];
  assert.equal(entries.length, 2);
  assert.deepEqual(keysOf(entries), promised('Entry'));
  const diagnostics = entries.flatMap((entry) => entry.diagnostics);
  assert.deepEqual(keysOf(diagnostics), promised('Diagnostic'));
  assert.deepEqual(keysOf(diagnostics.flatMap(({ data }) => data ?? [])), ['rule', 'suggestion']);
});

test('ocml/userView', async () => {
  const client = await start();
  const uri = 'file:///interfaces.ocml';
  client.open(uri, text);
  const view = await client.ask<{ messages: { hidden: boolean }[] }>('ocml/userView', uri, { debug: true });
  const rows = 'file:///rows.messages.jsonl';
  client.open(rows, '[{"role": "user", "content": "a"}]\n[{"role": "user", "content": "b"}]\n', 'jsonl');
  const row = await client.ask<{ conversation: object }>('ocml/userView', rows);
  const place = { line: 0, character: 0 };
  const raw = await client.ask<object>('ocml/userView', rows, { debug: true, around: place, source: 'row' });
  const log = 'file:///session.jsonl';
  const record = { sessionId: 's', timestamp: '2026-01-01T00:00:00Z' };
  const content = [{ type: 'tool_use', id: 't1', name: 'f', input: {} }];
  const records = [
    { ...record, type: 'user', uuid: 'u0', parentUuid: null, message: { role: 'user', content: 'Left' } },
    { ...record, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Hi' } },
    {
      ...{ ...record, type: 'assistant', uuid: 'a1', parentUuid: 'u1' },
      message: { role: 'assistant', id: 'm', content, usage: { input_tokens: 1, output_tokens: 1 } },
    },
  ];
  client.open(log, records.map((one) => JSON.stringify(one)).join('\n'), 'jsonl');
  const session = await client.ask<{ session: { branches: object[] }; messages: object[] }>('ocml/userView', log, {
    ...{ debug: true, branch: 'all' },
  });
  assert.deepEqual(keysOf([view, row, raw, session]), promised('Answer'));
  assert.deepEqual(
    keysOf([session.session]),
    promised('Session').filter((key) => key in session.session),
  );
  assert.deepEqual(keysOf(session.session.branches), ['count', 'id', 'kind', 'position', 'words']);
  const next = { line: 1, character: 0 };
  const rangeAt = (line: number) => ({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  assert.deepEqual(row.conversation, { number: 1, count: 2, next, range: rangeAt(0) });
  const second = await client.ask<typeof row>('ocml/userView', rows, { around: next });
  assert.deepEqual(second.conversation, {
    ...{ number: 2, count: 2, previous: { line: 0, character: 0 } },
    range: rangeAt(1),
  });
  // The response of `ocml/modelView` also has only documented fields.
  const model = await client.ask<typeof view>('ocml/modelView', uri);
  const isPromised = (heading: string) => (key: string) => promised(heading).includes(key);
  assert.ok(keysOf([model]).every(isPromised('Answer')) && keysOf(model.messages).every(isPromised('Message')));
  assert.equal(await client.ask('ocml/modelView', 'file:///not-open.ocml'), null);
  const pair = 'file:///pair.jsonl';
  const [chosen, rejected] = ['a', 'b'].map((content) => [{ role: 'assistant', content }]);
  client.open(pair, JSON.stringify({ prompt: [{ role: 'user', content: 'Hi' }], chosen, rejected }), 'jsonl');
  const answers = await client.ask<{ messages: { answer?: string }[] }>('ocml/userView', pair, { debug: true });
  assert.deepEqual(
    answers.messages.map(({ answer }) => answer),
    [undefined, 'chosen', 'rejected'],
  );
  const alpaca = 'file:///alpaca.jsonl';
  client.open(alpaca, '{"instruction": "Translate.", "input": "Hi", "output": "Salut"}\n', 'jsonl');
  const fields = await client.ask<{ messages: { field?: string }[] }>('ocml/userView', alpaca);
  assert.deepEqual(
    fields.messages.map(({ field }) => field),
    ['instruction', 'input', 'output'],
  );
  const all = [...view.messages, ...session.messages, ...answers.messages, ...fields.messages];
  assert.deepEqual(keysOf(all), promised('Message'));
  const { messages } = await client.ask<typeof view>('ocml/userView', uri);
  assert.ok(messages.every(({ hidden }) => !hidden));
  const marks = 'file:///files.chatml';
  client.open(marks, 'one\n<|file_separator|>\n<|im_start|>user\nHi<|im_end|>\n');
  const [first] = (await client.ask<{ messages: { role?: string; name?: string }[] }>('ocml/userView', marks)).messages;
  assert.deepEqual([first?.role, first?.name], [undefined, 'Sequence']);
  assert.equal(await client.stop(), 0);
});

test('ocml/findInView and ocml/export', async () => {
  const client = await start();
  const uri = 'file:///interfaces.ocml';
  client.open(
    uri,
    '<|start|>user<|message|>Hi\nthere<|end|><|start|>assistant<|channel|>analysis<|message|>Hidden<|end|>',
  );
  const find = (params: object) => client.ask<{ places: unknown[] } | null>('ocml/findInView', uri, params);
  const start0 = { line: 0, character: 0 };
  assert.deepEqual(await find({ query: 'THERE' }), { version: 1, places: [start0], more: false });
  assert.deepEqual((await find({ query: 'hidden' }))?.places, []);
  assert.equal((await find({ query: 'hidden', debug: true }))?.places.length, 1);
  for (const query of [undefined, 7, '', null]) assert.deepEqual((await find({ query }))?.places, []);
  const save = (params: object) => client.ask<{ text: string }>('ocml/export', uri, params);
  const { text: page } = await save({ as: 'html' });
  assert.match(page, /^<!doctype html>/);
  assert.ok(!page.includes('Hidden') && page.includes('1 message is not for end users'));
  const { text: debug } = await save({ as: 'markdown', debug: true });
  assert.ok(debug.startsWith('**Debug view') && debug.includes('Hidden'));
  await assert.rejects(save({ as: 'constructor' }), /one of text, markdown, html/);
  assert.equal(await client.ask('ocml/export', 'file:///not-open.ocml', { as: 'html' }), null);
  assert.equal(await client.stop(), 0);
});

test('ocml/tokens and ocml/truncate', async () => {
  const client = await start({ initializationOptions: { tokens: { tokenizer: join(folder, 'none.json') } } });
  const failed = await client.connection.sendRequest<object>('ocml/tokens', { textDocument: { uri: 'file:///none' } });
  assert.equal(failed, null);
  const uri = 'file:///interfaces.ocml';
  client.open(uri, text);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const refused = await client.ask<{ error: string; total: number }>('ocml/tokens', uri, { range });
  assert.match(refused.error, /none\.json cannot be used as a tokenizer: there is no such file/);
  assert.equal(refused.total, 0);
  await client.stop();
  const other = await start();
  other.open(uri, text);
  const told = await other.ask<{ messages: object[]; channels: object[] }>('ocml/tokens', uri, { range });
  assert.deepEqual(keysOf([told, refused]), promised('Tokens'));
  assert.deepEqual(keysOf(told.messages), ['estimated', 'position', 'tokens']);
  assert.deepEqual(keysOf(told.channels), ['name', 'tokens']);
  const gone = await other.ask<object>('ocml/truncate', uri, { limit: 1000, strategy: ['drop-oldest'] });
  assert.deepEqual(keysOf([gone]), promised('Truncation'));
  assert.deepEqual(promised('Parameter of `ocml/truncate`'), ['limit', 'strategy', 'textDocument']);
  assert.equal(await other.stop(), 0);
});

test('ocml/follow and ocml/unfollow', async () => {
  const client = await start();
  const uri = 'file:///interfaces.ocml#1';
  const feed = (text: string, anew?: boolean) =>
    client.ask<object | null>('ocml/follow', uri, { languageId: 'ocml', text, anew });
  assert.equal(await feed(text), null);
  const fed = await feed(text, true);
  assert.deepEqual(keysOf([fed as object]), promised('Followed file'));
  assert.deepEqual(promised('Parameter of `ocml/follow`'), [
    'all',
    'anew',
    'languageId',
    'more',
    'text',
    'textDocument',
  ]);
  await feed('\n<|start|>assistant<|channel|>final<|message|>And this.<|end|>');
  const { messages } = await client.ask<{ messages: { text: string }[] }>('ocml/userView', uri);
  assert.equal(messages.at(-1)?.text, 'And this.');
  await client.connection.sendNotification('ocml/unfollow', { textDocument: { uri } });
  assert.equal(await client.ask('ocml/userView', uri), null);
  for (const wrong of [{}, { text: 1 }, { text: 'x', languageId: 7 }])
    assert.equal(await client.ask('ocml/follow', uri, wrong), null);
  assert.equal(await client.stop(), 0);
});

test('ocml/checkConfiguration', async () => {
  const client = await start();
  const check = (params: unknown) => client.connection.sendRequest('ocml/checkConfiguration', params);
  const [found, ...others] = (await check({ text: '# ours\r\nrules:\r\n  stray-txt: off\r\n' })) as {
    message: string;
    range: object;
  }[];
  assert.deepEqual(others, []);
  assert.match(found?.message ?? '', /^rules\.stray-txt .*`stray-text`/);
  assert.deepEqual(found?.range, { start: { line: 2, character: 2 }, end: { line: 2, character: 16 } });
  for (const wrong of [null, {}, { text: 1 }]) assert.deepEqual(await check(wrong), []);
  assert.equal(await client.stop(), 0);
});

test('ocml/takenFor', async () => {
  const client = await start();
  const taken = async (uri: string, text: string, languageId?: string) => {
    client.open(uri, text, languageId);
    return client.ask<object>('ocml/takenFor', uri);
  };
  const profile = 'version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n<|start|>user<|message|>Hi<|end|>';
  const all = [
    await taken('file:///a.ocml', profile),
    await taken('file:///a.json', '[{"role": "user", "content": "Hi"}]', 'json'),
    await taken('file:///b.ocml', '<bos><start_of_turn>user\nHi<end_of_turn>\n'),
  ];
  assert.deepEqual(keysOf(all), promised('Reading'));
  assert.equal(await client.stop(), 0);
});

test('ocml/explain and ocml/explainParsers', async () => {
  const client = await start();
  const ask = (params: object) => client.connection.sendRequest<{ report: string[] }>('ocml/explain', params);
  const output = '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>';
  assert.deepEqual(promised('Parameter of `ocml/explain`'), ['choose', 'pages', 'parser', 'text']);
  const explained = await ask({ text: `${output}\n${output}`, parser: 'harmony', choose: 1, pages: 'rule:' });
  assert.deepEqual(keysOf([explained]), promised('Explanation'));
  assert.ok(explained.report.some((line) => line.includes('rule:')));
  assert.deepEqual(keysOf([await ask({ text: 'Hello.' })]), ['report']);
  const parsers = await client.connection.sendRequest<object[]>('ocml/explainParsers');
  assert.match(page, /`ocml\/explainParsers` .* as a list of `\{ name, title \}`/);
  assert.deepEqual(keysOf(parsers), ['name', 'title']);
  assert.equal(await client.stop(), 0);
});

test('ocml/templates and ocml/prompt', async () => {
  const client = await start();
  const uri = 'file:///prompt.ocml';
  client.open(uri, text.replace('usr', 'user'));
  const named = await client.connection.sendRequest<object[]>('ocml/templates');
  assert.deepEqual(keysOf(named), ['doc', 'name']);
  type Answer = { stretches: { text: string }[]; dropped: object[] };
  const ask = (template: string) => client.ask<Answer>('ocml/prompt', uri, { template, debug: true });
  writeFileSync(join(folder, 'forgets.jinja'), '{{ messages[0].content }}');
  const [made, failed] = [await ask(join(folder, 'forgets.jinja')), await ask(join(folder, 'missing.jinja'))];
  const rows = 'file:///rows.jsonl';
  client.open(rows, '{"messages": [{"role": "user", "content": "Hi"}]}\n', 'jsonl');
  writeFileSync(join(folder, 'refuses.jinja'), '{{ messages[0].content }}{{ raise_exception("no") }}');
  const refused = await client.ask<Answer>('ocml/prompt', rows, { template: join(folder, 'refuses.jinja') });
  const long = 'file:///long.messages.json';
  client.open(long, JSON.stringify([{ role: 'user', content: 'word '.repeat(100_000) }]), 'json');
  const cut = await client.ask<Answer>('ocml/prompt', long, { template: 'chatml' });
  assert.deepEqual(keysOf([made, failed, refused, cut]), promised('Prompt'));
  assert.deepEqual(failed.stretches, []);
  assert.deepEqual(keysOf((await ask('chatml')).stretches), promised('Stretch'));
  assert.deepEqual(keysOf(made.dropped), promised('Dropped part'));
  assert.equal(await client.stop(), 0);
});

test('ocml/convert', async () => {
  const client = await start();
  const uri = 'file:///convert.ocml';
  client.open(uri, text.replace('usr', 'user'));
  const converted = await client.ask<{ notes: object[] }>('ocml/convert', uri, { to: 'harmony' });
  assert.deepEqual(keysOf([converted]), promised('Conversion'));
  assert.deepEqual(keysOf(converted.notes), promised('Note'));
  assert.equal(await client.stop(), 0);
});

test('the legend of semantic tokens', async () => {
  const client = await start();
  const { legend } = client.initialized.capabilities.semanticTokensProvider as {
    legend: { tokenTypes: string[]; tokenModifiers: string[] };
  };
  /** Returns the first name in each row of a table, in order. */
  const named = (heading: string) => {
    const [, table = ''] =
      new RegExp(`^\\| ${heading} \\| \\|\\n\\| --- \\| --- \\|\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? [];
    return [...table.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  };
  assert.deepEqual(legend.tokenTypes, named('Type'));
  assert.deepEqual(legend.tokenModifiers, named('Modifier'));
  assert.equal(await client.stop(), 0);
});
