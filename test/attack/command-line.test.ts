/**
 * Runs the command line in a folder made by a stranger. Nothing blocks the command, and one bad file does not affect the others, except
 * that the report mentions it. A command that hangs is killed, and the test fails.
 */
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { clean, createFolder, type Folder, faulty, warned } from '../cli/ocml.ts';
import { ocml as command } from '../support/command.ts';
import { root } from '../support/root.ts';

const windows = process.platform === 'win32';
const bin = join(root, 'server/bin/ocml.js');

const folders: Folder[] = [];
after(() => {
  for (const folder of folders) folder.remove();
});

function folderWith(files: Readonly<Record<string, string>>): Folder {
  const folder = createFolder(files);
  folders.push(folder);
  return folder;
}

/** Runs a program with a time limit of one minute. */
function run(folder: Folder, command: string, args: readonly string[], options: object = {}): SpawnSyncReturns<string> {
  const limits = { timeout: 60_000, killSignal: 'SIGKILL', maxBuffer: 1 << 28 } as const;
  return spawnSync(command, args, { cwd: folder.path, encoding: 'utf8', input: '', ...limits, ...options });
}
const ocml = (folder: Folder, ...args: readonly string[]) => command(['check', ...args], { cwd: folder.path });

function pipe(folder: Folder, name: string): void {
  assert.equal(run(folder, 'mkfifo', [name]).status, 0);
}

/** Returns the messages about the arguments, one per line, and asserts that a good file among them is checked. */
function told(folder: Folder, ...args: readonly string[]): string[] {
  const { status, stdout, stderr } = ocml(folder, ...args, 'good.ocml');
  assert.equal(status, 2, stderr);
  assert.match(stdout, /good\.ocml:2:10: error E-PARSE-HEADER/);
  return stderr.trimEnd().split('\n');
}

