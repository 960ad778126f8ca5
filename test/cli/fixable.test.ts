/** The number of problems that `--fix` would fix, which `ocml check` prints after its summary. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createFolder, faulty } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const capital = 'version: 2.2\n<|start|>User<|message|>Hi<|end|>\n';
const comma = '{"messages": [{"role": "user", "content": "Hi"}],}\n';
const role = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "asistant", "content": "Yo"}]}\n';

/** Returns the lines after the summary. */
function told(...args: readonly string[]): string {
  const { stdout } = folder.ocml('check', ...args);
  return /^\d+ files?: .*\n([^]*)/m.exec(stdout)?.[1] ?? 'no sum';
}

test('files of all kinds are counted together', () => {
  folder.write({ 'a.ocml': capital, 'b.jsonl': comma + role + comma, 'c.json': comma, 'd.ocml': faulty });
  assert.equal(told('a.ocml', 'b.jsonl', 'c.json', 'd.ocml'), '4 of these can be fixed with --fix\n');
  assert.equal(folder.ocml('check', '--fix', 'a.ocml', 'b.jsonl', 'c.json', 'd.ocml').stdout.split('\n').length, 4);
});

test('nothing is said where nothing can be fixed, or --fix would not write', () => {
  folder.write({
    'none.ocml': faulty,
    'packed.jsonl.gz': gzipSync(comma),
    'bytes.jsonl': Buffer.concat([Buffer.from(comma), Buffer.from([0x22, 0xff, 0x22])]),
  });
  for (const name of ['none.ocml', 'packed.jsonl.gz', 'bytes.jsonl']) assert.equal(told(name), '', name);
});

test('known problems are not counted', () => {
  folder.write({ 'old.jsonl': comma });
  folder.ocml('check', '--write-baseline', 'known', 'old.jsonl');
  folder.write({ 'old.jsonl': `${comma}${comma.replace('Hi', 'Yo')}` });
  assert.equal(told('--baseline', 'known', 'old.jsonl'), '1 of these can be fixed with --fix\n');
});

test('of many, only the first are tried', () => {
  folder.write({ 'many.jsonl': comma.repeat(300) });
  assert.equal(told('many.jsonl'), 'At least 200 of these can be fixed with --fix\n');
});

test('other formats do not say it', () => {
  folder.write({ 'one.jsonl': comma });
  for (const format of ['json', 'jsonl', 'sarif', 'github'])
    assert.doesNotMatch(folder.ocml('check', '--format', format, 'one.jsonl').stdout, /can be fixed with/, format);
});
