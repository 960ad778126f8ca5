/** `ocml check` of JSON documents, and of JSON Lines of any size. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { check } from '../support/check.ts';
import { ocml as run } from '../support/command.ts';
import { sizeOf } from '../support/effort.ts';
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

const bin = join(root, 'server', 'bin', 'ocml.js');

const ocml = (args: readonly string[], input: string | Buffer = '') => run(['check', ...args], { input });

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

/** A file of each kind, its text after all safe fixes, and the codes of the remaining problems. */
const fixable: [name: string, before: string, after: string, ...codes: string[]][] = [
  [
    'fix.chatml.json',
    '[\r\n  {"token": "<|im_start|>"}, “system”, {"token": "<|message|>”}, "Hi\r\nyou",\r\n]\r\n',
    '[\r\n  {"token": "<|start|>"}, "system", {"token": "<|message|>"}, "Hi\\r\\nyou"\r\n]\r\n',
  ],
  [
    'fix.messages.json',
    '[{"role": "System", "content": "a",}, {"role": "usr", "content": "b"}]',
    '[{"role": "system", "content": "a"}, {"role": "usr", "content": "b"}]',
    'template-role-unknown',
  ],
  [
    'fix.messages.jsonl',
    '[{"role":"user","content":"ö"}]\r\n\n[{"role":"System","content":“b”}]\n[{"role":"usr","content":"c"}]',
    '[{"role":"user","content":"ö"}]\r\n\n[{"role":"system","content":"b"}]\n[{"role":"usr","content":"c"}]',
    'template-role-unknown',
  ],
  ['fix.ocml.json', '{"role": "System", "content": "Hi"}\n', '{"role": "system", "content": "Hi"}\n'],
  // No fix may change what users see without being asked.
  [
    'shown.ocml.json',
    '{"role": "Assistant", "content": "Hi"}\n',
    '{"role": "Assistant", "content": "Hi"}\n',
    'E-PARSE-HEADER',
  ],
  [
    'fix.ocml.jsonl',
    '{"role":"system","content":"Hi",}\n{"role":"System","content":"Yo"}',
    '{"role":"system","content":"Hi"}\n{"role":"system","content":"Yo"}',
  ],
  // Lines like these come from rows that were cut out of a list.
  [
    'commas.messages.jsonl',
    '[{"role":"assistant","content":"a"}],\n[{"role":"assistant","content":"b"}] , \n[{"role":"user","content":"c"}],,\n',
    '[{"role":"assistant","content":"a"}]\n[{"role":"assistant","content":"b"}]  \n[{"role":"user","content":"c"}],,\n',
    'wire-json',
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
  const safe = '[{"role":"System","content":"Erbsen",}]';
  const bad = JSON.stringify([{ role: 'usr', content: 'Erbsen 🌱' }]);
  const lines = Array.from({ length: 3000 }, (_, i) => (i % 500 === 77 ? bad : i % 3 === 0 ? safe : good));
  const path = file('large-fix.messages.jsonl', lines.join('\n'));
  const found = rows('--fix', path);
  const text = readFileSync(path, 'utf8');
  assert.equal(text, lines.map((line) => (line === safe ? '[{"role":"system","content":"Erbsen"}]' : line)).join('\n'));
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

test('a data set with a transcript in each line: what is wrong is found inside the string', () => {
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
        // Every line is expected to have the shape of the file.
        ['template-shape', 2, '{"id":8}'],
        ['wire-json', 4, '"'],
      ],
    );
  }
  const prose = file('prose.jsonl', '{"text": "It begins with <|im_start|>."}\n');
  assert.ok(rows('--dialect', 'messages', prose).some(({ code }) => code === 'template-shape'));
});

const mended = (i: number) => `[{"role":"usr","content":"Question ${i}"},{"role":"user","content":"Answer ${i}"}]\n`;
const mendedLines = (count: number) => Array.from({ length: count }, (_, i) => mended(i)).join('');

