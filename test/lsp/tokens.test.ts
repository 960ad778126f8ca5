/** Tokens in the editor: counts that equal those of the library, hovers, hints, and hostile tokenizers. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Tokens, Truncation } from '../../protocol/token-counts.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { countsOf } from '../../server/src/inspect/counts.ts';
import { countTokens, encodings } from '../../server/src/tokens/encodings.ts';
import { usualEncoding } from '../../server/src/tokens/usual.ts';
import { createFolder } from '../cli/ocml.ts';
import { whole } from '../support/effort.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { start } from './client.ts';

const changed = (part: object) => JSON.stringify({ ...tokenizer, ...part });
const folder = createFolder({
  'tokenizer.json': JSON.stringify(tokenizer),
  'lies.json': changed({ model: { ...tokenizer.model, vocab: { a: 4e9 } } }),
  'deep.json': changed({}).replace('"normalizer":null', `"normalizer":${'{"a":'.repeat(5000)}0${'}'.repeat(5000)}`),
});
after(() => folder.remove());

const everything = { range: { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } } };

/** Documents of every family by file name. */
const documents: Readonly<Record<string, string>> = {
  'a.ocml':
    'version: 2.2\n<|start|>user<|message|>Hi <\\|end\\|><|end|>\n<|start|>assistant<|channel|>final<|message|>Hello there.<|end|>\n',
  'a.harmony':
    '<|start|>user<|message|>What is 2 + 2?<|end|><|start|>assistant<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>',
  'a.chatml': '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi 😀<|im_end|>\n<|im_start|>assistant\n',
  'a.llama3': '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>',
  'a.messages.json': '[{"role": "user", "content": "Hi there"}, {"role": "assistant", "content": "Hello."}]',
  'a.messages.jsonl': '[{"role": "user", "content": "Hi"}]\n[{"role": "user", "content": "Once more"}]\n',
};

test('counts are those of the library, in the encoding of the dialect, message by message', async () => {
  const client = await start();
  for (const [name, text] of Object.entries(documents)) {
    const uri = `file:///${name}`;
    const document = openDocument(uri, 'ocml', 0, text, name.includes('.json') ? 'messages' : undefined);
    client.open(uri, text, name.includes('.json') ? 'json' : 'ocml');
    const encoding = encodings[usualEncoding(document.dialect)];
    const { messages, outside } = countsOf(document, (part) => countTokens(part, encoding));
    const told = await client.ask<Tokens>('ocml/tokens', uri, everything);
    assert.deepEqual([told.encoding, told.outside, told.estimated], [encoding.name, outside, false], name);
    assert.deepEqual(
      told.messages?.map(({ position, tokens }) => [document.offsetAt(position), tokens]),
      messages.map(({ start, tokens }) => [start, tokens]),
      name,
    );
    assert.equal(
      told.total,
      messages.reduce((sum, { tokens }) => sum + tokens, outside),
    );
  }
  assert.equal(await client.stop(), 0);
});

test('the total of one row, and that of another text', async () => {
  const client = await start();
  const [uri, text] = ['file:///a.messages.jsonl', documents['a.messages.jsonl'] as string];
  client.open(uri, text, 'json');
  const whole = await client.ask<Tokens>('ocml/tokens', uri, everything);
  const [first = 0, second = 0] = whole.messages?.map(({ tokens }) => tokens) ?? [];
  const within = { start: { line: 1, character: 0 }, end: { line: 1, character: 99 } };
  const row = await client.ask<Tokens>('ocml/tokens', uri, { ...everything, within });
  assert.deepEqual([row.total, row.messages?.length, whole.total], [second, 2, first + second]);
  const prompt = await client.ask<Tokens>('ocml/tokens', uri, { text: 'Hi there 😀' });
  const encoding = Object.values(encodings).find(({ name }) => name === prompt.encoding) ?? assert.fail();
  assert.equal(prompt.total, countTokens('Hi there 😀', encoding));
  assert.equal((await client.ask<Tokens>('ocml/tokens', uri, { text: '' })).total, 0);
  for (const wrong of [{ within: 7 }, { within: { start: {} } }, { text: 7 }])
    assert.equal((await client.ask<Tokens>('ocml/tokens', uri, wrong)).total, whole.total);
  assert.equal(await client.stop(), 0);
});