suite('what cannot be read', { skip: windows }, () => {
  // A pipe that is named as an argument is read, like `<(…)` in a shell. A search of a folder never opens a pipe (see below).
  test('devices, links to them or to nothing: each named, whatever its name', () => {
    const folder = folderWith({ 'good.ocml': faulty, 'file.ocml': clean });
    for (const name of ['zero.ocml', 'zero.messages.jsonl']) symlinkSync('/dev/zero', join(folder.path, name));
    symlinkSync('loop.ocml', join(folder.path, 'loop.ocml'));
    symlinkSync('nowhere', join(folder.path, 'dangling.ocml'));
    const why: [file: string, why: string][] = [
      ['zero.ocml', 'it is a device, not a file'],
      ['zero.messages.jsonl', 'it is a device, not a file'],
      ['/dev/tty', ''],
      ['loop.ocml', 'its symbolic links form a loop'],
      ['loop.ocml/x', 'its symbolic links form a loop'],
      ['dangling.ocml', 'no such file'],
      ['none.ocml', 'no such file'],
      ['file.ocml/x.ocml', 'no such file'],
      ['n'.repeat(300), 'the name is too long'],
    ];
    const lines = told(folder, ...why.map(([file]) => file));
    for (const [file, reason] of why) {
      const line = lines.find((one) => one.startsWith(`ocml check: ${file}: `));
      assert.ok(line?.endsWith(reason), `${file}: ${line}`);
    }
    assert.equal(lines.length, why.length);
  });

  test('in a folder, they are not transcripts', () => {
    const folder = folderWith({ 'a.ocml': clean });
    pipe(folder, 'b.ocml');
    symlinkSync('/dev/zero', join(folder.path, 'c.ocml'));
    symlinkSync('.', join(folder.path, 'd'));
    for (const path of ['.', '*.ocml']) {
      const { status, stdout } = ocml(folder, path);
      assert.equal(stdout, '1 file: 0 errors, 0 warnings, 0 information, 0 hints\n');
      assert.equal(status, 0);
    }
  });

  test('with --fix, pipes are not opened, even where a link leads to one', () => {
    const folder = folderWith({ 'good.ocml': faulty });
    pipe(folder, 'pipe.ocml');
    symlinkSync('pipe.ocml', join(folder.path, 'link.harmony'));
    for (const name of ['pipe.ocml', 'link.harmony']) {
      const why = 'not fixed, since it is a pipe. To print the new text, pass the text on standard input (-)';
      assert.deepEqual(told(folder, '--fix', name), [`ocml check: ${name}: ${why}`]);
    }
  });

  test('more than can be one text is not read into memory', () => {
    const folder = folderWith({ 'good.ocml': faulty, 'huge.ocml': '' });
    truncateSync(join(folder.path, 'huge.ocml'), 2 ** 40);
    const line = 'is larger than 1 GB, too large to be read in one piece';
    assert.deepEqual(told(folder, 'huge.ocml'), [`ocml check: huge.ocml: ${line}`]);
  });

  // The root user may read everything, so the command runs as another user.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const asNobody = (folder: Folder, ...args: readonly string[]) =>
    run(folder, process.execPath, [bin, 'check', ...args], nobody);
  const reaches = windows || asNobody(folderWith({}), '--help').status === 0;

  test('folders and files that are not allowed are named, and the others checked', {
    skip: reaches ? false : 'the checkout is not open to other users',
  }, () => {
    const folder = folderWith({
      'open/a.ocml': faulty,
      'open/shut/b.ocml': faulty,
      'open/deep/shut/c.ocml': faulty,
      'shut/d.ocml': faulty,
      'file.ocml': faulty,
      'config/.ocmlrc.json': '{}',
      'config/e.ocml': faulty,
    });
    const shut = ['open/shut', 'open/deep/shut', 'shut', 'file.ocml', 'config/.ocmlrc.json'];
    chmodSync(folder.path, 0o755);
    for (const name of shut) chmodSync(join(folder.path, name), 0);
    const rows: [args: string[], told: string[]][] = [
      [['open'], ['open/deep/shut: the folder cannot be read', 'open/shut: the folder cannot be read']],
      [['open/**/*.ocml'], ['open/deep/shut: the folder cannot be read', 'open/shut: the folder cannot be read']],
      [['shut', 'open/a.ocml'], ['shut/: the folder cannot be read']],
      [['shut/d.ocml', 'open/a.ocml'], ['shut/d.ocml']],
      [['shut/*.ocml', 'open/a.ocml'], ['shut: the folder cannot be read']],
      [['file.ocml', 'open/a.ocml'], ['file.ocml']],
      [['open/a.ocml', 'config'], [`${join(folder.path, 'config/.ocmlrc.json')}: cannot be read, so it has no effect`]],
    ];
    for (const [args, expected] of rows) {
      const { status, stdout, stderr } = asNobody(folder, ...args);
      assert.equal(status, 2, stderr);
      assert.match(stdout, /open\/a\.ocml:2:10: error/);
      const lines = stderr.trimEnd().split('\n').sort();
      assert.deepEqual(
        lines.map((line) => line.replace(/\/?: permission denied\.?$/, '')),
        expected.map((one) => `ocml check: ${one.replace(/\/(?=:)/, '')}`),
        stderr,
      );
    }
    for (const name of shut) chmodSync(join(folder.path, name), 0o755);
  });

  test('a folder deeper than a path may be long', () => {
    const folder = folderWith({ 'good.ocml': faulty });
    // The folders are made step by step, because no system call accepts such a long path.
    const script = `for (let i = 0; i < 30; i++) {
      require('fs').mkdirSync('${'d'.repeat(200)}');
      process.chdir('${'d'.repeat(200)}');
    }`;
    assert.equal(run(folder, process.execPath, ['-e', script]).status, 0);
    const lines = told(folder, '.');
    assert.match(lines.join('\n'), /^ocml check: d+[d/]*: the folder cannot be read: the name is too long$/);
    assert.equal(run(folder, 'rm', ['-rf', 'd'.repeat(200)]).status, 0);
  });
});

const hostileGlobs = [
  '*(a*)'.repeat(10),
  '!(a*)'.repeat(5),
  '+(+(a))',
  '*a'.repeat(200),
  '**/'.repeat(150),
  '**/*a/'.repeat(70),
  '{a,b}'.repeat(90),
  '{a,a}'.repeat(90),
  '{*,*}'.repeat(90),
  '{a,'.repeat(120) + '}'.repeat(120),
  '{'.repeat(400),
  '{1..1000000000}',
  '{a..z..0}',
  '[[:alpha:]]'.repeat(20),
  '['.repeat(400),
  '(a|a)*'.repeat(50),
  '(a*)*'.repeat(50),
  'a{,'.repeat(100),
  '*'.repeat(100_000),
].map((glob) => `${glob}b`);

