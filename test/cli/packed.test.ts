/** Compressed data sets and Parquet files are read like their uncompressed lines. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, suite, test } from 'node:test';
import zlib, { gzipSync } from 'node:zlib';
import { parquetOf, parquetOfTexts, type Turn } from '../support/parquet.ts';
import { packed as packedEntry, zipOf } from '../support/zip.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());
const write = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder.path, name), bytes);
afterEach(() => {
  for (const name of readdirSync(folder.path)) writeFileSync(join(folder.path, name), '');
});

const right: readonly Turn[] = [
  { role: 'user', content: '3 + 4? 😀' },
  { role: 'assistant', content: 'Seven.' },
];
const wrong: readonly Turn[] = [right[0] as Turn, { role: 'asistant', content: 'Seven.' }];
const many = Array.from({ length: 250 }, (_, i) => (i === 6 || i === 212 ? wrong : right));
const linesOf = (rows: typeof many) => rows.map((messages) => `${JSON.stringify({ messages })}\n`).join('');

/** Returns the problems as `CODE:LINE`. */
function found(...args: string[]): string[] {
  const { stdout, stderr } = folder.ocml('check', '--format', 'json', ...args);
  assert.equal(stderr, '');
  const files = JSON.parse(stdout) as { diagnostics: { code: string; range: { start: { line: number } } }[] }[];
  return files.flatMap(({ diagnostics }) => diagnostics.map(({ code, range }) => `${code}:${range.start.line + 1}`));
}
const both = ['template-role-unknown:7', 'template-role-unknown:213'];

type Refused = Readonly<Record<string, readonly [content: Uint8Array | string, message: RegExp]>>;

/** Asserts that files cannot be read, each for its reason, and that the exit code is 2. */
function refused(files: Refused): void {
  for (const [name, [content]] of Object.entries(files)) write(name, content);
  const { status, stderr } = folder.ocml('check', ...Object.keys(files));
  assert.equal(status, 2, stderr);
  for (const [name, [, message]] of Object.entries(files))
    assert.match(stderr.split('\n').find((line) => line.startsWith(`ocml check: ${name}: `)) ?? '', message, name);
}

suite('compressed', () => {
  test('gzip is checked by the line', () => {
    write('a.jsonl.gz', gzipSync(linesOf(many)));
    assert.deepEqual(found('a.jsonl.gz'), both);
  });

  test('several members are one text', () => {
    write('a.jsonl.gz', Buffer.concat([gzipSync(linesOf(many.slice(0, 100))), gzipSync(linesOf(many.slice(100)))]));
    assert.deepEqual(found('a.jsonl.gz'), both);
  });

  test('the name below the coat tells the dialect', () => {
    write(
      'a.wire.json.gz',
      gzipSync('[{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":"<|end_message|>"}]'),
    );
    const [file] = JSON.parse(folder.ocml('check', '--format', 'json', 'a.wire.json.gz').stdout);
    assert.equal(file.file, 'a.wire.json.gz');
    assert.equal(file.shape, 'wire');
  });

  test('a data set in a folder is found; what is not one is skipped', () => {
    write('a.jsonl.gz', gzipSync(linesOf(many)));
    write('b.jsonl.gz', gzipSync('{"name":"log"}\n'.repeat(20)));
    write('c.parquet', parquetOf(many));
    write('d.parquet', parquetOfTexts('name', ['x']));
    const names = JSON.parse(folder.ocml('check', '--format', 'json', '.').stdout).map(
      ({ file }: { file: string }) => file,
    );
    assert.deepEqual(names, ['a.jsonl.gz', 'c.parquet']);
  });

  test('it is converted by the line', () => {
    write('a.jsonl.gz', gzipSync(linesOf(many)));
    write('a.jsonl', linesOf(many));
    const plain = folder.ocml('convert', '--to', 'harmony', 'a.jsonl');
    assert.equal(folder.ocml('convert', '--to', 'harmony', 'a.jsonl.gz').stdout, plain.stdout);
    assert.equal(plain.stdout.split('\n').length, many.length + 1);
  });

  test('it is not fixed, and stays as it is', () => {
    const bytes = gzipSync(linesOf(many));
    write('a.jsonl.gz', bytes);
    const { status, stderr } = folder.ocml('check', '--fix', 'a.jsonl.gz');
    assert.equal(status, 2);
    assert.match(stderr, /not fixed, since it is compressed: unpack it/);
    assert.deepEqual(readFileSync(join(folder.path, 'a.jsonl.gz')), bytes);
  });

  test('empty, cut short, damaged, a bomb, or something else: what to do is said', () => {
    const bytes = gzipSync(linesOf(many));
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 40, 60);
    refused({
      'empty.jsonl.gz': ['', /it is empty: .* [Cc]reate it again/],
      'short.jsonl.gz': [bytes.subarray(0, -20), /it ends too early: .* [Cc]reate it again/],
      'damaged.jsonl.gz': [damaged, /not gzip, or it is damaged/],
      'plain.jsonl.gz': [
        linesOf(many),
        /not gzip, or it is damaged \(.*\)\. Create it again, or rename it to match its content/,
      ],
      'bomb.jsonl.gz': [gzipSync(Buffer.alloc(200 << 20, ' ')), /more than 400 times its size, .* unpack it first/],
    });
  });

  test('a transcript is streamed and laid out, and neither written in place nor under such a name', () => {
    const text = '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>';
    write('a.ocml.gz', gzipSync(text));
    const stream = folder.ocml('stream', 'a.ocml.gz');
    assert.deepEqual([stream.status, JSON.parse(stream.stdout.split('\n')[0] ?? '').delta], [0, 'Hello']);
    write('a.ocml', text);
    assert.equal(folder.ocml('format', 'a.ocml.gz').stdout, folder.ocml('format', 'a.ocml').stdout);
    const format = folder.ocml('format', '--write', 'a.ocml.gz');
    assert.deepEqual(
      [format.status, format.stderr],
      [2, 'ocml format: a.ocml.gz: not written, since it is compressed: unpack it, and write to the unpacked file\n'],
    );
    const convert = folder.ocml('convert', '--to', 'messages', 'a.ocml', '-o', 'new.json.gz');
    assert.equal(convert.status, 2);
    assert.match(convert.stderr, /new\.json\.gz was not written: its name ends like that of a compressed file, /);
    assert.ok(!existsSync(join(folder.path, 'new.json.gz')));
  });

  test('Zstandard, where Node has it', () => {
    const compress = (zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }).zstdCompressSync;
    if (compress) {
      write('a.jsonl.zst', compress(Buffer.from(linesOf(many))));
      assert.deepEqual(found('a.jsonl.zst'), both);
    } else {
      refused({ 'a.jsonl.zst': ['', /cannot unpack Zstandard: use Node 22\.15 or newer, .*`zstd -d FILE`/] });
    }
  });
});

