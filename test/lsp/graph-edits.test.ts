/** Edits of names over stdio that follow the call graph: rename and linked editing. */
import * as assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Client, start } from './client.ts';
import { call, declared, open, reply } from './graph.ts';

let client: Client;
before(async () => {
  client = await start();
});

/** Renames the symbol at `$0` to `newName`. Returns the text after the rename. */
async function renamed(text: string, ending: string, newName: string): Promise<string> {
  const { uri, position, text: before } = open(client, text, ending);
  const edit = await client.ask<WorkspaceEdit>('rename', uri, { position, newName });
  const [change] = edit.documentChanges ?? [];
  assert.ok(change && 'edits' in change);
  assert.deepEqual(change.textDocument, { uri, version: 1 });
  return TextDocument.applyEdits(TextDocument.create(uri, '', 1, before), change.edits as TextEdit[]);
}

const prepared = async (text: string, ending = '.ocml') => {
  const { uri, position, ranges } = open(client, text, ending);
  const found = await client.ask<{ range: Range; placeholder: string } | null>('prepareRename', uri, { position });
  assert.deepEqual(found?.range, ranges[0], text);
  return found?.placeholder;
};

async function refused(text: string, newName: string, why: RegExp, ending = '.ocml'): Promise<void> {
  const { uri, position } = open(client, text, ending);
  await assert.rejects(client.ask('rename', uri, { position, newName }), (error: Error) => {
    assert.match(error.message, why);
    return true;
  });
}

const tool = (name: string, cursor: readonly string[] = []) => {
  const [inDeclaration = '', inCall = '', inReply = '', inRole = ''] = cursor;
  return [
    declared(`${inDeclaration}${name}`),
    call(`functions.${inCall}${name}`, 'c1'),
    reply(`functions.${inReply}${name}`, 'c1'),
    call(`functions.${name}`, 'c2'),
    `<|start|>functions.${inRole}${name} call_id=c2<|message|>${name}<|end|>\n`,
    call(`functions.${name}`, 'c3'),
    reply(name, 'c3'),
    `<|start|>user<|message|>functions.${name}, call it<|end|>\n`,
  ].join('');
};

test('a tool, from each of its places: the bare name changes, and no body', async () => {
  const bodies = tool('look').replace('>look<', '>OLD<').replace('.look, call', '.OLD, call');
  const wanted = bodies.replaceAll('look', 'find').replaceAll('OLD', 'look');
  for (let i = 0; i < 4; i++) {
    const cursors = ['', '', '', ''];
    cursors[i] = '$0';
    assert.equal(await renamed(tool('look', cursors), '.ocml', 'find'), wanted);
  }
  assert.equal(await renamed(tool('look', ['$0']), '.ocml', 'find'), wanted);
  assert.equal(await renamed(tool('look', ['', '$0']), '.ocml', 'functions.find'), wanted);
  assert.equal(
    await prepared(tool('«look»', ['', '$0']).replaceAll(/[«»]/g, '').replace('$0look', '$0«look»')),
    'look',
  );
});

test('an id, and a speaker', async () => {
  const both = (id: string) => `${call('functions.f', id)}${reply('functions.f', id)}${call('functions.f', 'c2')}`;
  assert.equal(
    await renamed(both('$0c1').replace('id=$0c1<|message', 'id=c1<|message'), '.ocml', 'weather-1'),
    both('weather-1'),
  );
  const speaks = (name: string) =>
    `<|start|>user name=${name}<|message|>mira<|end|>\n<|start|>assistant name=mira<|message|>a<|end|>\n`;
  assert.equal(await renamed(speaks('mi$0ra'), '.ocml', 'ann'), speaks('ann'));
  const named = (name: string) => `<|start|>user:${name}<|message|>a<|end|>`;
  assert.equal(await renamed(named('$0bob'), '.harmony', 'ann'), named('ann'));
});