suite('globs', () => {
  const name = 'a'.repeat(200);

  test('as arguments: none takes longer than others', () => {
    const folder = folderWith({ 'good.ocml': faulty, [`${name}/${name}`]: clean, 'a/a/a/a/a/a/a/a/a/a/a/a/c': clean });
    const lines = told(folder, ...hostileGlobs);
    assert.equal(lines.length, hostileGlobs.length, lines.join('\n'));
    for (const line of lines)
      assert.match(line, /: (?:no file matches|cannot be read as a glob: .*|no such file|.*too long)$/);
  });

  test('in a configuration: what is refused is named', () => {
    const folder = folderWith({ 'good.ocml': faulty, [`${name}/${name}.ocml`]: clean });
    const overrides = hostileGlobs.slice(0, -1).map((glob) => ({ files: [glob, `**/${glob}`], strict: true }));
    folder.write({ '.ocmlrc.json': JSON.stringify({ overrides }) });
    const { status, stdout, stderr } = ocml(folder, '.');
    assert.equal(status, 2);
    assert.match(stdout, /^2 files: /m);
    const lines = stderr.trimEnd().split('\n');
    assert.match(lines.pop() ?? '', /: \d+ more entries are wrong\.$/);
    for (const line of lines) assert.match(line, /overrides\[\d+\]\.files\[[01]\] is ".*, which has no effect: /);
    assert.equal(lines.length, 20);
  });
});

suite('configurations', () => {
  const circle = 'strict: &a [*a]\nroot: &b {x: *b}\n';
  const bomb = `a: &a [x, x]\n${[...'bcdefghijklm'].map((c, i) => `${c}: &${c} [${`*${'abcdefghijklm'[i]},`.repeat(9)}]`).join('\n')}`;
  const wide = Array.from({ length: 3000 }, (_, i) => `k${i}: 1`).join('\n');
  const rows: [name: string, text: string, told: RegExp][] = [
    [
      '.ocmlrc.json',
      `{"rules": {}, "x": "${'x'.repeat(50_000)}"}`,
      /cannot be read, so it has no effect: it is larger than 32 KB\.$/,
    ],
    ['.ocmlrc.yaml', `# ${'x'.repeat(50_000)}`, /it is larger than 32 KB\.$/],
    ['.ocmlrc.json', '['.repeat(30_000), /nested too deeply|is not JSON/],
    ['.ocmlrc.json', `{"strict": ${'['.repeat(8000)}${']'.repeat(8000)}}`, /nested too deeply/],
    ['.ocmlrc.json', `{"overrides": ${'['.repeat(100)}${']'.repeat(100)}}`, /nested too deeply/],
    ['.ocmlrc.yaml', '['.repeat(30_000), /nested too deeply/],
    ['.ocmlrc.yaml', '- '.repeat(15_000), /nested too deeply/],
    ['.ocmlrc.yaml', ']'.repeat(32_000), /is not YAML: .* on line 1$/],
    ['.ocmlrc.yaml', circle, /nested too deeply, or its aliases expand to too many values/],
    ['.ocmlrc.yaml', bomb, /nested too deeply, or its aliases expand to too many values/],
    ['.ocmlrc.yaml', wide, /k0 is unknown[^]*2980 more entries are wrong\.$/],
    ['.ocmlrc.yaml', `strict: ${'x'.repeat(30_000)}`, /strict is "x{79}…; write/],
    ['.ocmlrc.yaml', `${'x'.repeat(1000)}: 1`, /: x{80}… is unknown/],
    ['.ocmlrc.yaml', '\0\0\0', /must be an object/],
  ];
  for (const [name, text, expected] of rows) {
    test(`${name} ${JSON.stringify(text.slice(0, 30))}, ${text.length} characters`, () => {
      const folder = folderWith({ 'good.ocml': faulty, [name]: text });
      const { status, stdout, stderr } = ocml(folder, 'good.ocml');
      assert.equal(status, 2);
      assert.match(stdout, /good\.ocml:2:10: error/);
      assert.match(stderr.trimEnd(), expected);
      assert.ok(stderr.length < 10_000, stderr);
    });
  }

  test('that are not files', { skip: windows }, () => {
    for (const name of ['.ocmlrc.json', '.ocmlrc.yaml']) {
      const make: [why: RegExp, make: (folder: Folder) => void][] = [
        [/it is a pipe, not a file\.$/, (folder) => pipe(folder, name)],
        [/it is a device, not a file\.$/, ({ path }) => symlinkSync('/dev/zero', join(path, name))],
        [/it is a directory, not a file\.$/, ({ path }) => mkdirSync(join(path, name))],
        [/its symbolic links form a loop\.$/, ({ path }) => symlinkSync(name, join(path, name))],
      ];
      for (const [why, act] of make) {
        const folder = folderWith({ 'good.ocml': faulty });
        act(folder);
        const [line = '', ...more] = told(folder);
        assert.ok(
          line.startsWith(`ocml check: ${join(folder.path, name)}: cannot be read, so it has no effect: `),
          line,
        );
        assert.match(line, why);
        assert.deepEqual(more, []);
        const chosen = ocml(folder, '--config', name, 'good.ocml');
        assert.equal(chosen.status, 2);
        assert.match(chosen.stderr.replace(/\n$/, line.endsWith('loop.') ? '.' : ''), why);
      }
    }
  });

  test('very many of them, one in the other', () => {
    const folder = folderWith({ 'good.ocml': faulty });
    const levels = Array.from({ length: 60 }, (_, i) => 'd/'.repeat(i));
    for (const level of levels) folder.write({ [`${level}.ocmlrc.json`]: '{"rules": {"stray-text": "off"}}' });
    const deep = `${levels.at(-1)}a.ocml`;
    folder.write({ [deep]: warned, [`${levels.at(-1)}.ocmlrc.json`]: '{"rules": {"stray-text": "error"}}' });
    const { status, stdout, stderr } = ocml(folder, deep);
    assert.equal(status, 2);
    assert.match(stdout, /error stray-text/);
    assert.match(
      stderr,
      /^ocml check: .*: more than 10 configurations apply here, and only the nearest 10 have an effect\./,
    );
    assert.equal(stderr.split('\n').length, 2);
  });
});

suite('readers that go away', { skip: windows }, () => {
  const turn = '<|start|>user<|message|>Hi<|end|>\n<|start|>usr<|message|>Hi<|end|>\nstray\n';
  const folder = folderWith({});
  for (let i = 0; i < 10; i++) folder.write({ [`${i}.ocml`]: `version: 2.2\n${turn.repeat(500)}` });
  // This file is large enough for threads to be used.
  folder.write({ 'z.ocml': `version: 2.2\n<|start|>user<|message|>${'x'.repeat(13_000_000)}<|end|>\n` });

  for (const format of ['text', 'json', 'sarif', 'github']) {
    for (const reader of ['head -1', 'true']) {
      test(`${format}, ${reader}`, () => {
        const script = `"$0" "$1" check --format ${format} . | ${reader} > /dev/null`;
        const { status, stderr } = run(folder, 'sh', ['-c', script, process.execPath, bin]);
        assert.equal(status, 0);
        assert.equal(stderr, '');
      });
    }
  }

  test('of both outputs', () => {
    const script = '"$0" "$1" check none.ocml . 2>&1 | head -1';
    const { status, stdout, stderr } = run(folder, 'sh', ['-c', script, process.execPath, bin]);
    assert.equal(status, 0);
    assert.equal(stderr, '');
    assert.equal(stdout, 'ocml check: none.ocml: no such file\n');
  });

  test('a disk that is full: 2, and why', { skip: process.platform !== 'linux' }, () => {
    const script = '"$0" "$1" check 0.ocml > /dev/full';
    const { status, stderr } = run(folder, 'sh', ['-c', script, process.execPath, bin]);
    assert.equal(status, 2);
    assert.match(stderr, /^ocml check: the output cannot be written: ENOSPC: .*\n$/);
  });
});

test('an answer that is line breaks, each in an event of its own, is streamed', () => {
  const event = (content: string) =>
    `data: {"id":"a","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}\n\n`;
  const end = 'data: {"id":"a","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const folder = folderWith({ 'breaks.txt': event('\n').repeat(200_000) + event('Hi') + end });
  const { status, stdout, stderr } = run(folder, process.execPath, [bin, 'stream', 'breaks.txt']);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /"delta":"Hi"/);
});
