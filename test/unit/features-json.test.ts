/** Outline, hover and preview of JSON documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import type { UserView, UserViewParams } from '../../server/src/features/user-view.ts';
import type { JsonDialectId } from '../../server/src/grammar/index.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';

const open = (dialect: JsonDialectId, text: string, name = 'test:') =>
  openDocument(name, 'json', 1, text, dialect) as JsonDocument;
const ask = (document: JsonDocument, method: string, params: object = {}) =>
  jsonFeatures[method]?.(document, { textDocument: { uri: document.uri }, ...params }, () => ({
    strict: false,
    levels: {},
  }));

interface Symbol {
  readonly name: string;
  readonly detail: string;
  readonly range: { readonly start: { line: number }; readonly end: { line: number } };
  readonly children?: readonly Symbol[];
}

const outline = (document: JsonDocument) => {
  const lines = (all: readonly Symbol[], indent: string): string[] =>
    all.flatMap((one) => [
      `${indent}${one.name}${one.detail && ` "${one.detail}"`} ${one.range.start.line}`,
      ...lines(one.children ?? [], `${indent}  `),
    ]);
  return lines(ask(document, 'textDocument/documentSymbol') as Symbol[], '');
};

const view = (document: JsonDocument, params: Partial<UserViewParams> = {}) => {
  const { messages, hidden } = ask(document, 'ocml/userView', params) as UserView;
  return [...messages.map((one) => `${one.role}${one.hidden ? ' (hidden)' : ''}: ${one.text}`), `${hidden} hidden`];
};

/** Returns the text of the hover at `$0`. */
const hover = (dialect: JsonDialectId, marked: string) => {
  const document = open(dialect, marked.replace('$0', ''));
  const found = ask(document, 'textDocument/hover', { position: document.positionAt(marked.indexOf('$0')) });
  return (found as { contents: { value: string } } | null)?.contents.value.split('\n')[0];
};

const wire = `[
  {"token": "<|start|>"}, "system", {"token": "<|message|>"}, "Be brief.", {"token": "<|end_message|>"},
  {"token": "<|start|>"}, "user", {"token": "<|message|>"}, "When do I ", "sow peas?", {"token": "<|end_message|>"},
  {"token": "<|start|>"}, "assistant", {"token": "<|message|>"}
]`;

test('ChatML on the wire', () => {
  const document = open('chatml-wire', wire);
  assert.deepEqual(outline(document), [
    'system "Be brief." 1',
    'Turn 1 "When do I sow peas?" 2',
    '  user "When do I sow peas?" 2',
    '  open assistant 3',
  ]);
  assert.deepEqual(view(document), ['user: When do I sow peas?', '1 hidden']);
  assert.deepEqual(view(document, { debug: true }), [
    'system (hidden): Be brief.',
    'user: When do I sow peas?',
    '1 hidden',
  ]);
});

const chat = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is the weather?' },
      { type: 'image_url', image_url: {} },
    ],
  },
  {
    role: 'assistant',
    content: null,
    reasoning_content: 'I must look.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: '18°' },
  { role: 'assistant', content: 'Mild.' },
];

test('a list of messages', () => {
  const document = open('messages', JSON.stringify(chat));
  assert.deepEqual(outline(document), [
    'system "Be brief." 0',
    'Turn 1 "What is the weather?" 0',
    '  user "What is the weather?" 0',
    '  assistant · analysis "I must look." 0',
    '  → lookup c1 "{}" 0',
    '  ← tool c1 "18°" 0',
    '  assistant "Mild." 0',
  ]);
  assert.deepEqual(view(document), ['user: What is the weather?\n\n[image]', 'assistant: Mild.', '4 hidden']);
});

