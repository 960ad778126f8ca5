/** Completion while a user types, over stdio, in every family. `$0` marks the caret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletionList } from 'vscode-languageserver-protocol';
import { type Client, start } from './client.ts';

const capabilities = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };
const suggest = { title: '', command: 'open.the.list', arguments: [{ auto: true }] };

let files = 0;

/**
 * Returns the completions at `$0`. `kind` tells why they are requested: 1 by the user, 2 by the character before the caret, and 3 to update
 * an open list.
 */
async function ask(client: Client, ending: string, marked: string, kind: 1 | 2 | 3): Promise<CompletionList> {
  const uri = `file:///${++files}${ending}`;
  client.open(
    uri,
    marked.replace('$0', ''),
    ending.endsWith('.json') ? 'json' : ending.endsWith('.jsonl') ? 'jsonl' : 'ocml',
  );
  const before = marked.slice(0, marked.indexOf('$0')).split('\n');
  const position = { line: before.length - 1, character: (before.at(-1) as string).length };
  return client.ask<CompletionList>('completion', uri, { position, context: { triggerKind: kind } });
}

const head = 'version: 2.2\n';
const tool =
  '<|start|>developer<|message|>namespace functions {\ntype get_weather = (_: { city: string, unit: "C" | "F" }) => any;\n}<|end|>';
const signature =
  '{"type": "function", "function": {"name": "stock", "description": "d", "parameters": {"type": "object", "properties": {"symbol": {"type": "string"}}, "required": ["symbol"]}}}';
const chat = `<|im_start|>system\n<tools>\n${signature}\n</tools><|im_end|>\n`;
const list = `<|im_start|>system\n<|function_list|>\n${signature}\n<|im_end|>\n`;
const llama = '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>';

/** A message of each family up to its empty body. */
const bodies: readonly (readonly [family: string, ending: string, before: string])[] = [
  ['OpenChatML 2.2', '.ocml', `${head}<|start|>user<|message|>`],
  ['OpenChatML 2.2, in a thought', '.ocml', `${head}<|start|>assistant<|channel|>analysis<|message|><|start_reason|>`],
  ['Harmony', '.harmony', '<|start|>assistant<|channel|>analysis<|message|>'],
  ['OpenChatML 0.1', '.ocml', '<|im_start|>user name=ann\n'],
  ['OpenChatML 0.1, in a thought', '.ocml', '<|im_start|>assistant\n<|start_reason|>'],
  ['ChatML', '.ocml', '<|im_start|>assistant\n<think>\n'],
  ['Llama 3', '.ocml', '<|start_header_id|>user<|end_header_id|>\n\n'],
];

test('in a body, no list opens by itself', async () => {
  const client = await start({ capabilities });
  for (const [family, ending, before] of bodies) {
    for (const [typed, kind] of [
      ...['Call ', 'a <', 'a |', 'a >', 'note:', 'He said "', 'to=', '"name": "', '\n<', '\n```js\nf <|'].map(
        (text) => [text, 2] as const,
      ),
      ...['Call', 'user', 'final', 'He call', 'x\nheader', '```js\nfor', 'Reasoning: lo'].map(
        (text) => [text, 1] as const,
      ),
    ]) {
      const { items } = await ask(client, ending, `${before}${typed}$0`, kind);
      assert.deepEqual(items, [], `${family}: ${JSON.stringify(typed)}`);
    }
    const { items } = await ask(client, ending, `${before}Hi.<|$0`, 2);
    assert.ok(items.length > 0, `${family}: an end is offered for what begins one`);
  }
  assert.deepEqual(client.log, []);
  await client.stop();
});

