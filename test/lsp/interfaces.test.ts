/** What docs/interfaces.md promises to other programs: every field is there, and every field that is there is promised. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/root.ts';
import { start } from './client.ts';

const page = readFileSync(join(root, 'docs/interfaces.md'), 'utf8');

/** The names in the first column of the table with that heading. */
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
  assert.deepEqual(keysOf([view]), promised('Answer'));
  assert.deepEqual(keysOf(view.messages), promised('Message'));
  const { messages } = await client.ask<typeof view>('ocml/userView', uri);
  assert.ok(messages.every(({ hidden }) => !hidden));
  const marks = 'file:///files.chatml';
  client.open(marks, 'one\n<|file_separator|>\n<|im_start|>user\nHi<|im_end|>\n');
  const [first] = (await client.ask<{ messages: { role?: string; name?: string }[] }>('ocml/userView', marks)).messages;
  assert.deepEqual([first?.role, first?.name], [undefined, 'Sequence']);
  assert.equal(await client.stop(), 0);
});

test('ocml/explain and ocml/explainParsers', async () => {
  const client = await start();
  const ask = (params: object) => client.connection.sendRequest<{ report: string[] }>('ocml/explain', params);
  const output = '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>';
  assert.deepEqual(promised('Of an output'), ['choose', 'pages', 'parser', 'text']);
  const explained = await ask({ text: `${output}\n${output}`, parser: 'harmony', choose: 1, pages: 'rule:' });
  assert.deepEqual(keysOf([explained]), promised('Explained'));
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
  assert.deepEqual(keysOf([made, failed, refused]), promised('Prompt'));
  assert.deepEqual(failed.stretches, []);
  assert.deepEqual(keysOf((await ask('chatml')).stretches), promised('Stretch'));
  assert.deepEqual(keysOf(made.dropped), promised('Left out'));
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
  /** The first name in each row of a table, in its order. */
  const named = (heading: string) => {
    const [, table = ''] =
      new RegExp(`^\\| ${heading} \\| \\|\\n\\| --- \\| --- \\|\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? [];
    return [...table.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  };
  assert.deepEqual(legend.tokenTypes, named('Type'));
  assert.deepEqual(legend.tokenModifiers, named('Modifier'));
  assert.equal(await client.stop(), 0);
});