test('in ChatML, and in JSON with its escapes', async () => {
  const tagged = (name: string) =>
    `<|im_start|>system\n<tools>\n{"type": "function", "function": {"name": "${name}", "parameters": {}}}\n</tools><|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "${name}", "arguments": {"f": "f"}}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\n{"name": "${name}", "content": "f"}\n</tool_response><|im_end|>\n`;
  assert.equal(
    await renamed(tagged('f').replace('{"name": "f", "a', '{"name": "$0f", "a'), '.chatml', 'g'),
    tagged('g'),
  );
  const list = (id: string, name: string) =>
    `{"tools": [{"type": "function", "function": {"name": "f"}}],\n"messages": [{"role": "assistant", "tool_calls": [{"id": "${id}", "type": "function", "function": {"name": "${name}", "arguments": "{}"}}]},\n{"role": "tool", "tool_call_id": "a", "content": "a"}]}`;
  assert.equal(
    await renamed(list('\\u0061', '$0\\u0066'), '.messages.json', 'g'),
    list('\\u0061', 'g').replace('"name": "f"', '"name": "g"'),
  );
  assert.equal(
    await renamed(list('$0\\u0061', 'f'), '.messages.json', 'b'),
    list('b', 'f').replace('id": "a"', 'id": "b"'),
  );
});

test('nothing elsewhere can be renamed', async () => {
  for (const text of [
    '<|start|>us$0er<|message|>a<|end|>',
    '<|start|>user<|message|>a $0word<|end|>',
    `${call('functions.f', 'c1')}$0`,
    call('browser.$0search', 'c1'),
    '<|start|>assistant to=us$0er<|channel|>final<|message|>a<|end|>',
  ])
    assert.equal(await prepared(text), undefined);
  await refused('<|start|>user<|message|>$0a<|end|>', 'b', /can be renamed/);
  await refused(call('browser.$0search', 'c1'), 'b', /built in/);
});

test('a name that is taken, or that cannot be written, is refused with the reason', async () => {
  const two = `${declared('f')}${call('functions.$0f', 'c1')}${call('functions.g', 'c2')}`;
  await refused(two, 'g', /`functions\.g` is taken/);
  await refused(two, 'a b', /cannot be the name of a tool/);
  await refused(two, '', /cannot be the name/);
  await refused(two, 'f"', /cannot be the name/);
  await refused(call('functions.f', '$0c1') + call('functions.f', 'c2'), 'c2', /`c2` is taken/);
  for (const name of ['c 3', 'c<|end|>', 'ç', '', 'a|b', '"c"'])
    await refused(call('functions.f', '$0c1'), name, /cannot be the id of a call/);
  await refused('<|start|>user name=$0ann<|message|>a<|end|><|start|>user name=bob<|message|>a<|end|>', 'bob', /taken/);
  const types =
    '<|start|>developer<|message|>namespace functions {\ntype Place = { a: string };\ntype $0f = (_: Place) => any;\n}<|end|>\n';
  await refused(types, 'Place', /is a type/);
  await refused('<|im_start|>tool name=$0f\na<|im_end|>\n', 'user', /role/, '.chatml');
});

async function linked(text: string, ending = '.ocml'): Promise<void> {
  const { uri, position, ranges } = open(client, text, ending);
  const found = await client.ask<{ ranges: Range[] } | null>('linkedEditingRange', uri, { position });
  assert.deepEqual(found?.ranges ?? [], ranges, text);
}

test('linked editing: an id with that of the reply, and names of tags and tokens that are a pair', async () => {
  await linked(call('functions.f', '«$0c1»') + call('functions.f', 'c2') + reply('functions.f', '«c1»'));
  await linked(call('functions.f', '«c1»') + reply('functions.f', '«c$01»') + reply('functions.f', '«c1»'));
  await linked(call('functions.f', '$0c1'));
  await linked('<|im_start|>assistant\n<«thi$0nk»>a</«think»><|im_end|>\n', '.chatml');
  await linked(
    '<|im_start|>assistant\n<«tool_call»>\n{"name": "f", "arguments": {}}\n</«tool_call$0»><|im_end|>\n',
    '.chatml',
  );
  await linked('<|im_start|>assistant\n<|start_«rea$0son»|>a<|end_«reason»|>b<|im_end|>\n', '.chatml');
  await linked('<|start|>user<|message|><|«literal»|>a<|end«lite$0ral»|><|end|>');
  await linked('<|start|>user<|message|>a $0b<|end|>');
});

test('nothing failed', async () => {
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});
