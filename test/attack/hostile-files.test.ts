/**
 * Hostile files, with unusual encodings, and with sizes that must neither hang the command nor fill the memory. Each is read in a child
 * process with limits.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFolder } from '../cli/ocml.ts';
import { sizeOf } from '../support/effort.ts';
import { root } from '../support/root.ts';

const folder = createFolder();
after(() => folder.remove());

/** Returns the problems of a file as `LINE:COLUMN code`. `heap` is the limit for the heap of the child process in megabytes. */
function problemsIn(name: string, heap = 400): string[] {
  const bin = join(root, 'server/bin/ocml.js');
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heap}`, bin, 'check', '--format', 'json', name],
    { cwd: folder.path, encoding: 'utf8', timeout: 240_000, killSignal: 'SIGKILL', maxBuffer: 1 << 26 },
  );
  assert.equal(signal, null, `${name}: ${stderr.slice(0, 500)}`);
  assert.equal(stderr.slice(0, 500), '', name);
  assert.ok(status === 0 || status === 1, `${name}: ${status}`);
  const [entry] = JSON.parse(stdout) as { diagnostics: { code: string; range: { start: Record<string, number> } }[] }[];
  return (entry?.diagnostics ?? []).map(
    ({ code, range: { start } }) => `${(start.line ?? 0) + 1}:${(start.character ?? 0) + 1} ${code}`,
  );
}

const good = '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello."}]}';
const bad = good.replace('assistant', 'asistant');

test('UTF-16 is one problem, with what to do', () => {
  const text = `${good}\n${bad}\n`;
  const swapped = (buffer: Buffer) => Buffer.from(buffer).swap16();
  const files: [name: string, bytes: Buffer][] = [
    ['le-mark.jsonl', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['be-mark.jsonl', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['le.jsonl', Buffer.from(text, 'utf16le')],
    ['be.json', swapped(Buffer.from(good, 'utf16le'))],
    ['le.ocml', Buffer.from('\uFEFF<|start|>user<|message|>Hi<|end|>', 'utf16le')],
  ];
  for (const [name, bytes] of files) {
    writeFileSync(join(folder.path, name), bytes);
    assert.deepEqual([name, ...problemsIn(name)], [name, '1:1 encoding-invalid']);
  }
  assert.match(folder.ocml('check', 'le.jsonl').stdout, /UTF-16.*UTF-8/);
  // A file that could not be read is not changed.
  const before = files[0]?.[1] as Buffer;
  folder.ocml('check', '--fix', 'le-mark.jsonl');
  assert.deepEqual(problemsIn('le-mark.jsonl'), ['1:1 encoding-invalid']);
  assert.equal(before.length, Buffer.from(`\uFEFF${text}`, 'utf16le').length);
});

test('a mark, CRLF, and empty lines at the end', () => {
  folder.write({ 'mark.jsonl': `\uFEFF${good}\r\n${bad}\r\n${good}\r\n\r\n \r\n\r\n` });
  assert.deepEqual(problemsIn('mark.jsonl'), [`2:${bad.indexOf('"asis') + 1} template-role-unknown`]);
});

/** Writes a file piece by piece. */
function write(name: string, pieces: Iterable<string>): void {
  const file = openSync(join(folder.path, name), 'w');
  for (const piece of pieces) writeSync(file, piece);
  closeSync(file);
}

const long = 'Wann soll man Erbsen aussaeen? '.repeat(3300);

test('a line of up to 100 MB among others, right and wrong', { timeout: 600_000 }, () => {
  const around = (start: string) =>
    (function* () {
      yield `${good}\n${start}`;
      for (let i = 0; i < sizeOf(1000); i++) yield long;
      yield `"}]}\n${bad}\n`;
    })();
  write('long.jsonl', around('{"messages":[{"role":"user","content":"'));
  assert.deepEqual(problemsIn('long.jsonl', 1500), [`3:${bad.indexOf('"asis') + 1} template-role-unknown`]);
  write('long-bad.jsonl', around('{"messages":[{"role":"usr","content":"'));
  assert.deepEqual(problemsIn('long-bad.jsonl', 1500), [
    '2:22 template-role-unknown',
    `3:${bad.indexOf('"asis') + 1} template-role-unknown`,
  ]);
});

test('one bad line among a million: it is named, the others are checked, and little is kept', {
  timeout: 600_000,
}, () => {
  const thousand = `${good}\n`.repeat(1000);
  write(
    'million.jsonl',
    (function* () {
      for (let i = 0; i < 1000; i++) {
        yield thousand;
        if (i === 500) yield `${good.slice(0, -2)}\n`;
        if (i === 900) yield `${bad}\n`;
      }
    })(),
  );
  const found = problemsIn('million.jsonl', 64);
  assert.equal(found.length, 2, found.slice(0, 5).join('\n'));
  assert.match(found[0] as string, /^501001:\d+ wire-json$/);
  assert.match(found[1] as string, /^901002:\d+ template-role-unknown$/);
});

test('nested 100,000 deep, a number of 1 MB, keys twice and of every object', { timeout: 600_000 }, () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const lines = [
    good,
    `{"messages":[{"role":"user","content":${deep}}]}`,
    `{"messages":[{"role":"user","content":"a"}],"n":${'9'.repeat(1 << 20)}}`,
    `{"messages":[{"role":"user","content":"a"}],"n":1e${'9'.repeat(1000)}}`,
    '{"messages":[{"role":"user","content":"a","__proto__":{"role":"x"}}],"__proto__":{"messages":[]},"constructor":1}',
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
    bad,
  ];
  folder.write({ 'odd.jsonl': `${lines.join('\n')}\n` });
  const found = problemsIn('odd.jsonl');
  const onLine = (line: number) => found.filter((one) => one.startsWith(`${line}:`));
  assert.deepEqual([1, 3, 4, 5].flatMap(onLine), []);
  assert.ok(onLine(2).length > 0 && onLine(2).length < 20, onLine(2).slice(0, 5).join());
  for (const line of [6, 7])
    assert.ok(onLine(line).length > 0 && onLine(line).length < 20, onLine(line).slice(0, 5).join());
  assert.deepEqual(onLine(8), [`8:${bad.indexOf('"asis') + 1} template-role-unknown`]);
});
