/** `ocml check` accepts folders and globs as arguments, and checks many files in several threads. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { clean, createFolder, faulty } from './ocml.ts';

const folder = createFolder({
  'b.ocml': clean,
  'a.harmony': '<|start|>user<|message|>Hi<|end|>',
  'notes.txt': faulty,
  'sub/c.ocml': clean,
  'sub/d.messages.json': '[]',
  'sub-2/e.ocml': clean,
  'sub/node_modules/x/f.ocml': faulty,
  '.git/g.ocml': faulty,
});
after(folder.remove);

/** Returns the files that are checked, in their order. */
function checked(...args: readonly string[]): string[] {
  const { stdout, stderr } = folder.ocml('check', '--format', 'json', ...args);
  assert.equal(stderr, '');
  return JSON.parse(stdout).map(({ file }: { file: string }) => file);
}

test('a folder: its transcripts, level by level, without those of packages', () => {
  const all = ['a.harmony', 'b.ocml', 'sub/c.ocml', 'sub/d.messages.json', 'sub-2/e.ocml'];
  assert.deepEqual(checked('.'), all);
  assert.deepEqual(checked('sub/'), ['sub/c.ocml', 'sub/d.messages.json']);
  assert.deepEqual(
    checked(folder.path),
    all.map((file) => `${folder.path.replaceAll('\\', '/')}/${file}`),
  );
  assert.deepEqual(checked('sub/node_modules'), ['sub/node_modules/x/f.ocml']);
});

test('a folder: JSON files that hold transcripts are checked, others skipped', () => {
  const row = '{"messages":[{"role":"user","content":"Hi"}]}';
  const data = createFolder({
    'train.jsonl': `${row}\n`,
    'eval.ndjson': `not JSON\n\n${row}\n`,
    'list.json': '[\n  {"role": "user",\n   "content": "Hi"}\n]',
    // This file is much longer than the part that is examined, so it is recognized by its beginning.
    'long.json': `{"conversations":[{"from":"human","value":"${'Hi '.repeat(200_000)}"}]}`,
    'package.json': '{"name": "x", "type": "module"}',
    'rows.jsonl': '{"id": 1}\n',
    'prose.jsonl': '{"text": "Once upon a time"}\n',
    'late.jsonl': `${'{"id": 1}\n'.repeat(99)}${row}\n`,
    'broken.json': '{',
    'empty.jsonl': '',
    'other/tsconfig.json': '{"compilerOptions": {}}',
  });
  writeFileSync(join(data.path, 'utf16.jsonl'), Buffer.from(`\uFEFF${row}\n`, 'utf16le'));
  const filesIn = (...args: string[]) => {
    const { stdout } = data.ocml('check', '--format', 'json', ...args);
    return JSON.parse(stdout).map(({ file }: { file: string }) => file);
  };
  assert.deepEqual(filesIn('.'), ['eval.ndjson', 'list.json', 'long.json', 'train.jsonl', 'utf16.jsonl']);
  // With a JSON dialect, all JSON files are checked; with a dialect of text, none of them.
  assert.ok(filesIn('--dialect', 'messages', '.').includes('rows.jsonl'));
  assert.deepEqual(filesIn('--dialect', 'harmony', '.'), []);
  // A file that is named explicitly is always read.
  assert.deepEqual(filesIn('rows.jsonl'), ['rows.jsonl']);
  const { status, stderr } = data.ocml('check', 'other');
  assert.equal(status, 2);
  assert.match(stderr, /^ocml check: other: no transcript .* was found in this folder\. Pass .*'\*\.txt'\n$/);
  data.remove();
});

test('globs match any file, and every file is checked once', () => {
  assert.deepEqual(checked('**/*.ocml'), ['b.ocml', 'sub/c.ocml', 'sub-2/e.ocml']);
  assert.deepEqual(checked('*.{txt,harmony}'), ['a.harmony', 'notes.txt']);
  assert.deepEqual(checked('sub', './b.ocml', '*.ocml', 'sub/c.ocml'), [
    'sub/c.ocml',
    'sub/d.messages.json',
    './b.ocml',
  ]);
  assert.deepEqual(checked('sub/node_modules/**/*.ocml'), ['sub/node_modules/x/f.ocml']);
});

test('what stands for no file: 2, and the others are checked all the same', () => {
  const missed = folder.ocml('check', 'none/**', 'b.ocml');
  assert.deepEqual(missed, {
    status: 2,
    stdout: '1 file: 0 errors, 0 warnings, 0 information, 0 hints\n',
    stderr: 'ocml check: none/**: no file matches\n',
  });
  mkdirSync(join(folder.path, 'empty'));
  const { status, stderr } = folder.ocml('check', 'empty');
  assert.equal(status, 2);
  assert.match(
    stderr,
    /^ocml check: empty: no transcript \(\*\.ocml, \*\.harmony.*\) was found in this folder\. Pass .*\n$/,
  );
});

test('a name that looks like a glob is a file if there is one', () => {
  folder.write({ 'odd/[x].ocml': clean });
  assert.deepEqual(checked('odd/[x].ocml'), ['odd/[x].ocml']);
});

test('links are not followed, so none leads in a circle, unless they are arguments', {
  skip: process.platform === 'win32',
}, () => {
  folder.write({ 'links/h.ocml': clean });
  symlinkSync('..', join(folder.path, 'links/up'));
  symlinkSync('h.ocml', join(folder.path, 'links/i.ocml'));
  assert.deepEqual(checked('links'), ['links/h.ocml']);
  assert.deepEqual(checked('links/i.ocml'), ['links/i.ocml']);
});

test('several threads: the same output in the same order', () => {
  const many = createFolder();
  const turn = '<|start|>user<|message|>Hi<|end|>\n<|start|>usr<|message|>Hi<|end|>\nstray\n';
  // The first file is by far the slowest, and large enough for threads to be used.
  const long = `<|start|>user<|message|>${'x'.repeat(12_000_000)}<|end|>\n`;
  many.write({ '000.ocml': `version: 2.2\n${long}${turn.repeat(10_000)}` });
  for (let i = 1; i < 600; i++) many.write({ [`${i}/t.ocml`]: `version: 2.2\n${turn.repeat(i % 7)}` });
  const inThreads = many.ocml('check', '.', 'none.ocml');
  // If one of the files is standard input, all are checked in one thread.
  const serial = many.ocml('check', '.', 'none.ocml', '-');
  assert.equal(inThreads.status, 2);
  assert.equal(inThreads.stderr, serial.stderr);
  const withoutSum = (text: string) => text.split('\n').filter((line) => !/^\d+ files:|^-:/.test(line));
  assert.deepEqual(withoutSum(inThreads.stdout), withoutSum(serial.stdout));
  assert.match(inThreads.stdout, /\n600 files: 11\d{3} errors/);
  many.remove();
});
