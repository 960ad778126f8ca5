/** `ocml/convert`: each target form, losses and their ranges, refusals, and data sets. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Conversion } from '../../protocol/conversions.ts';
import { modelFormNames } from '../../server/src/grammar/model-forms.ts';
import { type Client, start } from './client.ts';

let client: Client;
before(async () => {
  client = await start();
});

const conversation = [
  'version: 2.2\n<|start|>user name=ann<|message|>Hi<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>CANARY<|end|>',
  '<|start|>assistant<|channel|>final<|message|>Hello<|end|>',
].join('\n');

let count = 0;
/** Opens a text. Returns its URI. */
function opened(text: string, ending = 'ocml', languageId = 'ocml'): string {
  const uri = `file:///convert-${++count}.${ending}`;
  client.open(uri, text, languageId);
  return uri;
}

const convert = (uri: string, to: unknown, more: object = {}) =>
  client.ask<Conversion>('ocml/convert', uri, { to, ...more });

/** Returns the text that a note is about, in a text with one message per line. */
function marked(text: string, { range: { start, end } }: Conversion['notes'][number]): string {
  assert.equal(start.line, end.line);
  return text.split('\n')[start.line]?.slice(start.character, end.character) ?? '';
}

test('each form that is offered is written, as a document of its language', async () => {
  const uri = opened(conversation);
  const targets =
    await client.connection.sendRequest<{ name: string; title: string; doc: string; aliases: string[] }[]>(
      'ocml/targets',
    );
  assert.deepEqual(targets.find(({ name }) => name === 'hermes')?.aliases, ['chatml', 'qwen']);
  const languages = new Map<string, string>();
  for (const { name, title, doc } of targets) {
    assert.ok(title && doc, name);
    const { text, languageId, version } = await convert(uri, name);
    // This conversation does not contain the two answers that a preference row needs.
    if (name === 'preference') assert.equal(text, undefined);
    else assert.match(text ?? '', /Hello/, name);
    assert.equal(version, 1);
    if (languageId === 'json' && text !== undefined) JSON.parse(text);
    languages.set(name, languageId);
  }
  assert.deepEqual(Object.fromEntries(languages), {
    ...{
      'openchatml-2.2': 'ocml',
      harmony: 'ocml',
      hermes: 'ocml',
      'openchatml-0.1': 'ocml',
      llama3: 'ocml',
      phi3: 'ocml',
    },
    ...{ 'chatml-wire': 'json', 'openchatml-json': 'json', messages: 'json', 'harmony-json': 'json', sharegpt: 'json' },
    ...{ responses: 'json', anthropic: 'json', 'prompt-completion': 'json', alpaca: 'json', preference: 'json' },
    ...{ 'session-trace': 'jsonl', atif: 'json' },
    ...Object.fromEntries(modelFormNames.map((name) => [name, 'plaintext'])),
  });
});

test('a loss has its place, its code and a severity', async () => {
  const { text, notes, more, failed } = await convert(opened(conversation), 'harmony');
  assert.match(text ?? '', /^<\|start\|>user<\|message\|>Hi<\|end\|>/);
  const name = notes.find((note) => marked(conversation, note).includes('ann'));
  assert.deepEqual([name?.code, name?.severity], ['harmony-loss', 'information']);
  assert.deepEqual([more, failed], [0, 0]);
});

test('the text of a model has only what users see, says what its form lacks, and refuses its own tokens as text', async () => {
  const shown = await convert(opened(conversation), 'gemma', { public: true });
  assert.equal(shown.text, '<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>\n');
  const all = await convert(opened(conversation), 'gemma');
  assert.ok(all.notes.some(({ code, message }) => code === 'conversion-loss' && /reasoning is dropped/.test(message)));
  const refused = await convert(opened('version: 2.2\n<|start|>user<|message|>Say <end_of_turn><|end|>'), 'gemma');
  assert.equal(refused.text, undefined);
  assert.deepEqual(
    refused.notes.map(({ code, severity }) => [code, severity]),
    [['conversion-unrepresentable', 'error']],
  );
});

test('a data set becomes rows of the text of a model', async () => {
  const rows =
    '{"messages":[{"role":"user","content":"Hi"}]}\n{"messages":[{"role":"user","content":"<end_of_turn>"}]}\n';
  const { text, languageId, failed } = await convert(opened(rows, 'jsonl', 'json'), 'gemma');
  assert.deepEqual([languageId, failed], ['jsonl', 1]);
  assert.equal(text, '{"text":"<bos><start_of_turn>user\\nHi<end_of_turn>\\n"}\n\n');
});

test('what cannot be said is marked, and there is no text', async () => {
  const text = '<|start|>user<|message|>Say <<|end|> twice<|end|>';
  const { text: written, notes } = await convert(opened(`version: 2.2\n${text}`), 'harmony');
  assert.equal(written, undefined);
  const refused = notes.find(({ code }) => code === 'harmony-unrepresentable');
  assert.equal(refused?.severity, 'error');
  assert.equal(marked(`version: 2.2\n${text}`, refused as Conversion['notes'][number]), '<|end|>');
});

test('public: nothing hidden is in the text or in the notes', async () => {
  const uri = opened(conversation);
  assert.match(JSON.stringify(await convert(uri, 'messages')), /CANARY/);
  const shown = await convert(uri, 'messages', { public: true });
  assert.match(shown.text ?? '', /Hello/);
  assert.doesNotMatch(JSON.stringify(shown), /CANARY/);
});

