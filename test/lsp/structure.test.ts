/** Requests for the structure of a document over stdio: selections, links, hints, folds and tokens. `$0` marks the cursor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  DocumentLink,
  FoldingRange,
  InlayHint,
  Position,
  SelectionRange,
  SemanticTokens,
  SemanticTokensDelta,
} from 'vscode-languageserver-protocol';
import { applied, written } from '../support/semantic.ts';
import { type Client, start } from './client.ts';

const opened = start();
let number = 0;

/** Opens a text without its `$0`. Returns the client, the URI, the text and the position of `$0`. */
async function open(
  marked: string,
  ending = 'ocml',
): Promise<{ client: Client; uri: string; text: string; at: Position }> {
  const client = await opened;
  const text = marked.replace('$0', '');
  const before = marked.slice(0, Math.max(0, marked.indexOf('$0'))).split('\n');
  const uri = `file:///structure-${++number}.${ending}`;
  client.open(uri, text, ending.endsWith('json') ? 'json' : 'ocml');
  return { client, uri, text, at: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
}

function textIn(text: string, { start, end }: SelectionRange['range']): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: Position) =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  return text.slice(offset(start), offset(end));
}

/** Returns the selections at `$0`, from the smallest to the largest. */
async function selections(marked: string, ending?: string): Promise<string[]> {
  const { client, uri, text, at } = await open(marked, ending);
  const [answer] = await client.ask<SelectionRange[]>('selectionRange', uri, { positions: [at] });
  const found: string[] = [];
  for (let one = answer; one; one = one.parent) found.push(textIn(text, one.range));
  return found;
}

test('selection: word, value, attribute, header, message, turn', async () => {
  const call = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{}<|call|>';
  const user = '<|start|>user<|message|>Hi<|end|>';
  assert.deepEqual(await selections(`version: 2.2\n${user}\n${call.replace('s.f', 's.$0f')}\n${user}`), [
    ...['f', 'functions.f', 'to=functions.f', call.slice(0, call.indexOf('{}')), call],
    ...[`${user}\n${call}`, `version: 2.2\n${user}\n${call}\n${user}`],
  ]);
  assert.deepEqual((await selections(call.replace('mentary', 'mentary$0'))).slice(0, 2), [
    'commentary',
    '<|channel|>commentary',
  ]);
});

test('selection: into JSON in a body, a literal block, a fence, a thought', async () => {
  const call = (body: string) =>
    `<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>${body}<|call|>`;
  assert.deepEqual((await selections(call('{"a": {"b": [1, "two wo$0rds"]}}'))).slice(0, -1), [
    ...['words', 'two words', '"two words"', '[1, "two words"]', '"b": [1, "two words"]', '{"b": [1, "two words"]}'],
    ...['"a": {"b": [1, "two words"]}', '{"a": {"b": [1, "two words"]}}'],
  ]);
  const literal = '<|literal|>a $0b<|endliteral|>';
  assert.ok((await selections(`<|start|>user<|message|>x ${literal} y<|end|>`)).includes('a b'));
  const fence = '```json\n{"a": $01}\n```';
  const around = await selections(`<|start|>assistant<|channel|>final<|message|>So:\n${fence}\nDone.<|return|>`);
  for (const part of ['1', '"a": 1', '{"a": 1}', '{"a": 1}\n', '```json\n{"a": 1}\n```'])
    assert.ok(around.includes(part), part);
  const thought = '<|start_reason|>Why$0 so<|start_reflect|>Hm';
  assert.ok(
    (await selections(`<|start|>assistant<|channel|>analysis<|message|>${thought}<|end|>`)).includes(
      '<|start_reason|>Why so',
    ),
  );
});

test('selection: ChatML, Llama 3, JSON', async () => {
  const tag = '<tool_call>\n{"name": "f", "arguments": {"a": $01}}\n</tool_call>';
  const chatml = await selections(`<|im_start|>assistant\n${tag}<|im_end|>\n`);
  for (const part of ['1', '"a": 1', '{"a": 1}', tag.replace('$0', '')]) assert.ok(chatml.includes(part), part);
  const llama = '<|start_header_id|>user<|end_header_id|>\n\nHi $0you<|eot_id|>';
  assert.deepEqual(await selections(llama), ['you', 'Hi you', 'Hi you<|eot_id|>', llama.replace('$0', '')]);
  const json = '{"messages": [{"role": "user", "content": "Hi $0you"}, {"role": "assistant", "content": "a"}]}';
  const message = '{"role": "user", "content": "Hi you"}';
  const all = await selections(json, 'messages.json');
  assert.deepEqual(all.slice(0, 6), [
    'you',
    'Hi you',
    '"Hi you"',
    '"content": "Hi you"',
    message,
    `${message}, {"role": "assistant", "content": "a"}`,
  ]);
});