test('a hover in a header says how many tokens the message has, and one in a body does not', async () => {
  const client = await start();
  const hover = async (name: string, word: string) => {
    const uri = `file:///${name}`;
    const text = documents[name] ?? '';
    client.open(uri, text, name.includes('.json') ? 'json' : 'ocml');
    // A hover does not wait while a vocabulary is loaded for the first time, so it is loaded before.
    await client.ask('ocml/tokens', uri);
    const character = text.indexOf(word);
    const position = { line: text.slice(0, character).split('\n').length - 1, character: 0 };
    position.character = character - (text.lastIndexOf('\n', character) + 1);
    const said = await client.ask<{ contents: { value: string } } | null>('hover', uri, { position });
    return /\*\*([\d,]+) tokens?\*\* in this message · (\w+)/.exec(said?.contents.value ?? '')?.slice(1);
  };
  assert.deepEqual(await hover('a.harmony', 'user'), ['12', 'o200k_harmony']);
  assert.deepEqual(await hover('a.harmony', 'analysis'), ['8', 'o200k_harmony']);
  assert.equal((await hover('a.chatml', 'system'))?.[1], 'cl100k_base');
  assert.deepEqual(await hover('a.messages.json', '"user"'), ['2', 'o200k_base']);
  assert.deepEqual(await client.ask('inlayHint', 'file:///a.harmony', everything), [], 'hints are off by default');
  assert.equal(await hover('a.ocml', '<\\|end\\|>'), undefined);
  assert.equal(await client.stop(), 0);
});

test('hints, where they are switched on: after each header, and before each message of JSON', async () => {
  const client = await start({ initializationOptions: { inlayHints: { tokens: true, channel: false } } });
  const hints = async (name: string) => {
    client.open(`file:///${name}`, documents[name] ?? '', name.includes('.json') ? 'json' : 'ocml');
    const all = await client.ask<{ label: string; position: object }[]>('inlayHint', `file:///${name}`, everything);
    return all.map(({ label, position }) => [label, ...Object.values(position)]);
  };
  assert.deepEqual(await hints('a.ocml'), [
    ['12 tokens', 1, 13],
    ['9 tokens', 2, 34],
  ]);
  assert.deepEqual(await hints('a.messages.jsonl'), [
    ['1 token', 0, 1],
    ['2 tokens', 1, 1],
  ]);
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { inlayHints: { tokens: false, channel: true } },
  });
  const off = await client.ask('inlayHint', 'file:///a.ocml', everything);
  assert.ok(!JSON.stringify(off).includes('token'), 'they can be switched off');
  assert.equal(await client.stop(), 0);
});

test('what follows an edit, a long run without a space, and a body of 10 MB', { timeout: 60_000 }, async () => {
  const client = await start();
  const uri = 'file:///a.harmony';
  client.open(uri, documents['a.harmony'] as string);
  const total = async () => (await client.ask<Tokens>('ocml/tokens', uri)).total;
  const before = await total();
  client.change(uri, 2, {
    range: { start: { line: 0, character: 24 }, end: { line: 0, character: 24 } },
    text: 'Hello, ',
  });
  assert.equal(await total(), before + 2);
  for (const body of ['a'.repeat(200_000), 'one two '.repeat(1_250_000)]) {
    client.open('file:///long.harmony', `<|start|>user<|message|>${body}<|end|>`);
    const told = await client.ask<Tokens>('ocml/tokens', 'file:///long.harmony');
    assert.equal(told.estimated, true);
    assert.ok(told.total > body.length / 9 && told.total < body.length / 3, String(told.total));
  }
  assert.equal(await client.stop(), 0);
});