test('a list of messages: reasoning stays hidden, whichever shape it has', () => {
  const say = (content: unknown, members = {}) => ({ role: 'assistant', content, ...members });
  for (const [message, ...expected] of [
    [say('secret', { channel: 'analysis' }), '1 hidden'],
    [say('secret', { channel: ['final'] }), '1 hidden'],
    [say('secret', { recipient: 'functions.f', channel: 'commentary' }), '1 hidden'],
    [say('secret', { Channel: 'analysis' }), '1 hidden'],
    [say('secret', { chanel: 'analysis' }), '1 hidden'],
    [say('secret', { recepient: 'functions.f' }), '1 hidden'],
    [say('secret', { role: 'assistant_generation', Channel: 'analysis' }), '1 hidden'],
    [say('Hi', { weight: 1, refusal: null, audio: null, chain: 'x', reception: 1 }), 'assistant: Hi', '0 hidden'],
    [say('Hi', { channel: 'final', recipient: null }), 'assistant: Hi', '0 hidden'],
    [
      say([
        { type: 'thinking', text: 'secret' },
        { type: 'text', text: 'Hi' },
      ]),
      'assistant: Hi',
      '1 hidden',
    ],
    [say([{ type: 'thinking', thinking: 'secret' }, 'Hi']), 'assistant: Hi', '1 hidden'],
    [say([{ type: 'reasoning', text: 'secret' }]), '1 hidden'],
    [say([{ text: 'secret' }, { type: 'output_text', text: 'Hi' }]), 'assistant: Hi', '1 hidden'],
    [
      say([
        { type: 'tool_use', text: 'secret' },
        { type: 'input_text', text: 'Hi' },
      ]),
      'assistant: Hi',
      '1 hidden',
    ],
    [say('secret<|end_reason|>Hi'), 'assistant: Hi', '0 hidden'],
    [say('<think>\nsecret\n</think>\n\nHi'), 'assistant: Hi', '1 hidden'],
    [say('secret</think>Hi'), 'assistant: Hi', '1 hidden'],
    [say('<think>\n\n</think>\n\nHi'), 'assistant: Hi', '0 hidden'],
    [say('Hi\n<think>secret'), 'assistant: Hi', '1 hidden'],
    [say('<think>secret</think>'), '1 hidden'],
    [say([{ type: 'text', text: '<think>secret</think>Hi' }]), 'assistant: Hi', '1 hidden'],
    [say('`<think>` and `</think>`'), 'assistant: `<think>` and `</think>`', '0 hidden'],
    [say('<|start_reason|>secret<|end_reason|>Hi'), 'assistant: Hi', '0 hidden'],
  ] as const) {
    const text = JSON.stringify([message]);
    assert.deepEqual(view(open('messages', text)), expected, text);
  }
});

test('calls and replies as parts of a content are in the outline as such, and hidden', () => {
  const document = open(
    'messages',
    JSON.stringify([
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '18°' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1' }] },
      { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: 'x' }] }, 'Hi'] },
    ]),
  );
  assert.deepEqual(outline(document), [
    '→ f t1 "{}" 0',
    '← tool t1 "18°" 0',
    '← tool t1 0',
    '← tool "x" 0',
    'Turn 1 "Hi" 0',
    '  user "Hi" 0',
  ]);
  assert.deepEqual(view(document), ['user: Hi', '4 hidden']);
});

test('on the wire, too, reasoning between <think> and </think> stays hidden, and is in the outline', () => {
  const token = (name: string) => ({ token: `<|${name}|>` });
  const say = (role: string, text: string) => [token('start'), role, token('message'), text, token('end_message')];
  const text = JSON.stringify([...say('user', '<think>x</think>'), ...say('assistant', '<think>secret</think>Hi')]);
  const document = open('chatml-wire', text);
  assert.deepEqual(view(document), ['user: <think>x</think>', 'assistant: Hi', '1 hidden']);
  assert.deepEqual(outline(document), [
    'Turn 1 "<think>x</think>" 0',
    '  user "<think>x</think>" 0',
    '  assistant · analysis "secret" 0',
    '  assistant "Hi" 0',
  ]);
});