test('a data set: a line for each line, with notes in theirs', async () => {
  const row = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}';
  const wrong = '{"messages": [{"role": "user", "content": "Say <|end|>"}]}';
  const uri = opened(`${row}\n${wrong}\n\n${row}\n`, 'messages.jsonl', 'jsonl');
  const { text, languageId, notes, failed } = await convert(uri, 'harmony');
  const lines = (text ?? '').split('\n');
  assert.equal(languageId, 'jsonl');
  assert.match(JSON.parse(lines[0] ?? '').text, /Hi<\|end\|>/);
  assert.deepEqual([lines[1], lines[2], lines[3] === lines[0], failed], ['', '', true, 1]);
  const refused = notes.find(({ severity }) => severity === 'error');
  assert.equal(refused?.range.start.line, 1);
  assert.equal(marked(`\n${wrong}`, refused as Conversion['notes'][number]), '<|end|>');
  assert.equal((await convert(opened(`${wrong}\n`, 'messages.jsonl', 'jsonl'), 'harmony')).text, undefined);
});

test('what a document says comes as text that does nothing, and not without end', async () => {
  const name = `a\u202eb\u001b[31m${'x'.repeat(5000)}`;
  const { notes } = await convert(opened(`version: 2.2\n<|start|>user name="${name}"<|message|>Hi<|end|>`), 'harmony');
  assert.ok(notes.length > 0);
  for (const { message } of notes) {
    assert.match(message, /^[\x20-\x7e…]*$/);
    assert.ok(message.length < 2000);
  }
  const many = `version: 2.2\n${'<|start|>user name=a<|message|>Hi<|end|>\n'.repeat(1500)}`;
  const all = await convert(opened(many), 'harmony');
  assert.deepEqual([all.notes.length, all.more >= 500], [1000, true]);
});

test('what is refused says why; nonsense does no harm', async () => {
  const uri = opened(conversation);
  for (const to of ['nothing', 'constructor', 7, null, undefined, {}])
    await assert.rejects(convert(uri, to), /`to` is one of openchatml-2\.2, harmony/);
  await assert.rejects(convert('file:///nowhere.ocml', 'harmony'), /Change Dialect/);
  await assert.rejects(convert(opened('{"a": 1}', 'json', 'json'), 'harmony'), /Change Dialect/);
  const long = `version: 2.2\n<|start|>user<|message|>${'x'.repeat(2_000_000)}<|end|>`;
  await assert.rejects(convert(opened(long), 'harmony'), /2 million characters.*ocml convert/);
  for (const params of [null, 7, [], { textDocument: null, to: 'harmony' }])
    await assert.rejects(client.connection.sendRequest('ocml/convert', params as never), /is one of|Change Dialect/);
});

test('a new transcript begins in each dialect that is offered, and is read in it', async () => {
  const offered =
    await client.connection.sendRequest<{ name: string; title: string; doc: string }[]>('ocml/beginnings');
  const { names } = await client.connection.sendRequest<{ names: Record<string, string> }>('ocml/readings');
  assert.deepEqual(
    offered.slice(0, 4).map(({ title }) => title),
    ['OpenChatML 2.2', 'Harmony', 'OpenChatML 0.1, ChatML', 'Llama 3'],
  );
  for (const { name, title, doc } of offered) {
    assert.equal(title, names[name], 'what the status bar will show');
    assert.ok(doc, name);
    const { text, languageId } = await client.connection.sendRequest<{ text: string; languageId: string }>(
      'ocml/newTranscript',
      { to: name },
    );
    assert.match(text, /Hello/, name);
    const uri = `untitled:new-${name}`;
    client.open(uri, text, languageId);
    const textDocument = { uri };
    await client.connection.sendRequest('ocml/readAs', { textDocument, reading: name });
    const taken = await client.connection.sendRequest<{ dialect: string }>('ocml/takenFor', { textDocument });
    assert.equal(taken.dialect, name);
    const { diagnostics } = await client.diagnostics(uri, 1);
    assert.deepEqual(
      diagnostics.filter(({ severity }) => (severity ?? 1) <= 2),
      [],
      name,
    );
  }
  assert.equal(await client.connection.sendRequest('ocml/newTranscript', { to: 'constructor' }), null);
});

test('what cannot be said is left out with its message, if that is asked for', async () => {
  const text = `${conversation}\n<|start|>user<|message|>Say <<|end|> twice<|end|>\n<|start|>assistant<|channel|>final<|message|>No<|end|>`;
  const uri = opened(text);
  const refused = await convert(uri, 'harmony');
  assert.equal(refused.text, undefined);
  const { text: written = '', notes } = await convert(uri, 'harmony', { anyway: true });
  assert.match(written, /Hello/);
  assert.match(written, /No/);
  assert.doesNotMatch(written, /twice/);
  const left = notes.filter(({ message }) => message.endsWith('The message is dropped.'));
  assert.deepEqual(
    left.map((note) => [note.code, note.severity, marked(text, note)]),
    [['harmony-unrepresentable', 'warning', '<|end|>']],
  );
  assert.deepEqual(
    notes.filter(({ severity }) => severity === 'information').map(({ message }) => message),
    refused.notes.filter(({ severity }) => severity === 'information').map(({ message }) => message),
    'other losses are noted once',
  );
  // Only visible messages are converted, so nothing hidden comes back.
  const shown = await convert(uri, 'harmony', { anyway: true, public: true });
  assert.doesNotMatch(shown.text ?? '', /CANARY|twice/);
});

test('after all that, the server has no complaint and ends as it should', async () => {
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});