/** Requests, with the label of the first item in the list and the text that it inserts. */
const rows: readonly (readonly [ending: string, marked: string, kind: 1 | 2 | 3, label: string, text: RegExp])[] = [
  ['.ocml', '$0', 1, 'header', /^version: 2\.2\nmodel: \$\{1:/],
  ['.ocml', 'chat$0', 1, 'ChatML user', /^<\|im_start\|>user\n\$1<\|im_end\|>$/],
  ['.ocml', `${head}${tool}$0`, 1, 'user', /^\n<\|start\|>user<\|message\|>\$1<\|end\|>$/],
  [
    '.ocml',
    `${head}${tool}\ncall$0`,
    1,
    'call get_weather',
    /^<\|start\|>assistant to=functions\.get_weather call_id=c1.*\{"city": "\$1", "unit": \$\{2\|"C","F"\|\}\\\}<\|call\|>$/,
  ],
  ['.ocml', `${head}${tool}\n<|start|>$0`, 2, 'final', /^assistant<\|channel\|>final<\|message\|>\$1<\|end\|>$/],
  ['.ocml', `${head}<|start|>assistant to=functions.f<|channel|>$0`, 2, 'commentary', /^commentary$/],
  ['.ocml', `${head}<|start|>assistant$0`, 1, '<|message|>', /^<\|message\|>$/],
  [
    '.harmony',
    `${tool}call$0`,
    1,
    'call get_weather',
    /^<\|start\|>assistant to=functions\.get_weather<\|channel\|>commentary <\|constrain\|>json<\|message\|>/,
  ],
  [
    '.ocml',
    `${chat}call$0`,
    1,
    'call stock',
    /^<\|im_start\|>assistant\n<tool_call>\n\{"name": "stock", "arguments": \{"symbol": "\$1"/,
  ],
  ['.ocml', `${list}call$0`, 1, 'call stock', /^<\|im_start\|>assistant\n<\|function_call\|>\n\{"name": "stock"/],
  ['.ocml', `${chat}<|im_start|>$0`, 2, 'user', /^user\n$/],
  ['.ocml', `${llama}$0`, 1, 'assistant', /^<\|start_header_id\|>assistant<\|end_header_id\|>\n\n\$1<\|eot_id\|>$/],
];

test('in an empty file, the first suggestions depend on its extension', async () => {
  const client = await start({ capabilities });
  for (const [ending, first] of [
    ['.chatml', '<|im_start|>'],
    ['.llama3', '<|start_header_id|>'],
    ['.phi3', '<|user|>'],
  ] as const)
    for (const [marked, kind] of [
      ['$0', 1],
      ['us$0', 1],
      ['<$0', 2],
    ] as const) {
      const { items } = await ask(client, ending, marked, kind);
      const [best] = items.filter(({ label }) => label === 'user');
      assert.ok(best?.textEdit?.newText.startsWith(first), `${ending} ${marked}`);
      assert.ok(!items.some(({ label }) => label === 'header' || label.includes(' user')), `${ending} ${marked}`);
    }
  const { items } = await ask(client, '.ocml', 'ver$0', 1);
  assert.ok(
    items.some(({ label }) => label === 'version'),
    'an .ocml may be of any family',
  );
  await client.stop();
});

test('a name of several words stays open at its spaces', async () => {
  const client = await start({ capabilities });
  const labels = async (marked: string, kind: 1 | 2 | 3) =>
    (await ask(client, '.ocml', marked, kind)).items.map(({ label }) => label);
  for (const [before, kind] of [
    ['developer ', 2],
    ['developer t', 3],
    ['developer tool', 1],
  ] as const) {
    assert.deepEqual(await labels(`${head}${tool}\n${before}$0`, kind), ['developer tools']);
    assert.deepEqual(await labels(`${head}${before}$0`, kind), ['developer tools']);
  }
  assert.deepEqual(await labels(`${head}${tool}\ncall $0`, 2), ['call get_weather']);
  assert.deepEqual(await labels('ChatML $0', 2), [
    'ChatML system',
    'ChatML system tools',
    'ChatML user',
    'ChatML assistant',
    'ChatML call',
  ]);
  for (const words of ['user ', 'user asks ', 'call me ', 'a developer ', 'model: developer '])
    assert.deepEqual(await labels(`${head}${tool}\n${words}$0`, 2), [], words);
  await client.stop();
});

test('after a comma and a space, the arguments that are left are listed', async () => {
  const client = await start({ capabilities });
  const call = `${head}${tool}\n<|start|>assistant to=functions.get_weather call_id=c1<|channel|>commentary<|constrain|>json<|message|>`;
  const labels = async (text: string) =>
    (await ask(client, '.ocml', `${call}${text}`, 2)).items.map(({ label }) => label);
  assert.deepEqual(await labels('{"city": "x", $0'), ['unit', 'deadline_ms']);
  assert.deepEqual(await labels('{"city": "x", $0}<|call|>'), ['unit', 'deadline_ms']);
  for (const text of ['{ $0', '{"city": "x" $0', '{"city": "x, $0', '{"city":  $0', '{"city": "x",\n $0'])
    assert.deepEqual(await labels(text), [], text);
  await client.stop();
});

test('where a message or a part of it may be, it is offered in the words of the family', async () => {
  const client = await start({ capabilities });
  for (const [ending, marked, kind, label, text] of rows) {
    const { items, isIncomplete } = await ask(client, ending, marked, kind);
    const item = items.find((one) => one.label === label && text.test(one.textEdit?.newText ?? ''));
    assert.ok(item, `${marked}: ${items.map((one) => `${one.label} ${JSON.stringify(one.textEdit?.newText)}`)}`);
    assert.ok(isIncomplete, 'the next character asks again');
    if (marked.includes('<|im_start|>'))
      for (const { textEdit } of items) assert.doesNotMatch(textEdit?.newText ?? '', /<\|start\|>/);
    if (ending === '.harmony')
      for (const { textEdit } of items) assert.doesNotMatch(textEdit?.newText ?? '', /call_id/);
  }
  await client.stop();
});

test('in JSON files, no message of text', async () => {
  const client = await start({ capabilities });
  for (const marked of ['$0', '[$0]', '{"messages": [$0]}', '[{"role": "user", "content": "call$0"}]'])
    for (const ending of ['.messages.json', '.chatml.json', '.ocml.json', '.events.jsonl']) {
      const found = await ask(client, ending, marked, 1);
      assert.deepEqual(found?.items ?? [], [], ending + marked);
    }
  await client.stop();
});

/** The text before and after an empty body, for each kind of JSON. */
const jsonBodies: readonly (readonly [ending: string, before: string, after: string])[] = [
  ['.messages.json', '{"messages": [{"role": "user", "content": "', '"}]}'],
  ['.messages.jsonl', '{"messages": [{"role": "assistant", "content": "', '"}]}\n'],
  ['.messages.json', '{"messages": [{"role": "user", "content": [{"type": "text", "text": "', '"}]}]}'],
  ['.chatml.json', '[{"token": "<|user|>"}, "', '"]'],
  ['.ocml.json', '{"version": "2.2", "messages": [{"role": "user", "content": "', '"}]}'],
  ['.ocml.jsonl', '{"role": "user", "content": "', '"}\n'],
  ['.events.jsonl', '{"event": "token", "message_id": "m", "text": "', '"}\n'],
];

test('in a body of JSON, no list opens by itself', async () => {
  const client = await start({ capabilities });
  for (const [ending, before, after] of jsonBodies)
    for (const typed of ['Call ', 'a <', '<|', '<|im', 'a |', 'note:', 'to=', 'user', 'final', 'He call', 'assis'])
      for (const kind of [1, 2] as const) {
        const found = await ask(client, ending, `${before}${typed}$0${after}`, kind);
        assert.deepEqual(found?.items ?? [], [], `${ending}: ${JSON.stringify(typed)}`);
      }
  assert.deepEqual(client.log, []);
  await client.stop();
});

test('only a client that names its command is told to open the list', async () => {
  for (const options of [{}, { initializationOptions: { suggestCommand: suggest } }]) {
    const client = await start({ capabilities, ...options });
    const { items } = await ask(client, '.ocml', `${head}<|start|>assistant $0`, 2);
    const [to] = items;
    assert.equal(to?.label, 'to=');
    assert.deepEqual(to?.command, 'initializationOptions' in options ? suggest : undefined);
    await client.stop();
  }
});

test('what is written in full is not offered, and a list that is open for it closes', async () => {
  const client = await start({ capabilities });
  for (const marked of [
    `${head}<|start|>assistant<|channel|>commentary to=python$0`,
    `${head}<|start|>assistant intent=preamble$0`,
    '<|im_start|>user$0',
    `${head}lint: {stray-text: off$0}`,
  ])
    assert.deepEqual((await ask(client, '.ocml', marked, 3)).items, [], marked);
  await client.stop();
});
