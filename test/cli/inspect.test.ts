/** `ocml inspect` and `ocml truncate` with text and JSON documents. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { someOf } from '../support/effort.ts';
import { createFolder } from './ocml.ts';

const call = (id: string, body: string) =>
  `<|start|>assistant to=functions.w call_id=${id}<|channel|>commentary<|constrain|>json<|message|>${body}<|call|>\n`;
const reply = (id: string, body: string) =>
  `<|start|>tool name=functions.w call_id=${id} to=assistant<|channel|>commentary<|message|>${body}<|end|>\n`;
const system = '<|start|>system<|message|>Be brief.<|end|>\n';
const thought = '<|start|>assistant<|channel|>analysis<|message|><|start_reason|>SECRET plan<|end|>\n';
const asked = '<|start|>user<|message|>Weather?<|end|>\n';
const answer = '<|start|>assistant<|channel|>final<|message|>It is 20.<|end|>\n';
const last = '<|start|>user<|message|>Thanks<|end|>\n';
const header = 'version: 2.2\ncapabilities:\n  roles: ["user", "assistant"]\n';
const transcript = [
  header,
  system,
  asked,
  thought,
  call('a', '{"q": "<<|end|>"}'),
  call('b', '{"q":"Rome"}'),
  call('c', '{}'),
  call('d', '{}'),
  call('e', '{}'),
  reply('b', '{"ok":false,"error":{"code":"E-TOOL-TIMEOUT"}}'),
  reply('a', '{"ok":true,"content":20}'),
  reply('c', '{"ok":false,"error":"E-TOOL-CANCELLED"}'),
  reply('e', '{"ok":false,"error":"no"}'),
  answer,
  last,
].join('');
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'w', arguments: '{"q": 1}' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: '20' },
  { role: 'assistant', content: 'It is 20.' },
  { role: 'user', content: 'Thanks' },
];

const folder = createFolder({ 'a.ocml': transcript, 'a.json': JSON.stringify({ messages }) });
after(() => folder.remove());
const done = (stdout: string, stderr = '') => ({ status: 0, stdout, stderr });
const json = (...args: string[]) => JSON.parse(folder.ocml('inspect', '--format', 'json', ...args).stdout);

suite('inspect', () => {
  test('--calls: id, tool, arguments, status and turn of each', () => {
    const calls = json('--calls', 'a.ocml');
    assert.deepEqual(calls[0], {
      id: 'a',
      to: 'functions.w',
      arguments: { q: '<|end|>' },
      status: 'answered',
      turn: 1,
      line: 7,
    });
    assert.deepEqual(
      calls.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`),
      ['a answered', 'b timeout', 'c cancelled', 'd open', 'e error'],
    );
    assert.match(
      folder.ocml('inspect', '--calls', 'a.ocml').stdout,
      /^2 {2}b {2}functions\.w {2}timeout {2}turn 1, line 8 {2}\{"q":"Rome"\}$/m,
    );
    folder.write({ 'none.ocml': `${asked}${answer}`, 'asked.ocml': asked });
    const { status, stdout, stderr } = folder.ocml('inspect', '--calls', 'none.ocml');
    assert.deepEqual([status, stdout, stderr], [0, '', 'ocml inspect: none.ocml: it contains no tool calls\n']);
    assert.match(
      folder.ocml('inspect', '--turns', 'asked.ocml').stderr,
      /asked\.ocml: it contains no assistant turns$/m,
    );
    assert.deepEqual(json('--calls', 'none.ocml'), []);
    assert.deepEqual(json('--calls', 'a.json'), [
      { id: 'a', to: 'functions.w', arguments: { q: 1 }, status: 'answered', turn: 1, line: 1 },
    ]);
  });

  test('calls without ids get some', () => {
    folder.write({
      'h.harmony':
        '<|start|>user<|message|>Hi<|end|><|start|>assistant to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    });
    assert.deepEqual(json('--calls', 'h.harmony'), [
      { id: 'h1', to: 'functions.f', arguments: {}, status: 'open', turn: 1, line: 1 },
    ]);
  });

  test('--tool-input: the body of that call and nothing else', () => {
    assert.deepEqual(folder.ocml('inspect', '--tool-input', 'a', 'a.ocml'), done('{"q": "<|end|>"}'));
    const { status, stdout, stderr } = folder.ocml('inspect', '--tool-input', 'x', 'a.ocml');
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(stderr, 'ocml inspect: a.ocml: no call has the id x; --calls lists all calls\n');
    folder.write({ 'twice.ocml': `version: 2.2\n${call('a', '1')}${call('a', '2')}` });
    assert.match(
      folder.ocml('inspect', '--tool-input', 'a', 'twice.ocml').stderr,
      /several calls have the id a, on lines 2, 3/,
    );
  });

  test('--turns, --stats, and capabilities, ranks and reasoning without a switch', () => {
    assert.deepEqual(json('--turns', 'a.ocml'), [
      { turn: 1, line: 6, messages: 11, calls: Array(5).fill('functions.w'), answered: true },
    ]);
    assert.deepEqual(json('--stats', 'a.ocml'), {
      ...{ conversations: 1, messages: 14, roles: { assistant: 7, tool: 4, user: 2, system: 1 } },
      ...{ channels: { commentary: 9, analysis: 1, final: 1 }, tools: { 'functions.w': 5 } },
    });
    const { version, capabilities, messages: ranked, thoughts } = json('a.ocml');
    assert.deepEqual([version, capabilities], ['2.2', { roles: ['user', 'assistant'] }]);
    const ranks = ranked.map(({ rank }: { rank: number }) => rank);
    assert.deepEqual(ranks, ranks.toSorted());
    assert.deepEqual(thoughts, [{ marker: 'start_reason', line: 6, characters: 11 }]);
    assert.doesNotMatch(
      JSON.stringify([json('a.ocml'), json('--turns', 'a.ocml'), json('--stats', 'a.ocml')]),
      /SECRET/,
    );
  });

  test('rows of a data set', () => {
    const row = JSON.stringify({ messages });
    folder.write({ 'train.jsonl': `${row}\n${row}\n` });
    assert.deepEqual(
      json('--calls', 'train.jsonl').map(({ line, turn }: { line: number; turn: number }) => [line, turn]),
      [
        [1, 1],
        [2, 2],
      ],
    );
    assert.equal(json('--stats', 'train.jsonl').conversations, 2);
  });

  test('what is not a conversation is said', () => {
    folder.write({ 'mixed.jsonl': `${JSON.stringify({ messages })}\n{"messages": [\n` });
    for (const command of [
      ['inspect', '--stats'],
      ['truncate', '--max-tokens', '10'],
    ]) {
      const { status, stderr } = folder.ocml(...command, 'mixed.jsonl');
      assert.equal(status, 1);
      assert.match(stderr, /: mixed\.jsonl:2:1: this cannot be read as a conversation$/m);
    }
  });

  test('wrong usage', () => {
    for (const args of someOf([
      ['--calls', '--turns'],
      ['--format', 'xml'],
      ['--nothing'],
      ['a.ocml', 'b.ocml'],
      ['no-such-file'],
    ]))
      assert.equal(folder.ocml('inspect', ...args).status, 2, args.join(' '));
  });
});

suite('truncate', () => {
  const truncate = (...args: string[]) => folder.ocml('truncate', ...args);

  test('what fits stays as it is', () =>
    assert.deepEqual(truncate('--max-tokens', '1000', 'a.ocml'), done(transcript)));

  test('the oldest questions go with all that answers them; the system message and the last question stay', () => {
    const { status, stdout, stderr } = truncate('--max-tokens', '60', 'a.ocml');
    assert.deepEqual([status, stdout], [0, header + system + last]);
    assert.equal(stderr, 'ocml truncate: 12 messages removed\n');
    assert.equal(truncate('--max-tokens', '45', '--strategy', 'drop-oldest', 'a.ocml').stdout, header + last);
  });

  test('reasoning of turns that are over may go first', () => {
    const total = JSON.parse(folder.ocml('tokens', '--format', 'json', 'a.ocml').stdout).total as number;
    const { stdout } = truncate(
      '--max-tokens',
      String(total - 1),
      '--strategy',
      'keep-system,drop-reasoning,drop-oldest',
      'a.ocml',
    );
    assert.equal(stdout, transcript.replace(thought, ''));
  });

  test('message lists, and each row of a data set', () => {
    const short = { messages: [messages[0], messages[5]] };
    assert.equal(truncate('--max-tokens', '10', 'a.json').stdout, JSON.stringify(short));
    folder.write({ 'rows.jsonl': `${JSON.stringify({ messages })}\n{"messages":[{"role":"user","content":"Hi"}]}\n` });
    assert.equal(
      truncate('--max-tokens', '10', 'rows.jsonl').stdout,
      `${JSON.stringify(short)}\n{"messages":[{"role":"user","content":"Hi"}]}\n`,
    );
  });

  test('a row that cannot fit, or is not a conversation, is named and left out; the others are written', () => {
    const row = (...contents: string[]) =>
      JSON.stringify({ messages: contents.map((content) => ({ role: 'user', content })) });
    const long = 'word '.repeat(200);
    const pair = JSON.stringify({
      prompt: [
        { role: 'user', content: 'old' },
        { role: 'user', content: 'Hi' },
      ],
      chosen: [{ role: 'assistant', content: long }],
      rejected: [{ role: 'assistant', content: 'No.' }],
    });
    const rows = [row('Hi'), row(long), '{"broken": ', row('old '.repeat(20), 'new'), pair, '', row('Yo')];
    folder.write({ 'mixed.jsonl': `${rows.join('\r\n')}\r\n` });
    const { status, stdout, stderr } = truncate('--max-tokens', '5', 'mixed.jsonl');
    assert.equal(stdout, `${[row('Hi'), '', '', row('new'), '', '', row('Yo')].join('\r\n')}\r\n`);
    assert.deepEqual(
      [...stderr.matchAll(/mixed\.jsonl:(\d+):1: ([Tt]he part that must be kept|this cannot be read)/g)].map(
        ([, line]) => line,
      ),
      ['2', '3', '5'],
    );
    assert.match(
      stderr,
      /\nocml truncate: 3 rows omitted: their lines in the output are empty\n.* 1 message removed\n$/,
    );
    assert.equal(status, 1);
    folder.write({ 'none.jsonl': `${row(long)}\n{}\n` });
    const none = truncate('--max-tokens', '5', 'none.jsonl', '-o', 'none.out');
    assert.deepEqual([none.status, /nothing was written/.test(none.stderr)], [1, true]);
    assert.ok(!readdirSync(folder.path).includes('none.out'));
  });

  // If each row were searched for from the beginning of the file, thousands of rows would take minutes. The command would then exceed its
  // time limit.
  test('of a large data set, each row that cannot fit, in its line', () => {
    const count = 10_000;
    const row = `${JSON.stringify({ messages: [{ role: 'user', content: 'word '.repeat(200) }] })}\n`;
    folder.write({ 'many.jsonl': row.repeat(count) });
    const { status, stderr } = truncate('--max-tokens', '5', 'many.jsonl');
    assert.equal(status, 1);
    const lines = [
      ...stderr.matchAll(/many\.jsonl:(\d+):1: the part that must be kept has 201 tokens, but only 5 are allowed/g),
    ].map(([, line]) => Number(line));
    assert.deepEqual(
      lines,
      [...Array(count).keys()].map((i) => i + 1),
    );
  });

  test('what cannot fit is said, and nothing is written', () => {
    const { status, stdout, stderr } = truncate('--max-tokens', '5', 'a.ocml');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(
      stderr,
      /^ocml truncate: a\.ocml:1:1: the part that must be kept has \d+ tokens, but only 5 are allowed\n.* raise --max-tokens, .*remove keep-system from --strategy\n.*nothing was written\n$/,
    );
    const without = truncate('--max-tokens', '5', '--strategy', 'drop-oldest', 'a.ocml').stderr;
    assert.match(without, /^ocml truncate: the last question .* raise --max-tokens, or shorten/m);
    assert.doesNotMatch(without, /keep-system/);
  });

  test('wrong usage', () => {
    for (const args of someOf([
      [],
      ['--max-tokens', '0'],
      ['--max-tokens', '9', '--strategy', 'drop-all'],
      ['--max-tokens', '9', '--encoding', 'x'],
    ]))
      assert.equal(truncate(...args, 'a.ocml').status, 2, args.join(' '));
  });
});
