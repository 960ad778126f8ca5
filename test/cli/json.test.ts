/** `ocml check` on JSON documents, and on JSON Lines of any size. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { check } from '../support/check.ts';
import { root } from '../support/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-cli-json-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Row {
  readonly code: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly offset: readonly [number, number];
}

function ocml(args: readonly string[], input = '') {
  const bin = join(root, 'server', 'bin', 'ocml.js');
  return spawnSync(process.execPath, [bin, 'check', ...args], { encoding: 'utf8', input, maxBuffer: 1 << 28 });
}

const rows = (...args: string[]): Row[] => JSON.parse(ocml(['--format', 'json', ...args]).stdout)[0].diagnostics;

test('JSON Lines larger than what is read at a time, with letters of several bytes', () => {
  const good = JSON.stringify([{ role: 'user', content: 'Wann säe ich Erbsen? 🌱'.repeat(40) }]);
  const bad = JSON.stringify([{ role: 'usr', content: 'Erbsen 🌱' }]);
  const text = `\uFEFF${Array.from({ length: 3000 }, (_, i) => (i % 500 === 77 ? bad : good)).join('\n')}`;
  assert.ok(Buffer.byteLength(text) > 3 << 20);
  const found = rows(file('large.messages.jsonl', text));
  assert.deepEqual(
    found.map(({ range }) => range.start.line),
    [77, 577, 1077, 1577, 2077, 2577],
  );
  const whole = check(text.slice(1), { dialect: 'messages' });
  assert.deepEqual(
    found.map(({ code, offset }) => [code, ...offset]),
    whole.map(({ code, start, end }) => [code, start, end]),
  );
});

test('bytes that are not UTF-8, in the third line', () => {
  const line = Buffer.from('[{"role":"user","content":"\uFFFD"}]\r\n');
  const path = file(
    'bytes.messages.jsonl',
    Buffer.concat([line, line, Buffer.from('["'), Buffer.from([0xff]), Buffer.from('"]')]),
  );
  const [first, second] = rows(path);
  assert.deepEqual([first?.code, first?.range.start], ['template-shape', { line: 2, character: 1 }]);
  assert.deepEqual([second?.code, second?.range.start], ['encoding-invalid', { line: 2, character: 2 }]);
});

test('--request, --dialect, standard input, and folders', () => {
  const done = '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":"<|end_message|>"}]';
  const path = file('done.chatml.json', done);
  assert.deepEqual(rows(path), []);
  assert.deepEqual(
    rows('--request', path).map(({ code }) => code),
    ['wire-not-request'],
  );
  const { stdout } = ocml(['--dialect', 'messages', '-'], '[{"role":"user"}]\n[{"role":"user","content":"Hi"}]\n');
  assert.match(stdout, /^-:1:2: warning template-key-missing: /);
  assert.match(ocml([folder]).stdout, /done\.chatml\.json|3 files/);
});
