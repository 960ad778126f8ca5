/** Commands that accept several files and folders: their output for each file, and the files that they write. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, suite, test } from 'node:test';
import { createFolder } from './ocml.ts';

let folder = createFolder();
after(() => folder.remove());

const talk = (text: string) => `version: 2.2\n<|start|>user<|message|>${text}<|end|>\n`;
const request = (text: string) => JSON.stringify({ messages: [{ role: 'user', content: text }] });

beforeEach(() => {
  folder.remove();
  folder = createFolder({
    'data/a.ocml': talk('One'),
    'data/deep/b.harmony': '<|start|>user<|message|>Two<|end|>',
    'data/rows.jsonl': `${request('Three')}\n${request('Four')}\n`,
    'data/notes.md': 'no transcript',
    'c.ocml': talk('Five'),
  });
});

const read = (path: string) => readFileSync(join(folder.path, path), 'utf8');
const filesIn = (path: string) =>
  (readdirSync(join(folder.path, path), { recursive: true, withFileTypes: true }) as unknown[] & { name: string }[])
    .map((one) => one as unknown as { name: string; parentPath?: string; path: string; isFile(): boolean })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath ?? one.path, one.name).slice(join(folder.path, path).length + 1))
    .sort();
const linesOf = (text: string) => text.trimEnd().split('\n');

suite('text has the name of each file over it', () => {
  test('inspect, render and explain, in the order of the arguments, each file once', () => {
    const { status, stdout } = folder.ocml('render', '--as', 'text', 'c.ocml', 'data', './c.ocml');
    assert.equal(status, 0);
    assert.equal(
      stdout,
      [
        '==> c.ocml <==\nuser:\n  Five\n\n',
        '==> data/a.ocml <==\nuser:\n  One\n\n',
        '==> data/deep/b.harmony <==\nuser:\n  Two\n\n',
        '==> data/rows.jsonl <==\n--- Line 1 ---\n\nuser:\n  Three\n\n--- Line 2 ---\n\nuser:\n  Four\n\n',
      ].join('\n'),
    );
    for (const args of [['inspect', '--stats'], ['explain'], ['render', '--template', 'chatml']]) {
      const names = folder.ocml(...args, 'c.ocml', 'data/a.ocml').stdout.match(/^==> .* <==$/gm);
      assert.deepEqual(names, ['==> c.ocml <==', '==> data/a.ocml <=='], args.join(' '));
    }
  });

  test('a file alone has none, and a folder always has, whatever is in it', () => {
    assert.doesNotMatch(folder.ocml('inspect', 'c.ocml').stdout, /==>/);
    assert.match(folder.ocml('inspect', 'data/deep').stdout, /^==> data\/deep\/b\.harmony <==\n/);
    assert.match(folder.ocml('inspect', '*.ocml').stdout, /^==> c\.ocml <==\n/);
  });

  test('Markdown has a heading', () => {
    const { stdout } = folder.ocml('render', '--as', 'markdown', 'c.ocml', 'data/a.ocml');
    assert.match(stdout, /^# c\.ocml\n\n\*\*user\*\*\n\n> Five\n\n\n# data\/a\.ocml\n/);
  });

  test('a name cannot act on a terminal', { skip: process.platform === 'win32' }, () => {
    folder.write({ 'odd/x\n\x1b[31m==> y <==.ocml': talk('Hi') });
    const { stdout } = folder.ocml('inspect', 'odd');
    assert.match(stdout, /^==> odd\/x\\n\\x1b\[31m==> y <==\.ocml <==\n/);
    const { stdout: json } = folder.ocml('inspect', '--format', 'json', 'odd');
    assert.equal(JSON.parse(json).file, 'odd/x\n\x1b[31m==> y <==.ocml');
    assert.equal(linesOf(json).length, 1);
  });
});

suite('JSON is a line for each file', () => {
  test('with its result, or an error', () => {
    folder.write({ 'data/bad.jsonl': `${request('Hi')}\n{"a": 1}\n`, 'plain.txt': 'nothing here' });
    const { status, stdout } = folder.ocml('inspect', '--stats', '--format', 'json', 'data', 'none.ocml', 'plain.txt');
    assert.equal(status, 2);
    const entries = linesOf(stdout).map((line) => JSON.parse(line));
    assert.deepEqual(
      entries.map(({ file, result, error }) => [file, result?.messages, error]),
      [
        ['data/a.ocml', 1, undefined],
        ['data/bad.jsonl', 1, 'this cannot be read as a conversation'],
        ['data/deep/b.harmony', 1, undefined],
        ['data/rows.jsonl', 2, undefined],
        ['none.ocml', undefined, 'no such file'],
        ['plain.txt', undefined, entries.at(-1).error],
      ],
    );
    assert.match(entries.at(-1).error, /^this is not a transcript/);
  });

  test('of one file, it is what it was', () => {
    const one = JSON.parse(folder.ocml('inspect', '--calls', '--format', 'json', 'c.ocml').stdout);
    assert.deepEqual(one, []);
    const explained = JSON.parse(folder.ocml('explain', '--format', 'json', 'data/deep/b.harmony').stdout);
    assert.equal(explained.accepted, true);
  });

  test('explain reads logs in folders, and texts in which a token is', () => {
    folder.write({
      'logs/a.log':
        'HarmonyError: Unknown role: x\nraw output: <|channel|>final<|message|>Hi<|end|><|start|>x<|message|>y',
      'logs/out.txt': '<|channel|>final<|message|>Hi<|return|>',
      'logs/readme.txt': 'Logs of a server.',
    });
    const { status, stdout } = folder.ocml('explain', '--format', 'json', 'logs');
    const accepted = linesOf(stdout).map((line) => [JSON.parse(line).file, JSON.parse(line).result.accepted]);
    assert.deepEqual(
      [status, accepted],
      [
        1,
        [
          ['logs/a.log', false],
          ['logs/out.txt', true],
        ],
      ],
    );
  });
});

test('what is wrong with one costs none of the others, and the highest exit code counts', () => {
  folder.write({ 'wide.ocml': Buffer.from(`\uFEFF${talk('Hi')}`, 'utf16le'), 'empty/.keep': '' });
  for (const args of [['inspect'], ['render', '--as', 'text'], ['convert', '--to', 'llama3']]) {
    const bad = folder.ocml(...args, 'wide.ocml', 'c.ocml');
    assert.equal(bad.status, 1, args.join(' '));
    assert.match(bad.stdout, /^==> c\.ocml <==\n/);
    assert.match(bad.stderr, /wide\.ocml.* UTF-16/);
    const absent = folder.ocml(...args, 'none.ocml', 'wide.ocml', 'empty', 'c.ocml');
    assert.equal(absent.status, 2);
    assert.match(
      absent.stderr,
      new RegExp(
        `^ocml ${args[0]}: empty: no transcript .* was found in this folder\\. [^\n]*glob such as '\\*\\.txt'\n`,
      ),
    );
    assert.match(absent.stderr, new RegExp(`^ocml ${args[0]}: none\\.ocml: no such file$`, 'm'));
    assert.match(absent.stdout, /^==> c\.ocml <==\n/);
  }
});

test('what takes one file says so', () => {
  for (const args of [
    ['inspect', '--tool-input', 'c1'],
    ['explain', '--choose', '1'],
    ['render', '--template', 'chatml', '--spans', 'spans.json'],
    ['render', '--as', 'html'],
    ['convert', '--to', 'messages', '--pretty'],
  ]) {
    const { status, stdout, stderr } = folder.ocml(...args, 'c.ocml', 'data');
    assert.deepEqual([status, stdout], [2, ''], args.join(' '));
    assert.match(stderr, /\b(?:one|a single|each|several) (?:FILE|file|files|input)\b/);
  }
});

suite('convert', () => {
  const messages = ['One', 'Two', 'Three', 'Four'].map(request);

  test('gives one JSON Lines, with the rows of data sets, on standard output or in a file', () => {
    assert.deepEqual(linesOf(folder.ocml('convert', '--to', 'messages', 'data').stdout), messages);
    const { status, stdout } = folder.ocml('convert', '--to', 'messages', '-o', 'all.jsonl', 'data');
    assert.deepEqual([status, stdout, linesOf(read('all.jsonl'))], [0, '', messages]);
    folder.ocml('convert', '--to', 'llama3', '-o', 'texts.jsonl', 'data');
    assert.match(linesOf(read('texts.jsonl'))[2] ?? '', /^\{"text":"<\|begin_of_text\|>.*Three/);
  });

  test('prints texts under their names', () => {
    const { stdout } = folder.ocml('convert', '--to', 'llama3', 'c.ocml', 'data/a.ocml');
    const alone = (file: string) => folder.ocml('convert', '--to', 'llama3', file).stdout;
    assert.equal(stdout, `==> c.ocml <==\n${alone('c.ocml')}\n==> data/a.ocml <==\n${alone('data/a.ocml')}`);
  });

  test('writes a file for each to a folder, under its name there', () => {
    const { status, stdout, stderr } = folder.ocml('convert', '--to', 'harmony', '-o', 'out', 'data', 'c.ocml');
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
    assert.deepEqual(filesIn('out'), ['a.harmony', 'c.harmony', 'deep/b.harmony', 'rows.jsonl']);
    assert.equal(read('out/a.harmony'), folder.ocml('convert', '--to', 'harmony', 'data/a.ocml').stdout);
    assert.equal(read('out/rows.jsonl'), folder.ocml('convert', '--to', 'harmony', 'data/rows.jsonl').stdout);
    for (const [to, names] of [
      ['messages', ['a.messages.json', 'deep/b.messages.json', 'rows.messages.jsonl']],
      ['chatml', ['a.chatml', 'deep/b.chatml', 'rows.jsonl']],
      ['sharegpt', ['a.json', 'deep/b.json', 'rows.jsonl']],
    ] as const) {
      folder.ocml('convert', '--to', to, '-o', `${to}/`, 'data');
      assert.deepEqual(filesIn(to), names, to);
    }
  });

  test('one file, too, if the folder exists or ends with a slash', () => {
    folder.ocml('convert', '--to', 'harmony', '-o', 'new/', 'c.ocml');
    folder.ocml('convert', '--to', 'harmony', '-o', 'new', 'data/a.ocml');
    assert.deepEqual(filesIn('new'), ['a.harmony', 'c.harmony']);
    folder.ocml('convert', '--to', 'harmony', '-o', 'plain', 'c.ocml');
    assert.equal(read('plain'), read('new/c.harmony'));
    const { status } = folder.piped(
      talk('Hi'),
      'convert',
      '--to',
      'harmony',
      '-o',
      'new/',
      '--stdin-filename',
      'x/y.ocml',
      '-',
    );
    assert.deepEqual([status, existsSync(join(folder.path, 'new/y.harmony'))], [0, true]);
    assert.match(
      folder.piped(talk('Hi'), 'convert', '--to', 'harmony', '-o', 'new/', '-').stderr,
      /the output of standard input has no file name/,
    );
  });

  test('overwrites no input, and writes no two to one file: nothing is written then', () => {
    folder.write({ 'data/a.json': `[${request('x')}]`, 'more/a.ocml': talk('Other') });
    for (const [args, reason] of [
      [
        ['--to', 'openchatml-2.2', '-o', 'data', '--force', 'data'],
        /data\/a\.ocml is an input, and would be overwritten/,
      ],
      [
        ['--to', 'harmony', '-o', 'out', 'data', 'more'],
        /data\/a\.\w+ and \S+ would both be written to out\/a\.harmony/,
      ],
      [['--to', 'harmony', '-o', 'all.harmony', 'c.ocml', 'more'], /-o all\.harmony names one file.*a \.jsonl file/],
      [['--to', 'harmony', '-o', 'c.ocml', '--force', 'c.ocml', 'more'], /-o c\.ocml names one file/],
      [['--to', 'messages', '-o', 'data/rows.jsonl', '--force', 'data'], /are the same file/],
    ] as const) {
      const { status, stderr } = folder.ocml('convert', ...args);
      assert.equal(status, 2, args.join(' '));
      assert.match(stderr, reason);
    }
    assert.deepEqual(filesIn('.'), [
      'c.ocml',
      ...['a.json', 'a.ocml', 'deep/b.harmony', 'notes.md', 'rows.jsonl'].map((name) => `data/${name}`),
      'more/a.ocml',
    ]);
    assert.equal(read('data/a.ocml'), talk('One'));
  });

  test('a folder of outputs inside the input is not read the next time, unless it is named', () => {
    assert.equal(folder.ocml('convert', '--to', 'harmony', '-o', 'data/out', 'data').status, 0);
    const again = folder.ocml('convert', '--to', 'harmony', '-o', 'data/out', '--force', 'data');
    assert.deepEqual(
      [again.status, again.stderr],
      [
        0,
        'ocml convert: 3 files in data/out are not read, because the outputs are written there. Name them as arguments to read them too\n',
      ],
    );
    assert.deepEqual(filesIn('data/out'), ['a.harmony', 'deep/b.harmony', 'rows.jsonl']);
    const kept = folder.ocml('convert', '--to', 'harmony', '-o', 'data/out', 'data');
    assert.equal(kept.status, 2);
    assert.match(kept.stderr, /data\/a\.ocml: data\/out\/a\.harmony was not written: it already exists/);
  });

  test('a file that cannot be converted is not written, and the others are', () => {
    folder.write({ 'bad/a.ocml': 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>\n', 'bad/b.ocml': talk('Hi') });
    const { status, stderr } = folder.ocml('convert', '--to', 'harmony', '-o', 'out', 'bad');
    assert.deepEqual([status, filesIn('out')], [1, ['b.harmony']]);
    assert.match(stderr, /^ocml convert: bad\/a\.ocml: nothing was written$/m);
    const none = folder.ocml('convert', '--to', 'messages', '-o', 'none.jsonl', 'bad/a.ocml', 'absent.ocml');
    assert.deepEqual([none.status, existsSync(join(folder.path, 'none.jsonl'))], [2, false]);
  });

  test('--report has a line for each, and is JSON whatever happens', () => {
    folder.write({ 'lossy.ocml': 'version: 2.2\n<|start|>user mood=glad<|message|>Hi<|end|>\n' });
    const args = ['convert', '--to', 'messages', '--report', 'report.jsonl', '-o', 'all.jsonl'];
    folder.ocml(...args, 'lossy.ocml', 'data', 'absent.ocml');
    const reports = linesOf(read('report.jsonl')).map((line) => JSON.parse(line));
    assert.deepEqual(
      reports.map(({ file, notes }) => [file, notes.length]),
      [
        ['lossy.ocml', 1],
        ['data/a.ocml', 0],
        ['data/deep/b.harmony', 0],
        ['data/rows.jsonl', 0],
      ],
    );
  });
});

test('render -o writes a file for each, whose name has that of the input', () => {
  folder.write({ 'data/a.harmony': '<|start|>user<|message|>Six<|end|>' });
  const { status, stdout } = folder.ocml('render', '--as', 'html', '-o', 'pages', 'data');
  assert.deepEqual([status, stdout], [0, '']);
  assert.deepEqual(filesIn('pages'), ['a.harmony.html', 'a.ocml.html', 'deep/b.harmony.html', 'rows.jsonl.html']);
  assert.equal(read('pages/a.ocml.html'), folder.ocml('render', '--as', 'html', 'data/a.ocml').stdout);
  folder.ocml('render', '--template', 'llama', '-o', 'prompt.txt', 'c.ocml');
  assert.equal(read('prompt.txt'), folder.ocml('render', '--template', 'llama', 'c.ocml').stdout);
});

test('links are not followed, and what cannot be read is reported', { skip: process.platform === 'win32' }, () => {
  symlinkSync('..', join(folder.path, 'data/loop'));
  assert.equal(linesOf(folder.ocml('inspect', '--format', 'json', 'data').stdout).length, 3);
  chmodSync(join(folder.path, 'data/a.ocml'), 0);
  const { status, stdout, stderr } = folder.ocml('inspect', '--format', 'json', 'data');
  chmodSync(join(folder.path, 'data/a.ocml'), 0o600);
  // The root user may read every file, so there is no error to test.
  if (process.getuid?.() === 0) return;
  assert.deepEqual([status, linesOf(stdout).length], [2, 3]);
  assert.match(stderr, /data\/a\.ocml: permission denied/);
});

test('a search finds every extension that the editor knows', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const { extensions } = manifest.contributes.languages[0] as { extensions: readonly string[] };
  folder.write(Object.fromEntries(extensions.map((ending) => [`all/x${ending}`, talk('Hi')])));
  const { stdout } = folder.ocml('check', '--format', 'json', 'all');
  assert.equal(JSON.parse(stdout).length, extensions.length);
});

test('a search finds streams of events, and no other texts with that extension', () => {
  folder.write({
    'all/a.sse': 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    'all/b.sse': 'nothing',
  });
  const entries = linesOf(folder.ocml('inspect', '--format', 'json', 'all').stdout).map((line) => JSON.parse(line));
  assert.deepEqual(
    entries.map(({ file, error }) => [file, error]),
    [['all/a.sse', undefined]],
  );
});
