/** `ocml convert`: its output, the losses that it reports, and the input that it refuses. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { someOf } from '../support/effort.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());
const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');

const transcript = [
  'version: 2.2\ntitle: Hi\n',
  '<|start|>user name=Ann<|message|>Hi\r\n there<|end|>\n',
  '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n',
  '<|start|>tool to=assistant call_id=c1 name=functions.f<|channel|>commentary<|message|>1<|end|>\n',
  '<|start|>assistant<|channel|>final<|message|>漢字 😀<|return|>\n',
].join('');
const inHarmony = [
  '<|start|>user<|message|>Hi\r\n there<|end|>',
  '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
  '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|>',
  '<|start|>assistant<|channel|>final<|message|>漢字 😀<|return|>',
].join('');

test('writes the other form to standard output, and says with its place what is lost', () => {
  folder.write({ 'a.ocml': `\uFEFF${transcript}` });
  const { status, stdout, stderr } = folder.ocml('convert', '--to', 'harmony', 'a.ocml');
  assert.equal(stdout, inHarmony);
  assert.equal(status, 0);
  const places = stderr.split('\n').map((line) => line.split(' ').slice(0, 3).join(' '));
  assert.deepEqual(places, [
    'a.ocml:2:1: information harmony-loss:',
    'a.ocml:3:15: information harmony-loss:',
    'a.ocml:5:35: information harmony-loss:',
    '',
  ]);
  assert.match(stderr, /^a\.ocml:5:35: .* \(and 1 more like this\)$/m);
});

test('a report has every note with its range; neither it nor the output replaces a file without --force', () => {
  folder.write({ 'b.ocml': transcript, 'old.json': 'old', 'out/keep': '' });
  const convert = (...more: string[]) => folder.ocml('convert', '--to', 'messages', 'b.ocml', ...more);
  assert.deepEqual(convert('-o', 'out/b.json', '--report', 'out/report.json').status, 0);
  const { messages } = JSON.parse(read('out/b.json'));
  assert.deepEqual(messages, [
    { role: 'user', name: 'Ann', content: 'Hi\r\n there' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '1' },
    { role: 'assistant', content: '漢字 😀' },
  ]);
  const report = JSON.parse(read('out/report.json'));
  assert.deepEqual(
    report.notes.map(({ code, kind, offset: [start, end] }: { code: string; kind: string; offset: number[] }) => [
      code,
      kind,
      transcript.slice(start, end),
    ]),
    [
      ['conversion-loss', 'loss', 'title: Hi'],
      ['conversion-loss', 'loss', '<|return|>'],
    ],
  );
  for (const [flag, file] of [
    ['-o', 'old.json'],
    ['--report', 'old.json'],
  ] as const) {
    const { status, stdout, stderr } = convert(flag, file);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /old\.json was not written: it already exists\. Use --force to replace it/);
  }
  assert.equal(read('old.json'), 'old');
  chmodSync(join(folder.path, 'old.json'), 0o640);
  assert.equal(convert('-o', 'old.json', '--force').status, 0);
  assert.equal(read('old.json'), read('out/b.json'));
  assert.equal(statSync(join(folder.path, 'old.json')).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(join(folder.path, 'out')).sort(), ['b.json', 'keep', 'report.json']);
});

test('what cannot be said is refused with its range, and leaves nothing', () => {
  folder.write({ 'c.ocml': 'version: 2.2\n<|start|>user<|message|>say <<|end|> now<|end|>\n' });
  const { status, stdout, stderr } = folder.ocml('convert', '--to', 'harmony', 'c.ocml', '-o', 'c.harmony');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^c\.ocml:2:30: error harmony-unrepresentable: The content contains `<\|end\|>`/);
  assert.match(stderr, /\nocml convert: nothing was written\n$/);
  assert.ok(!readdirSync(folder.path).includes('c.harmony'));
});

test('a data set is converted line by line; a line that cannot be is empty and told by its number', () => {
  const line = (text: string) => JSON.stringify({ messages: [{ role: 'user', content: text }] });
  folder.write({ 'd.jsonl': `${line('Hi')}\n${line('<|end|>')}\n\nnonsense\n${line('漢')}` });
  const { status, stdout, stderr } = folder.ocml('convert', '--to', 'harmony', 'd.jsonl');
  assert.equal(status, 1);
  assert.equal(
    stdout,
    [
      '{"text":"<|start|>user<|message|>Hi<|end|>"}',
      '',
      '',
      '',
      '{"text":"<|start|>user<|message|>漢<|end|>"}',
      '',
    ].join('\n'),
  );
  assert.match(stderr, /^d\.jsonl:2:\d+: error harmony-unrepresentable: .*\nd\.jsonl:4:1: error harmony-unrep/);
  assert.match(stderr, /\nocml convert: 2 lines cannot be converted, and are empty in the output\n$/);
});

test('--tokens writes numbers, in which a text may hold anything; numbers are read, also one list a line', () => {
  const list = { messages: [{ role: 'user', content: 'say <|end|> 😀' }] };
  folder.write({ 'n.json': JSON.stringify(list) });
  const written = folder.ocml('convert', '--to', 'harmony', '--tokens', 'n.json');
  assert.deepEqual([written.status, written.stderr], [0, '']);
  assert.match(written.stdout, /^\[200006,[\d,]+,200007\]\n$/);
  const back = (input: string, ...args: string[]) => folder.ocml('convert', '--to', 'messages', ...args, input);
  folder.write({
    'n.ids': written.stdout,
    'n.txt': written.stdout.replace(/[[\],]/g, '\n'),
    'two.ids': written.stdout.repeat(2),
  });
  const line = `${JSON.stringify(list)}\n`;
  for (const input of ['n.ids', 'n.txt']) assert.equal(back(input, '--tokens').stdout, line);
  assert.equal(back('n.ids').stdout, line);
  assert.equal(back('two.ids').stdout, line.repeat(2));
  const { status, stderr } = back('n.json', '--tokens');
  assert.equal(status, 2);
  assert.match(stderr, /n\.json: with a format other than harmony, --tokens expects an array of token ids as input/);
});

test('a list of conversations is a row a line where the output is JSON Lines', () => {
  const rows = ['a', 'b'].map((content) => ({ messages: [{ role: 'user', content }] }));
  folder.write({ 'list.json': JSON.stringify(rows) });
  for (const to of ['messages', 'openchatml-json', 'openchatml-2.2']) {
    const { status } = folder.ocml('convert', '--to', to, 'list.json', '-o', 'rows.jsonl', '--force');
    assert.equal(status, 0);
    const lines = read('rows.jsonl').trimEnd().split('\n');
    assert.equal(lines.length, 2);
    for (const line of lines) assert.ok(!('length' in JSON.parse(line)) || to === 'openchatml-json', line);
  }
});

test('rows that become empty are one error, with their number', () => {
  const row = { messages: [{ role: 'user', content: [{ type: 'text', wrong: 'Hi' }] }] };
  folder.write({ 'empty.jsonl': `${JSON.stringify(row)}\n`.repeat(1100) });
  const { status, stderr } = folder.ocml('convert', '--to', 'harmony', 'empty.jsonl');
  assert.equal(status, 1);
  assert.match(stderr, /rows without anything to convert: 1,100 of 1,100/);
  const said = { messages: [{ role: 'user', content: 'Hi' }] };
  folder.write({ 'empty.json': JSON.stringify([said, ...Array.from({ length: 1100 }, () => row)]) });
  const list = folder.ocml('convert', '--to', 'harmony', 'empty.json');
  assert.equal(list.status, 1);
  assert.match(list.stderr, /nothing was written; rows without anything to convert: 1,100 of 1,101/);
  assert.ok(stderr.split('\n').length < 5, stderr);
});

test('a data set without pairs is one error, with the number of its rows', () => {
  const row = { messages: [{ role: 'user', content: 'Hi' }] };
  folder.write({ 'alone.jsonl': `${JSON.stringify(row)}\n`.repeat(1100) });
  const { status, stderr } = folder.ocml('convert', '--to', 'preference', 'alone.jsonl');
  assert.equal(status, 1);
  assert.match(stderr, /alone\.jsonl:1:14: error .*there is only one answer here.* \(and 1099 more like this\)/);
  assert.ok(stderr.split('\n').length < 5, stderr);
});

test('refuses what it would spoil, and wrong usage', () => {
  folder.write({ 'e.ocml': transcript });
  writeFileSync(join(folder.path, 'wide.ocml'), Buffer.from(`\uFEFF${transcript}`, 'utf16le'));
  writeFileSync(join(folder.path, 'latin.ocml'), Buffer.from('<|start|>user<|message|>é<|end|>', 'latin1'));
  const refused: [readonly string[], RegExp][] = [
    [
      ['e.ocml'],
      /the format to convert to is missing: pass --to-template NAME\|FILE, or --to with one of openchatml-2\.2, harmony/,
    ],
    [['--to', 'zork', 'e.ocml'], /--to takes openchatml-2\.2, .*, not zork/],
    [['--from', 'zork', '--to', 'harmony', 'e.ocml'], /--from takes .*sharegpt.*, not zork/],
    [['--to', 'harmony', 'wide.ocml'], /wide\.ocml is UTF-16: .*iconv/],
    [['--to', 'harmony', 'latin.ocml'], /latin\.ocml: it is not UTF-8/],
    [['--to', 'harmony', 'none.ocml'], /none\.ocml: no such file/],
    [['--to', 'harmony', 'e.ocml', '-o', 'e.ocml', '--force'], /FILE and -o are the same file/],
    [['--to', 'harmony', 'e.ocml', '-o', 'none/x'], /its folder does not exist/],
  ];
  for (const [args, reason] of someOf(refused)) {
    const { status, stdout, stderr } = folder.ocml('convert', ...args);
    // A fault in the content of a file is not a wrong use of the command line, so the exit code is 1.
    const code = /UTF-(?:8|16)/.test(reason.source) ? 1 : 2;
    assert.deepEqual([status, stdout], [code, ''], args.join(' '));
    assert.match(stderr, reason);
  }
  assert.equal(read('e.ocml'), transcript);
});

test('a large data set is converted in threads: its lines and what is said of them come in their order', () => {
  const content = 'a long answer '.repeat(60);
  const row = (i: number, text = content) =>
    JSON.stringify([
      { role: 'user', name: 'Ann', content: `${i}` },
      { role: 'assistant', content: text },
    ]);
  const [count, refused] = [12_000, 11_990];
  const rows = Array.from({ length: count }, (_, i) => row(i, i === refused ? 'not <|end|> this' : content));
  folder.write({ 'large.jsonl': `${rows.join('\n')}\n` });
  const options = ['--to', 'harmony', 'large.jsonl', '-o', 'large.out', '--report', 'large.json'];
  const { status, stderr } = folder.ocml('convert', ...options);
  assert.equal(status, 1);
  const written = read('large.out').split('\n');
  assert.equal(written.length, count + 1);
  for (let i = 0; i < count; i++) {
    const said = `<|start|>user<|message|>${i}<|end|><|start|>assistant<|channel|>final<|message|>${content}<|end|>`;
    if (written[i] !== (i === refused ? '' : JSON.stringify({ text: said })))
      assert.fail(`line ${i + 1}: ${written[i]}`);
  }
  const { notes } = JSON.parse(read('large.json'));
  assert.equal(notes.length, count + 1);
  const lines = notes.map((note: { range: { start: { line: number } } }) => note.range.start.line);
  assert.deepEqual(
    lines,
    [...Array(count).keys(), refused].sort((a, b) => a - b),
  );
  const offset = read('large.jsonl').indexOf('<|end|>');
  const note = notes.find(({ kind }: { kind: string }) => kind === 'refused');
  assert.deepEqual([note.range.start.line, note.offset[0]], [refused, offset]);
  assert.match(stderr, /^large\.jsonl:11991:\d+: error harmony-unrepresentable/m);
  assert.match(
    stderr,
    /^large\.jsonl:1:\d+: information harmony-loss: `name=Ann` is dropped: .* \(and 11999 more like this\)$/m,
  );
});

test('what differs by its place and value alone is told once, and a report has all of it', () => {
  const turn = (i: number) => [
    `<|start|>user name=Ann${i}<|message|>?<|end|>`,
    `<|start|>assistant to=functions.f call_id=c${i}<|channel|>commentary<|constrain|>json<|message|>{}<|call|>`,
    `<|start|>tool to=assistant call_id=c${i} name=functions.f<|channel|>commentary<|message|>1<|end|>`,
  ];
  const lines = Array.from({ length: 50 }, (_, i) => turn(i)).flat();
  folder.write({ 'many.ocml': `version: 2.2\n${lines.join('\n')}\n` });
  const { stderr } = folder.ocml('convert', '--to', 'harmony', 'many.ocml', '--report', 'many.json');
  assert.deepEqual(stderr.trimEnd().split('\n'), [
    "many.ocml:2:15: information harmony-loss: `name=Ann0` is dropped: Harmony's parser rejects speaker names; --keep-names writes them anyway. (and 49 more like this)",
    'many.ocml:3:35: information harmony-loss: `call_id=c0` is dropped: Harmony has no ids, and matches calls and replies by their order. (and 99 more like this)',
  ]);
  assert.equal(JSON.parse(read('many.json')).notes.length, 150);
  const row = (i: number) => JSON.stringify([{ role: 'user', name: `Ann${i}`, content: '?' }]);
  folder.write({
    'many.jsonl': `${Array.from({ length: 300 }, (_, i) => row(i)).join('\n')}\n{"messages":[],"id":1}\n`,
  });
  const told = folder.ocml('convert', '--to', 'harmony', 'many.jsonl').stderr.trimEnd().split('\n');
  assert.match(told[0] ?? '', /^many\.jsonl:1:\d+: .*`name=Ann0` is dropped.* \(and 299 more like this\)$/);
  assert.match(told[1] ?? '', /^many\.jsonl:301:\d+: .*`id` is dropped/);
  assert.equal(told.length, 2);
});

test('--pretty is for reading: a message of Harmony a line, JSON with indentation', () => {
  folder.write({
    'p.harmony': '<|start|>user<|message|>Hi\n<|end|><|start|>assistant<|channel|>final<|message|>a\n\nb<|return|>',
  });
  const { stdout } = folder.ocml('convert', '--to', 'harmony', '--pretty', 'p.harmony');
  assert.equal(
    stdout,
    '<|start|>user<|message|>Hi\n<|end|>\n<|start|>assistant<|channel|>final<|message|>a\n\nb<|return|>',
  );
  const json = folder.ocml('convert', '--to', 'messages', '--pretty', 'p.harmony');
  assert.match(json.stdout, /^\{\n {2}"messages": \[\n {4}\{\n {6}"role": "user",\n {6}"content": "Hi\\n"/);
  const text = folder.ocml('convert', '--to', 'llama3', '--pretty', 'p.harmony').stdout;
  assert.match(text, /<\|eot_id\|>\n<\|start_header_id\|>assistant<\|end_header_id\|>\n\na\n\nb<\|eot_id\|>/);
});

test("JSON Lines of OpenChatML's JSON are one conversation, each line a message", () => {
  const lines = [
    '{"role":"user","content":"Hi","name":"Ann Lee"}',
    '',
    '{"role":"assistant","channel":"commentary","tool_call":{"id":"c1","recipient":"functions.f","arguments":{"n": 1.0}}}',
    '{"role":"tool","call_id":"c1","content":"one"}',
    '{"role":"assistant","channel":"final","content":"One."}',
  ];
  folder.write({ 'm.ocml.jsonl': `${lines.join('\r\n')}\r\n` });
  const { status, stdout, stderr } = folder.ocml('convert', '--to', 'openchatml-2.2', 'm.ocml.jsonl');
  assert.equal(status, 0);
  assert.match(stdout, /^version: 2\.2\n<\|start\|>user name=Ann_Lee<\|message\|>Hi<\|end\|>\n/);
  assert.match(stdout, /to=functions\.f call_id=c1<\|channel\|>commentary<\|message\|>\{"n":1\.0\}<\|call\|>/);
  assert.match(stdout, /<\|start\|>tool to=assistant call_id=c1 name=functions\.f<\|message\|>one<\|end\|>/);
  assert.match(stderr, /^m\.ocml\.jsonl:1:38: information conversion-loss: The value is written as `name=Ann_Lee`/);
  const seen = folder.ocml('convert', '--to', 'messages', '--public', 'm.ocml.jsonl').stdout;
  assert.equal(
    seen,
    '{"messages":[{"role":"user","name":"Ann Lee","content":"Hi"},{"role":"assistant","content":"One."}]}\n',
  );
  folder.write({ 'data.ocml.jsonl': `[${lines[0]}]\n[${lines[0]}]\n` });
  const rows = folder.ocml('convert', '--to', 'messages', 'data.ocml.jsonl').stdout;
  assert.equal(rows.match(/\n/g)?.length, 2);
});

test('--each-answer: a row for each answer, on a line of its own, of a data set and of one conversation', () => {
  const said = (content: string) => [
    { role: 'user', content: `${content}?` },
    { role: 'assistant', content },
  ];
  const rows = [[...said('One'), ...said('Two')], [{ role: 'user', content: 'Nothing' }], said('Three')];
  const broken = '{"messages": [';
  folder.write({
    'rows.jsonl': `${JSON.stringify(rows[0])}\n${broken}\n\n${JSON.stringify(rows[1])}\n${JSON.stringify(rows[2])}\n`,
    'rows.json': JSON.stringify(rows[0]),
  });
  const each = (...more: string[]) =>
    folder.ocml('convert', '--to', 'harmony', '--for-training', '--each-answer', ...more);
  const answersIn = (text: string) =>
    text.split(/(?<=\n)/).map((line) => {
      assert.ok(line.endsWith('\n'));
      return /.*<\|message\|>(\w+)<\|return\|>$/.exec(JSON.parse(line).text)?.[1];
    });
  const all = each('rows.jsonl');
  assert.deepEqual(answersIn(all.stdout), ['One', 'Two', 'Three']);
  assert.equal(all.status, 1);
  assert.match(all.stderr, /^rows\.jsonl:2:/m);
  assert.deepEqual(answersIn(each('rows.json').stdout), ['One', 'Two']);
  assert.equal(JSON.parse(each('--pretty', 'rows.json').stdout).length, 2);
  const lists = folder.ocml('convert', '--to', 'messages', '--for-training', '--each-answer', 'rows.jsonl').stdout;
  assert.deepEqual(
    lists
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).messages.length),
    [2, 4, 2],
  );
});

test('a link stays one: what it leads to is replaced, and nothing is made where it leads nowhere', {
  skip: process.platform === 'win32',
}, () => {
  mkdirSync(join(folder.path, 'far'));
  folder.write({ 'l.ocml': transcript, 'far/old.harmony': 'old' });
  symlinkSync('far/old.harmony', join(folder.path, 'link.harmony'));
  symlinkSync('far/none.harmony', join(folder.path, 'broken.harmony'));
  const write = (output: string) => folder.ocml('convert', '--to', 'harmony', '--force', '-o', output, 'l.ocml');
  assert.equal(write('link.harmony').status, 0);
  assert.equal(read('far/old.harmony'), inHarmony);
  const { status, stderr } = write('broken.harmony');
  assert.equal(status, 2);
  assert.match(stderr, /broken\.harmony was not written: it is a link to a file that does not exist/);
  assert.ok(!existsSync(join(folder.path, 'far/none.harmony')));
  for (const name of ['link.harmony', 'broken.harmony']) assert.ok(lstatSync(join(folder.path, name)).isSymbolicLink());
});

suite('Harmony has no escapes, no literal blocks and no markers of thoughts (HARM-03)', () => {
  const body = (text: string) => `<|start|>user<|message|>${text}<|end|>`;
  const written: Record<string, string> = {
    '<|literal|>a <b> c<|endliteral|>': 'a <b> c',
    '<|literal|>a <<|b|> c<|endliteral|>': 'a <<|b|> c',
    'a <<|start_reason|> b': 'a <|start_reason|> b',
    'a <<|endliteral|> b': 'a <|endliteral|> b',
  };
  for (const [text, harmony] of Object.entries(written))
    test(text, () => {
      folder.write({ 'c.ocml': body(text) });
      const { status, stdout } = folder.ocml('convert', '--to', 'harmony', 'c.ocml');
      assert.deepEqual([status, stdout], [0, body(harmony)]);
    });
  for (const text of ['<|literal|>a <|end|> b<|endliteral|>', 'a <<|message|> b'])
    test(text, () => {
      folder.write({ 'c.ocml': body(text) });
      const { status, stdout, stderr } = folder.ocml('convert', '--to', 'harmony', 'c.ocml');
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^c\.ocml:1:\d+: error harmony-unrepresentable: .*--tokens/);
    });
});

test('several conversations on the wire are JSON Lines, which are read again', () => {
  const lists = [[{ role: 'user', content: 'a' }], [{ role: 'user', content: 'b' }]];
  writeFileSync(join(folder.path, 'two.json'), JSON.stringify(lists));
  const { status, stdout } = folder.ocml('convert', '--to', 'chatml-wire', 'two.json');
  assert.equal(status, 0);
  writeFileSync(join(folder.path, 'two.wire.jsonl'), stdout);
  const back = folder.ocml('convert', '--to', 'messages', 'two.wire.jsonl');
  assert.deepEqual(
    back.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    lists.map((messages) => ({ messages })),
  );
});

test('in a stream, a content that is an object is told, and does not replace the text before it', () => {
  const event = (content: unknown) =>
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;
  writeFileSync(join(folder.path, 'odd.sse'), `${event('Hel')}${event({ text: 'lo' })}data: [DONE]\n\n`);
  const { stdout, stderr } = folder.ocml('convert', '--to', 'messages', 'odd.sse');
  assert.match(stdout, /"content":"Hel"/);
  assert.match(stderr, /in 1 event, `content` is an object instead of text, so text may be missing/);
});