test('a document that is closed or edited while it is counted, and a question that is taken back', async () => {
  const client = await start();
  const uri = 'file:///a.ocml';
  const text = `${'<|start|>user<|message|>'}${'Some words and more. '.repeat(40)}<|end|>\n`.repeat(2_000);
  client.open(uri, text);
  const asked = client.ask<Tokens>('ocml/tokens', uri);
  const rejected = assert.rejects(asked, /cancelled/);
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  await rejected;
  client.open(uri, text);
  const counted = client.ask<Tokens>('ocml/tokens', uri);
  client.change(uri, 2, { range: { start: { line: 0, character: 30 }, end: { line: 0, character: 30 } }, text: 'x' });
  assert.equal((await counted).version, 2);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('what goes for a document to fit: as the command line has it, and refused in words', async () => {
  const client = await start();
  const uri = 'file:///fit.harmony';
  const text = [
    '<|start|>system<|message|>Be brief.<|end|>\n',
    '<|start|>user<|message|>What is the weather in Lima?<|end|>\n',
    '<|start|>assistant to=functions.weather<|channel|>commentary<|message|>{"city": "Lima"}<|call|>\n',
    '<|start|>functions.weather<|channel|>commentary<|message|>{"sky": "clear"}<|end|>\n',
    '<|start|>assistant<|channel|>final<|message|>It is clear.<|end|>\n',
    '<|start|>user<|message|>Thank you!<|end|>\n',
  ].join('');
  client.open(uri, text);
  const truncateTo = (uri: string, params: object) => client.ask<Truncation>('ocml/truncate', uri, params);
  const goes = async (limit: number) => {
    const { cuts, dropped } = await truncateTo(uri, { limit });
    return [dropped, ...cuts.flatMap(({ start, end }) => [start.line, end.line])];
  };
  // A question is dropped together with everything that answers it: a call, its reply, and the answer.
  assert.deepEqual([await goes(80), await goes(65), await goes(60)], [[0], [4, 1, 5], [4, 1, 5]]);
  folder.write({ 'fit.harmony': text });
  for (const limit of [20, 30, 40, 55]) {
    const gone = await truncateTo(uri, { limit });
    const { stdout } = folder.ocml('truncate', '--max-tokens', String(limit), 'fit.harmony');
    const document = openDocument(uri, 'ocml', 0, text, undefined);
    const kept = gone.cuts.reduceRight(
      (all, { start, end }) => all.slice(0, document.offsetAt(start)) + all.slice(document.offsetAt(end)),
      text,
    );
    assert.equal(kept, stdout, String(limit));
  }
  const rows = 'file:///rows.messages.jsonl';
  client.open(rows, '[{"role": "user", "content": "Hi"}, {"role": "user", "content": "Once more"}]\n{"a"\n', 'jsonl');
  for (const [where, params, message] of [
    [uri, { limit: 3 }, /The part that must be kept has 1\d tokens, more than the limit of 3\./],
    [uri, { limit: 0 }, /`limit` must be a whole number/],
    [
      uri,
      { limit: 9, strategy: ['constructor'] },
      /`strategy` must be a list with one or more of these steps: keep-system/,
    ],
    [rows, { limit: 2 }, /A part of this file cannot be read/],
  ] as const)
    await assert.rejects(truncateTo(where, params), message);
  assert.equal(await client.stop(), 0);
});

suite('a tokenizer.json', () => {
  const counted = async (path: string, workspaceFolder?: string) => {
    const params = {
      ...{ processId: process.pid, capabilities: {}, rootUri: workspaceFolder ?? null },
      initializationOptions: { 'tokens.tokenizer': path },
    };
    const client = await start({ params });
    const uri = `${workspaceFolder ?? 'file:///'}/a.chatml`;
    client.open(uri, '<|im_start|>user\nhello<|im_end|>');
    const told = await client.ask<Tokens>('ocml/tokens', uri);
    assert.equal(await client.stop(), 0);
    return told;
  };

  test('of a model, by its path or below the folder', async () => {
    for (const told of [
      await counted(`${folder.path}/tokenizer.json`),
      await counted('tokenizer.json', `file://${folder.path}`),
    ]) {
      assert.equal(told.error, undefined);
      assert.deepEqual([told.encoding, told.total], ['tokenizer.json', 8]);
    }
  });

  test('whose expression takes forever is stopped, and hovers do not wait for it', {
    timeout: 110_000,
    skip: !whole && 'it takes half a minute',
  }, async () => {
    const split = { type: 'Split', pattern: { Regex: '(x+x+)+y' }, behavior: 'Isolated', invert: false };
    folder.write({ 'forever.json': changed({ pre_tokenizer: split }) });
    const client = await start({ initializationOptions: { 'tokens.tokenizer': `${folder.path}/forever.json` } });
    const uri = 'file:///a.chatml';
    client.open(uri, `<|im_start|>user\n${'x'.repeat(900)}<|im_end|>`);
    const asked = client.ask<Tokens>('ocml/tokens', uri);
    assert.ok(await client.ask('hover', uri, { position: { line: 0, character: 13 } }));
    assert.match((await asked).error ?? '', /took too long/);
    // The server does not load this tokenizer again immediately.
    assert.match((await client.ask<Tokens>('ocml/tokens', uri)).error ?? '', /took too long/);
    assert.equal(await client.stop(), 0);
  });

  test('that lies is refused in words', async () => {
    for (const [name, message] of [
      ['lies.json', /lies\.json cannot be used as a tokenizer: 4000000000 is not a token id/],
      ['deep.json', /its `normalizer` is nested too deeply/],
      ['none.json', /there is no such file/],
    ] as const)
      assert.match((await counted(`${folder.path}/${name}`)).error ?? '', message);
  });
});