test('a data set: a conversation a line, and the preview shows that of the cursor', () => {
  const line = (question: string) => `${JSON.stringify([{ role: 'user', content: question }])}\n`;
  const document = open('messages', line('One?') + line('Two?') + line('Three?'), 'file:///a.messages.jsonl');
  assert.deepEqual(outline(document).slice(0, 3), [
    'Conversation 1 "One?" 0',
    '  Turn 1 "One?" 0',
    '    user "One?" 0',
  ]);
  assert.deepEqual(view(document, { around: { line: 1, character: 0 } }), ['user: Two?', '0 hidden']);
});

test('the projection: what is private stays hidden, whatever is wrong with it', () => {
  const objects = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', channel: 'final', content: '4.', thinking: 'add' },
    { role: 'assistant', channel: 'commentary', tool_call: { id: 'c1', recipient: 'functions.f', arguments: '{}' } },
    { role: 'assistant', channel: 'commentary', content: 'I look.', intent: 'preamble' },
    { role: 'assistant', channel: 'commentary', content: 'secret status' },
    { role: 'assistant', channel: ['final', 'analysis'], content: 'secret channel' },
    { role: 'assistant', channel: 'final', intent: 7, content: 'secret intent' },
    { role: 'assistant', content: 'secret argument', tool_call: 'x' },
    { role: 'assistant', content: 'secret channel', chanel: 'analysis' },
    { role: 'assistant', content: 'secret channel', Channel: 'analysis' },
    { role: 'assistant', content: 'secret channel', 'channel ': 'analysis' },
    { role: 'assistant', content: 'secret call', recipient: 'functions.f' },
    { role: 'assistant', content: 'secret call', tool_calls: [] },
    { role: 'assistant', content: 'secret call', To: 'functions.f' },
    { role: 'assistant', content: 'Also seen.', ts: 1, id: 'a', time: 2, contents: 3 },
    { role: 'assistant', content: 'Sure.<|start_reason|>secret thought<|end_reason|> Done.' },
    { role: 'tool', content: 'secret reply' },
  ];
  for (const text of [JSON.stringify(objects), objects.map((one) => JSON.stringify(one)).join('\n')]) {
    const document = open('openchatml-json', text);
    const shown = view(document);
    assert.deepEqual(shown, [
      'user: Hi',
      'assistant: 4.',
      'assistant: I look.',
      'assistant: Also seen.',
      'assistant: Sure. Done.',
      '13 hidden',
    ]);
    assert.deepEqual(view(document, { preambles: false }).includes('assistant: I look.'), false);
  }
});

test('a second channel in the same object hides the message', () => {
  const document = open('openchatml-json', '{"role":"assistant","channel":"analysis","content":"x","channel":"final"}');
  assert.deepEqual(view(document), ['1 hidden']);
});

test('hovers', () => {
  assert.equal(hover('chatml-wire', wire.replace('end_message', 'end$0_message')), '**`<|end_message|>`** · token');
  assert.equal(hover('chatml-wire', wire.replace('"user"', '"us$0er"')), '**`user`** · role');
  assert.equal(hover('messages', '[{"role": "assis$0tant", "content": "x"}]'), '**`assistant`** · role');
  assert.equal(hover('messages', '{"name": "$0llama"}'), '**`llama`** · template');
  assert.equal(hover('openchatml-json', '{"role": "user", "channel": "fin$0al"}'), '**`final`** · channel');
  assert.equal(hover('openchatml-json', '{"thin$0king": "x"}'), '**`thinking`** · field');
  assert.equal(hover('stream-event', '{}\n{"event": "response.$0delta"}'), '**`response.delta`** · event');
  assert.equal(hover('messages', '[{"role": "user", "content": "us$0er"}]'), undefined);
  assert.equal(hover('messages', '$0'), undefined);
  // A role is recognized by its position, not only by its value.
  const text = wire.replace(/"When[^"]*"/, '"user"');
  assert.equal(hover('chatml-wire', text.replace(/"user"(?![\s\S]*"user")/, '"us$0er"')), undefined);
  assert.equal(hover('messages', '[{"role": "user", "name": "$0llama", "content": "x"}]'), undefined);
  // A token within text has no special meaning.
  assert.equal(hover('messages', '[{"role": "user", "content": "a \\n <|im_$0end|>"}]'), '**`<|im_end|>`** · text');
  assert.equal(hover('chatml-wire', '[{"token": "<|start|>"}, "user", "a $0<|start|>"]'), '**`<|start|>`** · text');
  assert.equal(hover('messages', '[{"role": "user", "content": "a <|foo$0|>"}]'), undefined);
});