test('selection: JSON that is nested 10,000 deep', async () => {
  const deep = `${'[{"a":'.repeat(10_000)}$01${'}]'.repeat(10_000)}`;
  const found = await selections(
    `<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|message|>${deep}<|call|>`,
  );
  assert.ok(found.length > 100 && found.length <= 200, `${found.length} levels`);
  assert.equal(found[0], '1');
  const json = await selections(`{"messages": [{"role": "user", "content": ${deep}}]}`, 'messages.json');
  assert.ok(json.length > 100 && json.length <= 200, `${json.length} levels`);
});

test('links: http and https, and nothing else', async () => {
  const { client, uri, text } = await open(
    'version: 2.2\n<|start|>user<|message|>See https://a.example/x?y=(1)&z, (http://b.example). [c](https://c.example/d)<|end|>\n<|start|>assistant<|channel|>final<|message|>command:workbench.action.quit file:///etc/passwd javascript:alert(1) vscode://x ftp://f.example https:// http://\u202eevil.example xhttps://no.example [d](command:x) {"u": "https://e.example/\\n"} **https://f.example**<|return|>',
  );
  const links = await client.ask<DocumentLink[]>('documentLink', uri);
  const targets = [
    'https://a.example/x?y=(1)&z',
    'http://b.example',
    'https://c.example/d',
    'https://e.example/',
    'https://f.example',
  ];
  assert.deepEqual(
    links.map(({ target }) => target),
    targets,
  );
  for (const { range, target } of links) assert.equal(textIn(text, range), target);
  const json = await open(
    '{"messages": [{"role": "user", "content": "https://g.example and command:x"}]}',
    'messages.json',
  );
  const inJson = await json.client.ask<DocumentLink[]>('documentLink', json.uri);
  assert.deepEqual(
    inJson.map(({ target }) => target),
    ['https://g.example'],
  );
});

/** Returns the text with each hint inserted at its position, enclosed in `⟨` and `⟩`. */
async function hinted(text: string, ending?: string, client = opened): Promise<string> {
  const { uri } = await open(text, ending);
  const range = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
  const hints = await (await client).ask<InlayHint[]>('inlayHint', uri, { range });
  const lines = text.split('\n');
  for (const { position, label } of hints.toReversed()) {
    const line = lines[position.line] as string;
    lines[position.line] = `${line.slice(0, position.character)}⟨${label}⟩${line.slice(position.character)}`;
  }
  return lines.join('\n');
}

test('hints: the channel that a message counts as on', async () => {
  const plain = '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>a<|return|>\n';
  assert.equal(await hinted(plain), plain);
  assert.equal(
    await hinted(
      '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|message|>a<|end|>\n<|start|>assistant<|channel|>Analysis<|message|>b<|end|>',
    ),
    '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant⟨final⟩<|message|>a<|end|>\n<|start|>assistant<|channel|>Analysis⟨→ analysis⟩<|message|>b<|end|>',
  );
  // There are no hints if another message is on the line.
  const one = '<|start|>assistant<|message|>a<|end|><|start|>assistant<|message|>b<|end|>';
  assert.equal(await hinted(one), one);
  const chatml = '<|im_start|>assistant\na<|im_end|>\n';
  assert.equal(await hinted(chatml), chatml);
});

test('hints: in the JSON projection', async () => {
  const said = '{"role": "user", "content": "Hi"},\n{"role": "assistant", "content": "a"}';
  assert.equal(
    await hinted(`[\n${said}\n]`, 'ocml.json'),
    `[\n${said.replace('"assistant"', '"assistant"⟨final⟩')}\n]`,
  );
  const one = `[${said.replace('\n', '')}]`;
  assert.equal(await hinted(one, 'ocml.json'), one);
  const list = '{"messages": [\n{"role": "assistant", "content": "a"}\n]}';
  assert.equal(await hinted(list, 'messages.json'), list);
});

