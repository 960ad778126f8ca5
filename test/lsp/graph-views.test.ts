/** Views of the call graph over stdio: call hierarchy and lenses. */
import * as assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CallHierarchyItem, CodeLens, Location, Range } from 'vscode-languageserver-protocol';
import { type Client, start } from './client.ts';
import { call, declared, open, reply } from './graph.ts';

let client: Client;
before(async () => {
  client = await start();
});

const exchange = `${declared('f')}${call('functions.f', 'c1')}${call('functions.f', 'c2')}${reply('functions.f', 'c1')}${reply('functions.f', 'c1')}`;
const hierarchy = (method: string, item: CallHierarchyItem) =>
  client.connection.sendRequest<{ from: CallHierarchyItem; to: CallHierarchyItem; fromRanges: Range[] }[]>(
    `callHierarchy/${method}`,
    { item },
  );
const names = (items: readonly { from: CallHierarchyItem }[]) => items.map(({ from }) => from.name);

async function prepared(text: string, ending = '.ocml'): Promise<CallHierarchyItem> {
  const { uri, position } = open(client, text, ending);
  const [item] = (await client.ask<CallHierarchyItem[] | null>('prepareCallHierarchy', uri, { position })) ?? [];
  assert.ok(item, text);
  return item;
}

test('a tool, its calls, and the replies to each; and back', async () => {
  for (const from of ['functions.f call_id=c1', 'functions.f call_id=c2', 'type f']) {
    const tool = await prepared(exchange.replace(from, from.replace(/f(?= |$)/, '$0f')));
    assert.equal(tool.name, 'functions.f');
    assert.equal(tool.selectionRange.start.line, 1);
    const calls = await hierarchy('incomingCalls', tool);
    assert.deepEqual(names(calls), ['→ functions.f c1', '→ functions.f c2']);
    const [first, second] = calls as [(typeof calls)[0], (typeof calls)[0]];
    assert.deepEqual(first.fromRanges, [first.from.selectionRange]);
    const replies = await hierarchy('incomingCalls', first.from);
    assert.deepEqual(names(replies), ['← functions.f c1', '← functions.f c1']);
    assert.deepEqual(await hierarchy('incomingCalls', second.from), []);
    const [answered] = await hierarchy('outgoingCalls', replies[1]?.from as CallHierarchyItem);
    assert.deepEqual(answered?.to.range, first.from.range);
    const [called] = await hierarchy('outgoingCalls', first.from);
    assert.deepEqual(called?.to, tool);
    assert.deepEqual(await hierarchy('outgoingCalls', tool), []);
  }
});

test('from an id, from a role, and in other dialects', async () => {
  assert.equal((await prepared(exchange.replace('call_id=c2', 'call_id=$0c2'))).name, '→ functions.f c2');
  const chatml = `<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_resp$0onse>1</tool_response><|im_end|>\n`;
  const answer = await prepared(chatml, '.chatml');
  const [to] = await hierarchy('outgoingCalls', answer);
  assert.deepEqual([answer.name, to?.to.name], ['← reply', '→ f']);
  const list = `{"messages": [{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "$0f", "arguments": "{}"}}]},\n{"role": "tool", "tool_call_id": "a", "content": "1"}]}`;
  const calls = await hierarchy('incomingCalls', await prepared(list, '.messages.json'));
  assert.deepEqual(names(calls), ['→ f a']);
  assert.deepEqual(names(await hierarchy('incomingCalls', (calls[0] as { from: CallHierarchyItem }).from)), [
    '← reply a',
  ]);
  const { uri, position } = open(client, '<|start|>us$0er<|message|>a<|end|>', '.ocml');
  assert.equal(await client.ask('prepareCallHierarchy', uri, { position }), null);
});

/** Returns the resolved lenses of a text, as `LINE TITLE`. */
async function lensesOf(asked: Client, text: string, ending = '.ocml') {
  const { uri } = open(asked, text, ending);
  const lenses = await asked.ask<CodeLens[]>('codeLens', uri);
  return Promise.all(lenses.map((lens) => asked.connection.sendRequest<CodeLens>('codeLens/resolve', lens)));
}
const titles = (lenses: readonly CodeLens[]) =>
  lenses.map(({ range, command }) => `${range.start.line} ${command?.title}`);

test('lenses: replies, calls, and reasoning that will be dropped', async () => {
  const more = `<|start|>assistant<|channel|>analysis<|message|>a<|end|>\n<|start|>assistant<|channel|>final<|message|>b<|end|>\n<|start|>user<|message|>c<|end|>\n`;
  // Reasoning in a turn with an open call is kept, so the reasoning that is dropped is in another turn.
  const open = `${call('functions.g', 'c3')}<|start|>user<|message|>d<|end|>\n`;
  const lenses = await lensesOf(client, `${exchange}${reply('functions.f', 'c2')}${open}${more}`);
  assert.deepEqual(titles(lenses), [
    '1 2 calls',
    '3 2 replies',
    '4 reply',
    '8 unanswered',
    '10 1 analysis message will be dropped from the next prompt',
  ]);
  assert.deepEqual(new Set(lenses.map(({ command }) => command?.command)), new Set(['']));
});

test('a lens has the command that the client names, with what it lists', async () => {
  const other = await start({ initializationOptions: { showReferences: 'client.show' } });
  const [declaration, first, second] = await lensesOf(other, exchange);
  assert.equal(declaration?.command?.command, 'client.show');
  assert.equal((declaration?.command?.arguments?.[2] as Location[]).length, 2);
  assert.deepEqual(
    (first?.command?.arguments?.[2] as Location[]).map(({ range }) => range.start.line),
    [5, 6],
  );
  assert.equal(second?.command?.command, '');
  await other.stop();
});

test('no lens on a line that holds more than one message, nor where they are switched off', async () => {
  const line = `<|start|>user<|message|>a<|end|>${call('functions.f', 'c1')}${call('functions.f', 'c2')}`;
  assert.deepEqual(titles(await lensesOf(client, line)), ['1 unanswered']);
  const list = (between: string) =>
    `{"messages": [${between}{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},${between}{"role": "tool", "tool_call_id": "a", "content": "1"}]}`;
  assert.deepEqual(titles(await lensesOf(client, list(''), '.messages.json')), []);
  assert.deepEqual(titles(await lensesOf(client, list('\n'), '.messages.json')), ['1 reply']);
  const off = await start({ initializationOptions: { codeLens: false } });
  assert.deepEqual(await lensesOf(off, exchange), []);
  await off.stop();
});

test('what a document says is text in an item', async () => {
  const item = await prepared(call('functions.$0$(bug)\u202ex', 'c1'));
  assert.equal(item.name, 'functions.$ (bug)\\u{202e}x');
  assert.ok((await prepared(call(`functions.$0${'x'.repeat(1000)}`, 'c1'))).name.length < 150);
});

test('nothing failed', async () => {
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});
