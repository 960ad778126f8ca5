/**
 * A JSON list of rows is converted row by row, without loading it as a whole. The result is the same as for these rows in JSON Lines,
 * except that positions refer to the list.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/root.ts';
import { createFolder } from './ocml.ts';

const row = (i: number) => ({
  messages: [
    { role: 'user', content: `Grüße ${i} 🌱 ${'und so weiter '.repeat(20)}` },
    { role: 'assistant', content: 'Ja.', ...(i % 500 === 3 && { name: 'bot' }) },
  ],
});
const rows = Array.from({ length: 2000 }, (_, i) => row(i));
const written = rows.map((one, i) => JSON.stringify(one, null, i % 7 === 0 ? 2 : 0));
const folder = createFolder({
  'lines.jsonl': rows.map((one) => `${JSON.stringify(one)}\n`).join(''),
  'list.json': `\uFEFF[\n${written.join(',\n')}\n]\n`,
  'one-line.json': `[${rows.map((one) => JSON.stringify(one)).join(', ')}]`,
  'bad.json': `[\n${[...written, '{"a": 1}'].join(',\n')}\n]\n`,
  'broken.json': `[\n${written.join(',\n')}\n{"a": 1}\n]\n`,
});
after(() => folder.remove());
const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');

test('to lines and to a list, it gives the rows of lines', () => {
  for (const to of ['messages', 'harmony', 'sharegpt']) {
    const lines = folder.ocml('convert', '--to', to, 'lines.jsonl').stdout;
    for (const file of ['list.json', 'one-line.json']) {
      const value = JSON.parse(folder.ocml('convert', '--to', to, file).stdout) as unknown[];
      assert.equal(value.map((one) => `${JSON.stringify(one)}\n`).join(''), lines, `${to} ${file}`);
      assert.equal(folder.ocml('convert', '--to', to, file, '-o', 'out.jsonl', '--force').status, 0);
      assert.equal(read('out.jsonl'), lines, `${to} ${file}`);
    }
  }
});

test('what is lost has its place in the list', () => {
  for (const file of ['list.json', 'one-line.json']) {
    folder.ocml('convert', '--to', 'harmony', file, '-o', 'out.json', '--report', 'report.json', '--force');
    const text = read(file);
    const { notes } = JSON.parse(read('report.json')) as {
      notes: { offset: [number, number]; range: { start: { line: number; character: number } } }[];
    };
    assert.equal(notes.length, 4);
    for (const { offset, range } of notes) {
      const start = offset[0] + (text.startsWith('\uFEFF') ? 1 : 0);
      assert.match(text.slice(start, start + 20), /^"name"|^"bot"/);
      const before = text.slice(0, start).split('\n');
      assert.deepEqual(range.start, { line: before.length - 1, character: before.at(-1)?.length });
    }
  }
});

test('a row that cannot be converted, or a list that is broken: nothing is written', () => {
  for (const file of ['bad.json', 'broken.json']) {
    const { status, stdout, stderr } = folder.ocml('convert', '--to', 'harmony', file);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`^${file}:\\d+:1: error .*\n(?:.*\n)*ocml convert: nothing was written\n$`));
  }
});

test('it takes no more memory than a part of it', () => {
  const one = JSON.stringify(row(0));
  folder.write({ 'large.json': `[${Array.from({ length: 80_000 }, () => one).join(',')}]` });
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--max-old-space-size=48',
      ...[join(root, 'server/bin/ocml.js'), 'convert', '--to', 'messages', 'large.json', '-o', 'large.out.json'],
    ],
    { cwd: folder.path, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  assert.equal(read('large.out.json').length, read('large.json').length + 1);
});