test('hints: a setting turns them off', async () => {
  const client = await start({ initializationOptions: { inlayHints: { channel: false } } });
  const uri = 'file:///off.ocml';
  client.open(uri, '<|start|>assistant<|message|>a<|end|>');
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  assert.deepEqual(await client.ask('inlayHint', uri, { range }), []);
  assert.equal(await client.stop(), 0);
});

test('folds: sections of instructions, code in them left out', async () => {
  const { client, uri } = await open(
    '<|start|>developer<|message|># One\na\n## Two\nb\n```\n# no\n```\n# Three\nc<|end|>\n<|start|>user<|message|># Not\na<|end|>',
  );
  const folds = await client.ask<FoldingRange[]>('foldingRange', uri);
  const lines = folds.map(({ startLine, endLine }) => `${startLine}-${endLine}`);
  // The folds are the message, its sections, and the turn of the user with its message.
  assert.deepEqual(lines, ['0-8', '0-6', '2-6', '7-8', '9-10', '9-10']);
});

test('tokens: full, what changed, and a range', async () => {
  const first = '<|start|>user<|message|>Hi<|end|>\n';
  const { client, uri } = await open(`${first}<|start|>assistant<|channel|>final<|message|>a<|return|>`);
  const all = await client.ask<SemanticTokens>('textDocument/semanticTokens/full', uri);
  const kept = ['<|start|> keyword', 'user type.visible', '<|message|> keyword', '<|end|> keyword'];
  assert.deepEqual(written(first, all.data.slice(0, 20)), kept);
  const position = { line: 0, character: 13 };
  client.change(uri, 2, { range: { start: position, end: position }, text: ' name=mira' });
  const changed = await client.ask<SemanticTokensDelta>('textDocument/semanticTokens/full/delta', uri, {
    previousResultId: all.resultId,
  });
  const now = applied(all.data, changed.edits);
  const text = `<|start|>user name=mira<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>a<|return|>`;
  assert.deepEqual(written(text, now), [
    ...[
      '<|start|> keyword',
      'user type.visible',
      'name property',
      'mira variable',
      '<|message|> keyword',
      '<|end|> keyword',
    ],
    ...[
      '<|start|> keyword',
      'assistant type.visible',
      '<|channel|> keyword',
      'final label.visible',
      '<|message|> keyword',
      '<|return|> keyword',
    ],
  ]);
  const range = { start: { line: 1, character: 9 }, end: { line: 1, character: 18 } };
  const part = await client.ask<SemanticTokens>('textDocument/semanticTokens/range', uri, { range });
  assert.deepEqual(written(text, part.data), ['assistant type.visible']);
});

test('tokens of JSON: who sees it, which calls are answered', async () => {
  const call = (id: string) =>
    `{"role": "assistant", "tool_calls": [{"id": "${id}", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`;
  const text = `{"messages": [{"role": "system", "content": "s"}, ${call('a')}, {"role": "tool", "tool_call_id": "a", "content": "1"}, ${call('b')}], "tools": [{"type": "function", "function": {"name": "f"}}]}`;
  const { client, uri } = await open(text, 'messages.json');
  const all = await client.ask<SemanticTokens>('textDocument/semanticTokens/full', uri);
  assert.deepEqual(written(text, all.data), [
    'system type.hidden',
    'f function.answered.resolved',
    'tool type.hidden',
    'f function.open.resolved',
  ]);
  const again = await client.ask<SemanticTokensDelta>('textDocument/semanticTokens/full/delta', uri, {
    previousResultId: all.resultId,
  });
  assert.deepEqual(again.edits, []);
  const wire = '[{"token": "<|im_start|>"}, "user\\nHi", {"token": "<|im_end|>"}]';
  const second = await open(wire, 'chatml.json');
  const tokens = await second.client.ask<SemanticTokens>('textDocument/semanticTokens/full', second.uri);
  assert.ok(written(wire, tokens.data).includes('<|im_start|> keyword'));
});

test('what is not a transcript is left alone', async () => {
  const { client, uri } = await open('{"name": "https://a.example"}', 'json');
  for (const [method, params] of [
    ['selectionRange', { positions: [{ line: 0, character: 3 }] }],
    ['documentLink', {}],
    ['textDocument/semanticTokens/full', {}],
  ] as const)
    assert.equal(await client.ask(method, uri, params), null, method);
  assert.deepEqual(client.log, []);
});