test('events', () => {
  const document = open('stream-event', '{"event":"response.delta","delta":"In March"}\n\nnonsense\n');
  assert.deepEqual(outline(document), ['response.delta "In March" 0']);
  assert.deepEqual(view(document), ['0 hidden']);
});

test('no feature throws on a document without sense', () => {
  for (const dialect of ['chatml-wire', 'openchatml-json', 'messages', 'stream-event'] as const) {
    for (const text of ['', '\n\n', 'x', '[', '{"', '[[]]', '[null]', '{"messages":[{"tool_calls":[1,{}]}]}', '7']) {
      const document = open(dialect, text);
      outline(document);
      view(document, { debug: true });
      ask(document, 'textDocument/hover', { position: { line: 0, character: 1 } });
    }
  }
});

test('the fixes of a document that nobody chose a dialect for are those of what it was taken for', async () => {
  const call = { id: 'c1', recipient: 'functions.f', arguments: '{}' };
  const text = JSON.stringify([
    { role: 'assistant', channel: 'commentary', tool_call: call },
    { role: 'tool', name: 'functions.f', call_id: 'x', content: '1' },
  ]);
  const titles = async (dialect: JsonDialectId | undefined) => {
    const document = openDocument('file:///a.json', 'json', 1, text, dialect) as JsonDocument;
    const range = { start: document.positionAt(0), end: document.positionAt(text.length) };
    const params = { range, context: { diagnostics: [] } };
    const actions = (await ask(document, 'textDocument/codeAction', params)) as { title: string }[];
    return actions.map(({ title }) => title);
  };
  assert.deepEqual(await titles('openchatml-json'), ['Change to `c1`, the id of the preceding call']);
  assert.deepEqual(await titles(undefined), ['Change to `c1`, the id of the preceding call']);
});

test('the outline has the arguments of calls in strings; as objects, editors list them in JSON themselves', () => {
  const call = (given: unknown) => ({ id: 'c', type: 'function', function: { name: 'f', arguments: given } });
  const args = { city: 'Rome', at: { lat: 1 } };
  const members = ['    city "Rome" 0', '    at 0', '      lat "1" 0'];
  for (const given of [args, JSON.stringify(args)]) {
    const text = JSON.stringify([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', tool_calls: [call(given), call('{"b": 2}')] },
    ]);
    const found = outline(open('messages', text)).filter((line) => line.startsWith('    '));
    assert.deepEqual(found, [...(given === args ? [] : members), '    b "2" 0']);
  }
  const projected = {
    role: 'assistant',
    channel: 'commentary',
    tool_call: { recipient: 'functions.f', arguments: '{"a": [5]}' },
  };
  const document = open('openchatml-json', JSON.stringify(projected));
  assert.deepEqual(outline(document).slice(1), ['  a 0', '    0 "5" 0']);
  const [message] = ask(document, 'textDocument/documentSymbol') as Symbol[];
  const range = message?.children?.[0]?.range as Parameters<JsonDocument['getText']>[0];
  assert.equal(document.getText(range), '\\"a\\": [5]');
});
