/**
 * Tests of commands that write files when something goes wrong: with the file, with the disk, with the reader of the output, or by an
 * interruption.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { beforeEach, suite, test } from 'node:test';
import { caseFolder } from '../support/case-folder.ts';
import { someOf, whole } from '../support/effort.ts';
import { root } from '../support/root.ts';

const bin = join(root, 'server', 'bin', 'ocml.js');

/**
 * A script that is loaded into the command and its threads. `OCML_START` runs before anything else. `OCML_HOOK` runs whenever a file is
 * complete but does not have its final name yet; if it returns false, the command stops there.
 */
const hooks = `
const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');
const { fsync } = fs;
const { OCML_HOOK = '', OCML_START = '' } = process.env;
new Function('fs', 'isMainThread', OCML_START)(fs, isMainThread);
const hook = new Function(OCML_HOOK);
fs.fsync = (fd, done) => {
  if (hook() === false) setTimeout(() => process.exit(99), 20_000);
  else fsync(fd, done);
};
`;

const cases = caseFolder('ocml-write-', hooks);
const { inFolder, preload } = cases;
const read = (name: string) => readFileSync(inFolder(name), 'utf8');

interface Run {
  readonly hook?: string;
  readonly start?: string;
  /** A line for the shell in which `"$@"` is the command. */
  readonly shell?: string;
}

/** Runs the command line in the folder. The status is the exit code that a shell reports. */
function ocml(args: readonly string[], { hook = '', start = '', shell }: Run = {}) {
  const command = [process.execPath, bin, ...args];
  const [program = '', ...rest] = shell === undefined ? command : ['sh', '-c', shell, 'sh', ...command];
  const { status, signal, stdout, stderr } = spawnSync(program, rest, {
    cwd: cases.path,
    encoding: 'utf8',
    input: '',
    timeout: 120_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 29,
    env: {
      ...process.env,
      TMPDIR: cases.path,
      ...(hook + start && { OCML_HOOK: hook, OCML_START: start, NODE_OPTIONS: `--require "${preload}"` }),
    },
  });
  return { status: signal ? 128 + constants.signals[signal] : status, stdout, stderr };
}

const frame = (body: string, header = 'user') => `<|start|>${header}<|message|>${body}<|end|>\n`;
const wire = (body: string) =>
  JSON.stringify([{ token: '<|start|>' }, 'user', { token: '<|message|>' }, body, { token: '<|end_message|>' }]);
const task = (body: string) => `<|fim_prefix|>${body}<|fim_middle|><|fim_suffix|>end`;

interface Command {
  readonly name: string;
  readonly file: string;
  /** Returns a document that contains a text. */
  document(said: string): string;
  readonly args: readonly string[];
  /** Returns the text as it appears in the output. */
  written(said: string): string;
}
const itself = (said: string) => said;
const inJson = (said: string) => JSON.stringify(said).slice(1, -1);
const commands: readonly Command[] = [
  { name: 'convert', file: 'a.ocml', document: frame, args: ['convert', '--to', 'harmony'], written: itself },
  {
    name: 'format',
    file: 'a.ocml',
    document: (said) => frame(said, 'user  name=A'),
    args: ['format'],
    written: itself,
  },
  {
    name: 'split',
    file: 'a.ocml',
    document: (said) => `${said}\n<|file_separator|>\nb`,
    args: ['split'],
    written: inJson,
  },
  { name: 'join', file: 'a.txt', document: itself, args: ['join'], written: itself },
  { name: 'fim', file: 'a.ocml', document: task, args: ['fim', '--order', 'psm'], written: itself },
  { name: 'wire', file: 'a.chatml.json', document: wire, args: ['wire', '--as', 'request'], written: inJson },
];

/** The arguments that name the output, and the file that exists afterwards. */
const toFile: Readonly<Record<string, readonly [args: readonly string[], file: string]>> = {
  format: [['--write'], 'a.ocml'],
  split: [['-o', 'out'], 'out/1.txt'],
};

