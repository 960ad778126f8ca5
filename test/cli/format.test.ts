/** `ocml format`: what it prints, writes and refuses. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { someOf } from '../support/effort.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const message = (body: string, gap = '') => `<|start|>user${gap} name=Ann<|message|>${body}<|end|>\n`;
const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');

test('prints the text, with the bytes of bodies as they are', () => {
  const body = ' a\u001b[31m\t\u202e \r\n b ';
  folder.write({ 'a.ocml': `\uFEFF${message(body, '  ')}` });
  const { status, stdout, stderr } = folder.ocml('format', 'a.ocml');
  assert.deepEqual([status, stdout, stderr], [0, `\uFEFF${message(body)}`, '']);
});

test('--check names what is to do, --write does it, and then there is nothing to do', () => {
  folder.write({
    'w/a.ocml': message('a', '   '),
    'w/b.ocml': message('b'),
    'w/c.harmony': '<|start|>user<|message|>Hi<|end|>\n\n',
  });
  symlinkSync(join(folder.path, 'w/a.ocml'), join(folder.path, 'link.ocml'));
  const check = folder.ocml('format', '--check', 'w');
  assert.deepEqual([check.status, check.stdout], [1, 'w/a.ocml\nw/c.harmony\n']);
  assert.equal(read('w/a.ocml'), message('a', '   '));
  assert.equal(folder.ocml('format', '--write', 'link.ocml', 'w').status, 0);
  assert.equal(read('w/a.ocml'), message('a'));
  assert.equal(read('w/c.harmony'), '<|start|>user<|message|>Hi<|end|>\n');
  assert.deepEqual(readdirSync(join(folder.path, 'w')), ['a.ocml', 'b.ocml', 'c.harmony']);
  assert.deepEqual(folder.ocml('format', '--check', 'w'), { status: 0, stdout: '', stderr: '' });
});

test('the wire has a message a line; JSON Lines stay', () => {
  const items = '{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":"<|end_message|>"}';
  const lines = '{"messages":[{"role":"user","content":"Hi"}]}\n\n';
  folder.write({
    'x.chatml.json': `[${items},${items}]`,
    'x.messages.jsonl': lines,
    'broken.chatml.json': '[ {"token":',
  });
  const line = items.replaceAll(',', ', ').replaceAll(':', ': ');
  assert.equal(folder.ocml('format', 'x.chatml.json').stdout, `[\n  ${line},\n  ${line}\n]`);
  assert.equal(folder.ocml('format', 'x.messages.jsonl').stdout, lines);
  assert.equal(folder.ocml('format', 'broken.chatml.json').stdout, '[ {"token":');
});

test('a data set stays as it is, byte for byte, a stretch at a time', () => {
  const row = `${JSON.stringify({ messages: [{ role: 'user', content: 'é '.repeat(500) }] })}\r\n`;
  const text = `\uFEFF ${row.repeat(3000)}{"messages":[]}`;
  folder.write({ 'd.jsonl': text, 'd.txt': text });
  for (const name of ['d.jsonl', 'd.txt']) {
    const { status, stdout } = folder.ocml('format', name);
    assert.equal(status, 0);
    assert.ok(stdout === text, name);
  }
  assert.deepEqual(folder.ocml('format', '--check', 'd.jsonl'), { status: 0, stdout: '', stderr: '' });
  writeFileSync(join(folder.path, 'odd.jsonl'), Buffer.from(`${row}\u00e9`, 'latin1'));
  const { status, stderr } = folder.ocml('format', 'odd.jsonl');
  assert.equal(status, 1);
  assert.match(stderr, /odd\.jsonl: it is not UTF-8/);
});

test('rows of texts stay as they are in a chosen dialect, too', () => {
  const text = '<|im_start|>user\nHi<|im_end|><|im_start|>assistant\nHo<|im_end|>';
  const rows = `${JSON.stringify({ text })}\n${JSON.stringify({ text })}\n`;
  folder.write({ 'texts.jsonl': rows });
  assert.equal(folder.ocml('format', '--dialect', 'openchatml-0.1', 'texts.jsonl').stdout, rows);
});

test('refuses what it would spoil, and wrong usage', () => {
  folder.write({ 'one.ocml': message('a', '  '), 'two.ocml': message('b') });
  writeFileSync(join(folder.path, 'wide.ocml'), Buffer.from(`\uFEFF${message('a', '  ')}`, 'utf16le'));
  writeFileSync(join(folder.path, 'latin.ocml'), Buffer.from(message('\u00e9', '  '), 'latin1'));
  const refused: [readonly string[], RegExp][] = [
    [['none.ocml'], /none\.ocml: no such file/],
    [['one.ocml', 'two.ocml'], /several FILEs need --write or --check/],
    [['--compact', '--expand', 'one.ocml'], /--compact and --expand cannot be used together/],
    [['--check', '--write', 'one.ocml'], /--check and --write cannot be used together/],
    [['--write', '-'], /--write needs a FILE/],
    [['--dialect', 'zork', 'one.ocml'], /--dialect takes auto, /],
    [['--zork', 'one.ocml'], /--zork/],
  ];
  for (const [args, reason] of someOf(refused)) {
    const { status, stdout, stderr } = folder.ocml('format', ...args);
    assert.deepEqual([status, stdout], [2, ''], args.join(' '));
    assert.match(stderr, reason);
  }
  // A fault in the content of the file is a problem of the input.
  for (const [args, reason] of [
    [['wide.ocml'], /wide\.ocml: it is UTF-16: .*iconv/],
    [['--write', 'latin.ocml'], /latin\.ocml: it is not UTF-8/],
  ] as const) {
    const { status, stdout, stderr } = folder.ocml('format', ...args);
    assert.deepEqual([status, stdout], [1, ''], args.join(' '));
    assert.match(stderr, reason);
  }
});
