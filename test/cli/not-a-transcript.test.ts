/** For files that are not transcripts, each command says so, and none changes them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ocml } from '../support/command.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());
const events = [
  'data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"In "}}]}',
  'data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"March <|channel|>."}}]}',
  'data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  'data: [DONE]',
  '',
].join('\n\n');
const texts: readonly (readonly [name: string, text: string])[] = [
  ['c.yaml', 'name: a\nname: b\n'],
  ['compose.yml', 'services:\n  a: 1\n  a: 2\n'],
  ['config.yml', 'version: 2\njobs:\n  a: 1\n  a: 2\n'],
  ['README.md', '# Tokens\n\nThe token `<|start|>assistant <|channel|> final` begins one.\n'],
  [
    'server.log',
    '2026-01-02 10:00:00 INFO prompt: <|start|>user<|message|>Hi\n<|start|>assistant <|channel|> final<|message|>x\n',
  ],
  ['tsconfig.json', '// c\n{"compilerOptions": {"strict": true,},}\n'],
  ['package.json', '{"a":1,"a":2,}\n'],
  ['page.json', '{"name":"x","text":"Hello",}\n'],
  ...['events.txt', 'events.log', 'events.sse', 'events.json', 'events.jsonl', 'events.ocml', 'events'].map(
    (name) => [name, events] as const,
  ),
];

for (const [name, text] of texts)
  test(`${name} stays as it is`, () => {
    const file = join(folder.path, name);
    writeFileSync(file, text);
    for (let run = 0; run < 2; run++) {
      ocml(['check', '--fix', '--strict', file]);
      assert.equal(readFileSync(file, 'utf8'), text);
    }
    ocml(['format', '--write', file]);
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.equal(ocml(['check', '--fix', '-'], { input: text }).stdout, text);
  });

test('what is not a transcript is not converted, in any form', () => {
  for (const to of ['messages', 'openchatml-2.2', 'harmony', 'openchatml-json']) {
    const { status, stdout, stderr } = ocml(['convert', '--to', to], { input: 'name: a\nname: b\n' });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /is not a transcript/);
  }
  // A dialect that is chosen explicitly is used, but a text without messages is refused, because it would become an empty conversation.
  const chosen = ocml(['convert', '--from', 'openchatml-2.2', '--to', 'messages'], { input: 'name: a\n' });
  assert.equal(chosen.status, 1);
  assert.match(chosen.stderr, /No message was found in this text/);
});

test('one problem for a whole file', () => {
  const { stdout } = ocml(['check', '--format', 'json', '-'], { input: 'name: a\nname: b\nversions: 1\n' });
  const [{ diagnostics }] = JSON.parse(stdout);
  assert.deepEqual(
    diagnostics.map(({ code }: { code: string }) => code),
    ['not-a-transcript'],
  );
});

test('a stream is read as the message that it adds up to, whatever its file is called', () => {
  for (const name of ['events.txt', 'events.json', 'events.jsonl', 'events.ocml', 'events', '-']) {
    const input = events;
    if (name !== '-') writeFileSync(join(folder.path, name), events);
    const file = name === '-' ? name : join(folder.path, name);
    const converted = ocml(['convert', '--to', 'messages', file], { input });
    assert.deepEqual(JSON.parse(converted.stdout), {
      messages: [{ role: 'assistant', content: 'In March <|channel|>.' }],
    });
    assert.match(ocml(['inspect', file], { input }).stdout, /assistant/);
    assert.match(ocml(['render', '--as', 'text', file], { input }).stdout, /In March/);
    const [{ diagnostics }] = JSON.parse(ocml(['check', '--format', 'json', file], { input }).stdout);
    assert.deepEqual(
      diagnostics.map(({ code, severity }: { code: string; severity: string }) => [code, severity]),
      [['not-a-transcript', 'information']],
    );
  }
});

test('a response that was saved with its headers is a stream, for every command', () => {
  const input = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${events}`;
  assert.match(ocml(['convert', '--to', 'messages'], { input }).stdout, /In March/);
  assert.match(ocml(['stream'], { input }).stdout, /"delta":"In March/);
  const [{ diagnostics }] = JSON.parse(ocml(['check', '--format', 'json', '-'], { input }).stdout);
  assert.equal(diagnostics[0].severity, 'information');
});

test('commands that work on a text as it is refuse a stream, and those that work on messages read them', () => {
  const file = join(folder.path, 'stream.json');
  writeFileSync(file, events);
  for (const args of [['split'], ['fim', '--apply'], ['truncate', '--max-tokens', '999']]) {
    const { status, stdout, stderr } = ocml([...args, file]);
    assert.ok(status !== 0 && stdout === '', args[0]);
    assert.match(stderr, /events or chunks streamed by a chat API/, args[0]);
  }
  for (const args of [
    ['import', '--template', 'chatml'],
    ['wire', '--as', 'request'],
    ['wire', '--append', 'x'],
  ]) {
    const { status, stdout } = ocml([...args, file]);
    assert.ok(status !== 0 && stdout === '', args[0]);
  }
  assert.match(ocml(['tokens', file]).stdout, /line 1: assistant on final\n/);
  // The name of this file indicates another kind than its content.
  assert.match(ocml(['convert', '--to', 'messages', file]).stdout, /In March/);
  const { stdout } = ocml(['render', '--template', 'chatml', '--no-generation-prompt', file]);
  assert.equal(stdout, '<|im_start|>assistant\nIn March <|channel|>.<|im_end|>');
});

test('events of 2.2 §9 are read as the messages that they add up to, and what is hidden stays hidden', () => {
  const sse = (...all: object[]) => all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const shown = (delta: string, more: object = {}) => ({
    ...{ event: 'response.delta', message_id: 'm2', channel: 'final', delta },
    ...more,
  });
  const input = [
    { event: 'debug.delta', message_id: 'm1', role: 'assistant', delta: 'SECRET' },
    shown('In '),
    shown('March'),
    shown('SECRET', { message_id: 'm3' }),
    { event: 'response.cancel', message_id: 'm3', reason: 'interrupted' },
  ];
  const odd = [...input, shown('SECRET', { thought: true })];
  for (const all of [input, odd]) {
    const seen = ocml(['render', '--as', 'text'], { input: sse(...all) }).stdout;
    assert.match(seen, /In March/);
    assert.doesNotMatch(seen, /SECRET/);
  }
  assert.deepEqual(JSON.parse(ocml(['convert', '--to', 'messages'], { input: sse(...input) }).stdout), {
    messages: [{ role: 'assistant', reasoning_content: 'SECRET', content: 'In March' }],
  });
});

test('a stream that is cut off is said to be, and one without a message is refused', () => {
  const cut = ocml(['convert', '--to', 'messages'], { input: events.slice(0, events.indexOf('\n\n', 150)) });
  assert.match(cut.stderr, /before the server reports why the model stopped/);
  assert.match(cut.stdout, /In /);
  const none = ocml(['convert', '--to', 'messages'], { input: 'data: {"candidates": []}\n\n' });
  assert.deepEqual([none.status, none.stdout], [1, '']);
  assert.match(none.stderr, /these stream events contain no message/);
});