for (const { name, file, document, args, written } of someOf(commands)) {
  const [output, made] = toFile[name] ?? [['-o', 'out.txt'], 'out.txt'];
  const write = (text: string | Buffer) => writeFileSync(inFolder(file), text);
  suite(name, { skip: process.platform === 'win32' && 'signals and pipes of POSIX' }, () => {
    test('interrupted before the file has its name: there is none, and no other', () => {
      const text = document('Hi');
      write(text);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        const hook = `process.kill(process.pid, '${signal}'); return false;`;
        const { status, stdout } = ocml([...args, file, ...output], { hook });
        assert.deepEqual([status, stdout], [128 + constants.signals[signal], '']);
        assert.equal(read(file), text);
        if (made !== file) assert.ok(!existsSync(inFolder(made)));
      }
    });

    test('a full disk: told, and nothing is left', () => {
      const text = document('Hi');
      write(text);
      const full = `const { writeFileSync } = fs; fs.writeFileSync = (to, ...rest) => {
        if (typeof to === 'number') throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
        return writeFileSync(to, ...rest);
      };`;
      const { status, stderr } = ocml([...args, file, ...output], { start: full });
      assert.match(stderr, /the disk is full/);
      assert.deepEqual([status, read(file)], [2, text]);
      if (made !== file) assert.ok(!existsSync(inFolder(made)));
    });

    test('standard output on a full disk', { skip: !existsSync('/dev/full') }, () => {
      write(document('Hi'));
      const { status, stderr } = ocml([...args, file], { shell: '"$@" > /dev/full' });
      assert.match(stderr, new RegExp(`ocml ${name}: the (?:output|text) cannot be written: .*ENOSPC`));
      assert.equal(status, 2);
    });

    test('a reader that goes away is not told of', () => {
      write(document('Hi\n'.repeat(1_000_000)));
      const { stdout, stderr } = ocml([...args, file], { shell: '"$@" | head -c 3' });
      assert.deepEqual([stdout.length, stderr], [3, '']);
    });

    test('UTF-16 is refused, with what helps; and so is what is not UTF-8', () => {
      const text = document('Hi');
      for (const [bytes, reason] of [
        [Buffer.from(`\uFEFF${text}`, 'utf16le'), /UTF-16: save it as UTF-8, for instance with `iconv/],
        [Buffer.from(text.replace('Hi', 'H\u00ef'), 'latin1'), /it is not UTF-8/],
      ] as const) {
        write(bytes);
        for (const more of [[], output]) {
          const { status, stdout, stderr } = ocml([...args, file, ...more]);
          assert.deepEqual([status, stdout], [1, '']);
          assert.match(stderr, reason);
        }
      }
    });

    test('a pipe gets the bytes, a terminal no character that acts', () => {
      const said = 'a\r\n b \u001b[31mred\u009b2J\u202e 漢字 😀 \t\u0007 c';
      write(document(said));
      assert.ok(ocml([...args, file]).stdout.includes(written(said)));
      const terminal = `if (isMainThread) Object.defineProperty(process.stdout, 'isTTY', { value: true });`;
      const shown = ocml([...args, file], { start: terminal }).stdout;
      assert.doesNotMatch(shown, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
      assert.match(shown, /漢字 😀/);
    });

    test('a long line', () => {
      const said = 'long '.repeat((whole ? 100 : 5) * 200_000);
      write(document(said));
      const { status, stdout } = ocml([...args, file]);
      assert.equal(status, 0);
      assert.ok(stdout.includes(said));
    });
  });
}

suite('a data set', () => {
  const row = `${JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(20_000) }] })}\n`;
  const convert = ['convert', '--to', 'harmony', 'a.jsonl', '-o', 'out.jsonl'];
  const rows = 600;
  beforeEach(() => writeFileSync(inFolder('a.jsonl'), row.repeat(rows)));

  test('is converted in threads', { skip: availableParallelism() < 2 }, () => {
    const { status } = ocml(convert, { start: `if (!isMainThread) fs.appendFileSync('threads', 'x');` });
    assert.equal(status, 0);
    assert.ok(existsSync(inFolder('threads')));
    assert.equal(read('out.jsonl').split('\n').length, rows + 1);
  });

  for (const [how, start] of [
    ['throws', `if (!isMainThread) setTimeout(() => { throw new Error('crash'); }, 1);`],
    ['ends', `if (!isMainThread) process.exit(0);`],
  ] as const) {
    test(`a thread that ${how} is told, and there is no output`, () => {
      const { status, stderr } = ocml(convert, { start });
      assert.equal(status, 2, stderr);
      assert.match(stderr, /^ocml convert: /);
      assert.ok(!existsSync(inFolder('out.jsonl')));
    });
  }

  test('interrupted in the middle of it', () => {
    const start = `if (isMainThread) { const { writeFileSync } = fs; let n = 0; fs.writeFileSync = (to, ...rest) => {
      if (typeof to === 'number' && ++n === 3) process.kill(process.pid, 'SIGINT');
      return writeFileSync(to, ...rest);
    }; }`;
    assert.equal(ocml(convert, { start }).status, 128 + constants.signals.SIGINT);
    assert.deepEqual(readdirSync(cases.path), ['a.jsonl']);
  });

  test('a reader that goes away stops it', () => {
    const { stdout, stderr } = ocml(convert.slice(0, 4), { shell: '"$@" | head -n 1' });
    assert.deepEqual([stdout.split('\n').length, stderr], [2, '']);
  });
});