suite('Parquet', () => {
  for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI'] as const) {
    test(`a row is a line: ${codec}`, () => {
      write('a.parquet', parquetOf(many, codec));
      assert.deepEqual(found('a.parquet'), both);
    });
  }

  test('what is read is what the lines would be', () => {
    write('a.parquet', parquetOf(many));
    write('a.jsonl', linesOf(many));
    const plain = folder.ocml('convert', '--to', 'ocml', 'a.jsonl').stdout;
    assert.equal(folder.ocml('convert', '--to', 'ocml', 'a.parquet').stdout, plain);
  });

  test('a column of transcripts', () => {
    const frame = (role: string) => `version: 2.2\n<|start|>${role}<|message|>Hi<|end|>\n`;
    write('a.parquet', parquetOfTexts('text', [frame('user'), frame('usr'), frame('user')]));
    assert.deepEqual(found('--dialect', 'openchatml-2.2', 'a.parquet'), ['E-PARSE-HEADER:2']);
  });

  test('empty, cut short, or something else: what to do is said', () => {
    const bytes = parquetOf(many);
    write('none.parquet', parquetOf([]));
    assert.equal(folder.ocml('check', 'none.parquet').status, 0);
    refused({
      'empty.parquet': ['', /it is empty.*create it again/],
      'short.parquet': [bytes.subarray(0, -20), /its end is missing.*create it again/],
      'plain.parquet': [linesOf(many), /does not begin like a Parquet file\. Rename it to match its content/],
    });
  });

  test('a footer that claims what is not there is refused', () => {
    const long = Buffer.from(parquetOf(many));
    long.writeUInt32LE(0x7fffffff, long.length - 8);
    const rows = [...schemaOf(0), 0x16, 0x80, 0x80, 0x80, 0x80, 0x20, 0x19, 0x0c, 0];
    refused({
      'long.parquet': [long, /its footer declares 2147483647 bytes/],
      'list.parquet': [file([0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f]), /a length in its header exceeds the header/],
      'endless.parquet': [file([0x15, ...Array(200).fill(0xff)]), /a number in its header has no end/],
      'deep.parquet': [file(Array(5000).fill(0x1c)), /nested too deeply/],
      'nothing.parquet': [file([0]), /lacks elements/],
      'children.parquet': [file([...schemaOf(0x7ffffff0), 0]), /declares \d+ children/],
      'rows.parquet': [file(rows), /declares \d+ rows, but its row groups have 0/],
    });
  });

  test('no fault in any place keeps it waiting or fills the memory', { timeout: 300_000 }, () => {
    const bytes = parquetOf(many.slice(0, 20), 'GZIP');
    const names: string[] = [];
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48271) % 0x7fffffff) % below;
    for (let i = 0; i < 24; i++) {
      const broken = Buffer.from(bytes);
      for (let faults = random(3); faults >= 0; faults--) broken[4 + random(bytes.length - 12)] = random(256);
      write(`f${i}.parquet`, broken);
      names.push(`f${i}.parquet`);
    }
    const { status, stderr } = folder.ocml('check', '--format', 'json', ...names);
    assert.ok(status !== null && status <= 2, stderr);
    assert.doesNotMatch(stderr, /\n +at /);
    // Each message is in the project's own words, without the wording of a library about its own code.
    for (const line of stderr.split('\n').filter((one) => one.includes('.parquet')))
      assert.doesNotMatch(
        line,
        /parquet (?:unsupported|data page|\w+ column|bitpack|missing)|snappy error|undefined|DataView|cannot read properties|\(/i,
        line,
      );
  });
});