for (const format of ['text', 'json', 'github', 'sarif']) {
  test(`--format ${format}: what is wrong with JSON Lines is printed before they are over`, {
    timeout: 60_000,
  }, async () => {
    const child = spawn(process.execPath, [
      bin,
      'check',
      '--format',
      format,
      '--max-problems',
      '0',
      '--dialect',
      'messages',
      '-',
    ]);
    let printed = '';
    // There are more problems than the command stores, and the input has not ended yet.
    child.stdin.write(mendedLines(1500));
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (child.stdin.writable && /Unknown role `usr`/.test(printed)) child.stdin.end('[]\n');
    }
    assert.equal(printed.match(/Unknown role `usr`/g)?.length, 1500);
  });
}

test('--fix of standard input of several pieces', () => {
  const right = mended(1).replace('"user"', '"system"');
  const wrong = right.replace('"system"', '"System"').replace('}]', '},]');
  const { stdout, stderr } = ocml(['--fix', '--dialect', 'messages', '-'], mended(0) + wrong.repeat(2500));
  assert.equal(stdout, mended(0) + right.repeat(2500));
  assert.match(stderr, /\n1 file: 0 errors, 2501 warnings, 0 information, 0 hints\n$/);
});

test('the parts of a file that is checked in a thread come together, and in the order of the files', () => {
  const filler = `${JSON.stringify([{ role: 'user', content: 'x'.repeat(6_500_000) }])}\n`;
  const count = sizeOf(12_000);
  const lines = mendedLines(count);
  const paths = [1, 2, 3].map((name) => file(`thread${name}.messages.jsonl`, filler + lines));
  const broken = file('thread0.messages.jsonl', filler);
  const inThreads = ocml(['--format', 'json', broken, ...paths]);
  // If one of the files is standard input, all are checked in one thread.
  const serial = ocml(['--format', 'json', '--dialect', 'messages', broken, ...paths, '-'], '[]');
  const files = JSON.parse(inThreads.stdout);
  assert.deepEqual(files, JSON.parse(serial.stdout).slice(0, -1));
  assert.deepEqual(
    files.map(({ diagnostics }: { diagnostics: unknown[] }) => diagnostics.length),
    [0, count, count, count],
  );
});

test('--format json in parts is laid out as the whole', () => {
  const paths = [
    file('none.messages.jsonl', ''),
    file('some.messages.jsonl', mendedLines(1500)),
    file('whole.messages.json', '[{"role":"usr","content":"a"}]'),
    file('last.messages.jsonl', '[]\n'),
  ];
  const { stdout } = ocml(['--format', 'json', ...paths]);
  assert.equal(stdout, `${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
});

test('standard input is JSON Lines, or one value, by its first lines', () => {
  const at = (input: string | Buffer, dialect = 'messages') => {
    const { stdout } = ocml(['--format', 'json', '--dialect', dialect, '-'], input);
    return JSON.parse(stdout)[0].diagnostics.map(({ code, range }: Row) => [code, range.start.line]);
  };
  const long = JSON.stringify([{ role: 'user', content: 'é'.repeat(200_000) }]);
  const unknown: [string, number] = ['template-role-unknown', 2];
  assert.deepEqual(at(`\uFEFF${long}\n\n[{"role":"usr","content":"b"}]`), [unknown]);
  assert.deepEqual(at(`[\n${long.slice(1, -1)},\n{"role":"usr","content":"b"}\n]`), [unknown]);
  assert.deepEqual(at(`${' '.repeat(70_000)}${long}${'\n'.repeat(70_000)}`), []);
  assert.deepEqual(at(Buffer.concat([Buffer.from(`${long}\n${long}\n["`), Buffer.from([0xff]), Buffer.from('"]')])), [
    ['template-shape', 2],
    ['encoding-invalid', 2],
  ]);
  assert.deepEqual(at('{"event":"response.delta","delta":"a"}\n\n{"event":"response.stop"}\n', 'stream-event'), [
    ['stream-event', 2],
  ]);
});

test('one indented value in a file called .jsonl is one problem, and its rows are checked', () => {
  const row = (role: string) => ({
    messages: [
      { role, content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
    ],
  });
  const text = JSON.stringify([row('user'), row('usr')], undefined, 2);
  for (const name of ['indented.jsonl', 'indented.messages.jsonl'])
    assert.deepEqual(
      rows(file(name, text)).map(({ code, range }) => [code, range.start.line]),
      [
        ['wire-json', 0],
        ['template-role-unknown', 16],
      ],
    );
});
