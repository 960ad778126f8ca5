/** `ocml check` on JSON documents, and on JSON Lines of any size. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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

/** A file of every kind, with what is left of it by the safe fixes, and the codes of what is reported then. */
const fixable: [name: string, before: string, after: string, ...codes: string[]][] = [
  [
    'fix.chatml.json',
    '[\r\n  {"token": "<|im_start|>"}, “user”, {"token": "<|message|>”}, "Hi\r\nyou",\r\n]\r\n',
    '[\r\n  {"token": "<|start|>"}, "user", {"token": "<|message|>"}, "Hi\\r\\nyou"\r\n]\r\n',
  ],
  [
    'fix.messages.json',
    '[{"role": "User", "content": "a",}, {"role": "usr", "content": "b"}]',
    '[{"role": "user", "content": "a"}, {"role": "usr", "content": "b"}]',
    'template-role-unknown',
  ],
  [
    'fix.messages.jsonl',
    '[{"role":"user","content":"ö"}]\r\n\n[{"role":"User","content":“b”}]\n[{"role":"usr","content":"c"}]',
    '[{"role":"user","content":"ö"}]\r\n\n[{"role":"user","content":"b"}]\n[{"role":"usr","content":"c"}]',
    'template-role-unknown',
  ],
  ['fix.ocml.json', '{"role": "Assistant", "content": "Hi"}\n', '{"role": "assistant", "content": "Hi"}\n'],
  [
    'fix.ocml.jsonl',
    '{"role":"user","content":"Hi",}\n{"role":"Assistant","content":"Yo"}',
    '{"role":"user","content":"Hi"}\n{"role":"assistant","content":"Yo"}',
  ],
  [
    'fix.events.jsonl',
    '{"event":"Response.Delta","delta":"a"}\n{"event":"response.stop"}\n',
    '{"event":"response.delta","delta":"a"}\n{"event":"response.stop"}\n',
    'stream-event',
  ],
];

for (const [name, before, after, ...codes] of fixable) {
  test(`--fix of ${name}: with and without a byte-order mark, and once more changes nothing`, () => {
    for (const mark of ['', '\uFEFF']) {
      const path = file(name, mark + before);
      assert.deepEqual(
        rows('--fix', path).map(({ code }) => code),
        codes,
      );
      assert.equal(readFileSync(path, 'utf8'), mark + after);
      utimesSync(path, 1, 1);
      ocml(['--fix', path]);
      assert.equal(statSync(path).mtimeMs, 1000);
    }
    assert.deepEqual(
      readdirSync(folder).filter((one) => one.endsWith('.tmp')),
      [],
    );
  });
}

test('--fix of JSON Lines larger than what is read at a time: places are those of the new file', () => {
  const good = JSON.stringify([{ role: 'user', content: 'Wann säe ich Erbsen? 🌱'.repeat(40) }]);
  const safe = '[{"role":"User","content":"Erbsen",}]';
  const bad = JSON.stringify([{ role: 'usr', content: 'Erbsen 🌱' }]);
  const lines = Array.from({ length: 3000 }, (_, i) => (i % 500 === 77 ? bad : i % 3 === 0 ? safe : good));
  const path = file('large-fix.messages.jsonl', lines.join('\n'));
  const found = rows('--fix', path);
  const text = readFileSync(path, 'utf8');
  assert.equal(text, lines.map((line) => (line === safe ? '[{"role":"user","content":"Erbsen"}]' : line)).join('\n'));
  assert.deepEqual(
    found.map(({ range, offset: [start, end] }) => [range.start.line, text.slice(start, end)]),
    [77, 577, 1077, 1577, 2077, 2577].map((line) => [line, '"usr"']),
  );
});

test('--fix of standard input, and of bytes that are not UTF-8', () => {
  const { stdout, stderr } = ocml(['--fix', '--dialect', 'stream-event', '-'], '{"event":"response.cancel",}\n');
  assert.equal(stdout, '{"event":"response.cancel"}\n');
  assert.match(stderr, /0 errors, 0 warnings/);
  for (const name of ['bytes-fix.messages.jsonl', 'bytes-fix.messages.json']) {
    const bytes = Buffer.concat([
      Buffer.from('[{"role":"User","content":"'),
      Buffer.from([0xff]),
      Buffer.from('"}]\n'),
    ]);
    const path = file(name, bytes);
    const failed = ocml(['--fix', path]);
    assert.equal(failed.status, 2);
    assert.match(failed.stderr, /: not fixed, since it is not UTF-8/);
    assert.deepEqual(readFileSync(path), bytes);
  }
});

test('a data set with a transcript in each line: what is wrong is found inside of the string', () => {
  const good = '<|im_start|>user\nHi "you" 🌱<|im_end|>\n';
  const bad = '<|im_start|>user\nHi "you" \u00e9<|im_end|>\nlost\n';
  const lines = [{ text: good }, { id: 7, text: bad }, { id: 8 }, { text: good }].map((line) => JSON.stringify(line));
  const path = file('train.jsonl', `${lines.join('\n')}\n{"text": "a" "b"}\n`);
  const source = readFileSync(path, 'utf8');
  for (const args of [[], ['--dialect', 'openchatml-0.1']]) {
    const found = rows(...args, path);
    assert.deepEqual(
      found.map(({ code, range, offset }) => [code, range.start.line, source.slice(...offset)]),
      [
        ['stray-text', 1, 'lost'],
        ['wire-json', 4, '"'],
      ],
    );
  }
  const prose = file('prose.jsonl', '{"text": "It begins with <|im_start|>."}\n');
  assert.ok(rows('--dialect', 'messages', prose).some(({ code }) => code === 'template-shape'));
});