/** Returns a footer that only has a schema, whose root claims this many children. */
function schemaOf(children: number): number[] {
  const zigzag: number[] = [];
  for (let left = children * 2; ; left = Math.floor(left / 128)) {
    zigzag.push((left % 128) + (left > 127 ? 128 : 0));
    if (left < 128) break;
  }
  // Field 1 is the version. Field 2 is a list of one struct, which has a name (4) and the number of its children (5).
  return [0x15, 0x02, 0x19, 0x1c, 0x48, 0x01, 0x72, 0x15, ...zigzag, 0x00];
}

function file(footer: readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), Buffer.from(footer), length, Buffer.from('PAR1')]);
}

suite('archives of Inspect', () => {
  const header = { version: 2, status: 'success', eval: { task: 't' } };
  const sample = (id: number) => ({
    ...{ id, epoch: 1 },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'attachment://0a' }] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', reasoning: 'attachment://0b' },
          { type: 'text', text: 'I look.' },
        ],
        tool_calls: [{ id: 'c', function: 'look', arguments: { at: 'attachment://0c' }, type: 'function' }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'attachment://0d' },
      { role: 'assistant', content: 'attachment://nothing' },
    ],
    attachments: { '0a': 'question', '0b': 'thought', '0c': 'argument', '0d': 'reply' },
  });
  const samples = [sample(1), sample(2)];
  const archive = () =>
    zipOf([
      ...samples.map((one) => packedEntry(`samples/${one.id}_epoch_1.json`, one)),
      packedEntry('header.json', header),
    ]);

  test('every command reads them as the JSON that they stand for, with the texts beside the messages', () => {
    write('a.eval', archive());
    const before = JSON.stringify(header).slice(0, -1);
    write('a.json', `${before},"samples":[${samples.map((one) => JSON.stringify(one)).join('\n,')}]}`);
    for (const command of [
      ['check'],
      ['inspect'],
      ['inspect', '--calls', '--format', 'json'],
      ['render', '--as', 'text'],
      ['convert', '--to', 'messages'],
      ['convert', '--to', 'harmony'],
    ]) {
      const expected = folder.ocml(...command, 'a.json');
      const { status, stdout } = folder.ocml(...command, 'a.eval');
      assert.deepEqual([status, stdout], [expected.status, expected.stdout], command.join(' '));
      assert.equal(status, 0, expected.stderr);
    }
    const { stdout } = folder.ocml('convert', '--to', 'messages', 'a.eval');
    for (const text of ['question', 'thought', 'argument', 'reply', 'attachment://nothing'])
      assert.equal(stdout.split(text).length, 3, `${text}: ${stdout}`);
    assert.equal(folder.ocml('render', '--as', 'text', 'a.eval').stdout.includes('reply'), false);
    assert.match(folder.ocml('report', 'a.eval').stdout, /2 rows in 1 file[^]*8 messages/);
    assert.match(folder.ocml('report', '.').stdout, /2 rows in \d+ files/);
  });

  test('one that is damaged, or a bomb, costs no other file', () => {
    const bytes = archive();
    refused({
      'a.eval': [bytes.subarray(0, bytes.length - 9), /is not an archive, or it ends too early/],
      'b.eval': ['plain', /is not an archive/],
      'c.eval': [
        zipOf([packedEntry('samples/1_epoch_1.json', '', { bytes: Buffer.alloc(100 << 20, 0x20) })]),
        /more than 400 times/,
      ],
      'd.eval': [zipOf([packedEntry('header.json', { long: 'x'.repeat(99) }, { claims: 9 })]), /larger than declared/],
    });
    assert.equal(existsSync(join(folder.path, 'header.json')), false);
  });
});
