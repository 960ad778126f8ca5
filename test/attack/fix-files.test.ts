/** Runs `ocml check --fix` while something goes wrong with the file, and examines what it writes, keeps, and leaves in the folder. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { caseFolder } from '../support/case-folder.ts';
import { sizeOf } from '../support/effort.ts';
import { root } from '../support/root.ts';

const bin = join(root, 'server', 'bin', 'ocml.js');
const isRoot = process.getuid?.() === 0;

/**
 * A script that is loaded into the command and its threads. It runs `OCML_HOOK` whenever a new file has been written but has not yet
 * replaced the old one. The hook can use `fs`, `require` and `once`, which is true only on the first run. If the hook returns false, the
 * command hangs at that point, and exits after 20 seconds unless it ends earlier. `OCML_START` runs before anything else.
 */
const hooks = `
const fs = require('node:fs');
const { fsync } = fs;
const { OCML_HOOK = '', OCML_START = '' } = process.env;
new Function('fs', OCML_START)(fs);
const hook = new Function('fs', 'require', 'once', OCML_HOOK);
let once = true;
fs.fsync = (fd, done) => {
  const first = once;
  once = false;
  if (hook(fs, require, first) === false) setTimeout(() => process.exit(99), 20_000);
  else fsync(fd, done);
};
`;

/** The two ways to write a file, each with the file before and after the fixes: a text as a whole, and JSON Lines in parts. */
const kinds = [
  {
    name: 'a.ocml',
    before: '\uFEFFversion: 2.2\r\n<|start|>Assistant<|message|>Hi<|end|>\r\n',
    code: 'E-PARSE-HEADER',
  },
  {
    name: 'a.messages.jsonl',
    before: `\uFEFF${'[{"role":"user","content":"é"}]\r\n'.repeat(sizeOf(60_000))}[{"role":"System","content":"a"}]\r\n[]`,
    code: 'template-role-unknown',
  },
].map((kind) => ({ ...kind, fixed: kind.before.replace('Assistant', 'assistant').replace('System', 'system') }));
const [whole, lines] = kinds as [(typeof kinds)[0], (typeof kinds)[0]];

const cases = caseFolder('ocml-fix-', hooks);
const { inFolder, preload } = cases;
let path = '';

interface Run {
  readonly hook?: string;
  readonly start?: string;
  readonly input?: string;
  readonly args?: readonly string[];
  /** The user to run the command as, if not the one who runs the tests. */
  readonly uid?: number;
  /** A line for the shell to run before the command. */
  readonly shell?: string;
}

/** Runs `ocml check --fix` in the folder. The status is the exit code that a shell reports. */
function fix(names: readonly string[], { hook = '', start = '', input = '', args = [], uid, shell }: Run = {}) {
  const command = [process.execPath, bin, 'check', '--fix', ...args, ...names];
  const [program = '', ...rest] = shell === undefined ? command : ['sh', '-c', `${shell}; exec "$@"`, 'sh', ...command];
  const { status, signal, stdout, stderr } = spawnSync(program, rest, {
    cwd: cases.path,
    encoding: 'utf8',
    input,
    timeout: 60_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
    ...(uid !== undefined && { uid, gid: uid }),
    env: {
      ...process.env,
      TMPDIR: cases.path,
      ...(hook + start && { OCML_HOOK: hook, OCML_START: start, NODE_OPTIONS: `--require "${preload}"` }),
    },
  });
  return { status: signal ? 128 + constants.signals[signal] : status, stdout, stderr };
}

function write(name: string, text: string, mode = 0o644): string {
  path = inFolder(name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** Asserts that a file was refused: the refusal and the old problems of the file are reported, and the next file is fixed nevertheless. */
function assertRefused({ name, before, code }: (typeof kinds)[0], reason: RegExp, run: Run = {}) {
  writeFileSync(inFolder('other.ocml'), whole.before);
  chmodSync(inFolder('other.ocml'), 0o666);
  const { status, stdout, stderr } = fix([name, 'other.ocml'], run);
  assert.match(stderr, reason);
  assert.equal(stderr.split('\n').length, 2, stderr);
  assert.ok(stderr.startsWith(`ocml check: ${name}: not fixed, since `), stderr);
  assert.ok(stdout.includes(code) && stdout.includes('\n2 files: '), stdout);
  assert.equal(status, 2);
  assert.ok(readFileSync(inFolder(name), 'utf8') === before, 'the old text is there');
  return stdout;
}

suite('--fix on files', { skip: process.platform === 'win32' && 'signals, modes and links of POSIX' }, () => {
  for (const kind of kinds) {
    const { name, before, fixed } = kind;
    suite(name, () => {
      for (const signal of kind === whole ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGINT'] as const)) {
        test(`${signal} in the middle: the old file stays, and nothing else`, () => {
          write(name, before);
          const { status, stdout } = fix([name], { hook: `process.kill(process.pid, '${signal}'); return false;` });
          assert.deepEqual([status, stdout], [128 + constants.signals[signal], '']);
          assert.deepEqual(readdirSync(cases.path), [name]);
          assert.ok(readFileSync(path, 'utf8') === before);
        });
      }

      test('an exception that nobody catches, in the middle', () => {
        write(name, before);
        const { stderr } = fix([name], { hook: `setImmediate(() => { throw new Error('crash'); }); return false;` });
        assert.match(stderr, /crash/);
        assert.deepEqual(readdirSync(cases.path), [name]);
      });

      test('saved meanwhile: that is kept', () => {
        write(name, before);
        const save = `if (once) fs.writeFileSync('${name}', 'saved');`;
        const { status, stderr } = fix([name], { hook: save });
        assert.match(stderr, /not fixed, since it was changed in the meantime/);
        assert.deepEqual([status, readFileSync(path, 'utf8')], [2, 'saved']);
      });

      test('saved meanwhile as editors do, by another file of the same length', () => {
        write(name, before);
        const saved = before.replace('version', 'Version').replace('é', 'ü');
        writeFileSync(inFolder('new'), saved);
        const { status } = fix([name], { hook: `if (once) fs.renameSync('new', '${name}');` });
        assert.equal(status, 2);
        assert.ok(readFileSync(path, 'utf8') === saved);
      });

      test('saved meanwhile within one tick of a slow clock, with the same length', () => {
        write(name, before);
        const saved = before.replace('version', 'Version').replace('é', 'ü');
        writeFileSync(inFolder('new'), saved);
        const { status } = fix([name], {
          hook: `
            for (const step of ['statSync', 'lstatSync', 'fstatSync']) {
              const real = fs[step];
              fs[step] = (...args) => Object.assign(real(...args), ${JSON.stringify(coarse(path))});
            }
            if (once) fs.writeFileSync('${name}', fs.readFileSync('new'));
          `.replace(/"(\d+n)"/g, '$1'),
        });
        assert.equal(status, 2);
        assert.ok(readFileSync(path, 'utf8') === saved);
      });

      test('saved at the last moment, after the comparison of the text', () => {
        write(name, before);
        const start = `
          const { lstatSync } = fs;
          fs.lstatSync = (file, ...rest) => {
            if (file.endsWith('${name}')) fs.writeFileSync(file, 'saved');
            return lstatSync(file, ...rest);
          };
        `;
        const { status, stderr } = fix([name], { start });
        assert.match(stderr, /changed in the meantime/);
        assert.deepEqual([status, readFileSync(path, 'utf8')], [2, 'saved']);
      });

      test('removed meanwhile: it does not come back', () => {
        write(name, before);
        const { status, stderr } = fix([name], { hook: `if (once) fs.rmSync('${name}');` });
        assert.match(stderr, /changed in the meantime/);
        assert.deepEqual([status, readdirSync(cases.path)], [2, []]);
      });

      test('made unreadable meanwhile: that is a change as well', () => {
        write(name, before);
        const { status, stderr } = fix([name], { hook: `if (once) fs.chmodSync('${name}', 0);` });
        assert.match(stderr, /changed in the meantime|permission/);
        assert.deepEqual([status, statSync(path).mode & 0o7777], [2, 0]);
      });

      test('two runs at once: the first that is done wins, and the other says so', () => {
        write(name, before);
        const again = `
          const env = { ...process.env, NODE_OPTIONS: '' };
          const args = ['${bin}', 'check', '--fix', '${name}'];
          if (once) require('node:child_process').execFileSync(process.execPath, args, { env });
        `;
        const { status, stderr } = fix([name], { hook: again });
        assert.match(stderr, /changed in the meantime/);
        assert.equal(status, 2);
        assert.ok(readFileSync(path, 'utf8') === fixed);
      });

      test('read-only: refused, even if the user is root', () => {
        write(name, before, 0o444);
        write(`owner-${name}`, before, 0o464);
        assertRefused(kind, /it is read-only: make it writable first/);
        assertRefused({ ...kind, name: `owner-${name}` }, /it is read-only: make it writable first/);
      });

      test('a full disk, for which a limit on the size of files is in: the old file is whole', () => {
        const long = write(name, before + padding(name));
        const text = readFileSync(long, 'utf8');
        assertRefused({ ...kind, before: text }, /the new text exceeds the maximum file size of this file system/, {
          shell: 'ulimit -f 64',
        });
      });

      test('a full disk', () => {
        write(name, before);
        const full = `if (once) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });`;
        assertRefused(kind, /the disk is full/, { hook: full });
      });

      test('hard links: refused, since they would be parted', () => {
        write(name, before);
        linkSync(path, inFolder('link'));
        assertRefused(kind, /it has 2 hard links/);
        assert.equal(statSync(path).ino, statSync(inFolder('link')).ino);
      });

      test('symbolic links, to a file and to a folder, stay; what they lead to is fixed, once', () => {
        mkdirSync(inFolder('real'));
        write(`real/${name}`, before);
        symlinkSync('real', inFolder('folder'));
        symlinkSync(`folder/${name}`, inFolder(name));
        const { status, stdout, stderr } = fix([name, `real/${name}`, `folder/../real/${name}`, `./${name}`]);
        assert.deepEqual([status, stderr], [0, '']);
        assert.match(stdout, /^1 file: 0 errors/);
        assert.ok(readFileSync(path, 'utf8') === fixed, 'byte-order mark and line ends are kept');
        assert.deepEqual([lstatSync(inFolder(name)).isSymbolicLink(), lstatSync(path).isFile()], [true, true]);
      });

      test('modes are kept', () => {
        const modes = [0o600, 0o640, 0o666, 0o755, 0o4750, 0o2664];
        const names = modes.map((mode) => mode + name);
        for (const [i, mode] of modes.entries()) write(names[i] as string, before, mode);
        assert.equal(fix(names, { shell: 'umask 027' }).status, 0);
        assert.deepEqual(
          names.map((one) => statSync(inFolder(one)).mode & 0o7777),
          modes,
        );
        assert.ok(names.every((one) => readFileSync(inFolder(one), 'utf8') === fixed));
      });

      test('owner and group are kept', { skip: !isRoot && 'needs root' }, () => {
        write(name, before);
        chownSync(path, 1234, 5678);
        chmodSync(path, 0o4640);
        assert.equal(fix([name]).status, 0);
        const { uid, gid, mode } = statSync(path);
        assert.deepEqual([uid, gid, mode & 0o7777, readFileSync(path, 'utf8') === fixed], [1234, 5678, 0o4640, true]);
      });

      test('a file of somebody else is not taken over', { skip: !isRoot && 'needs root' }, () => {
        write(name, before, 0o666);
        chmodSync(cases.path, 0o777);
        writeFileSync(inFolder('other.ocml'), whole.before);
        chownSync(inFolder('other.ocml'), 65534, 65534);
        assertRefused(kind, /its owner \(0\) or its group \(0\) would change/, { uid: 65534 });
        chmodSync(path, 0o644);
        assertRefused(kind, /it is read-only/, { uid: 65534 });
        assert.equal(statSync(path).uid, 0);
      });

      test('a folder that nothing can be written to is named, and only where something is to be fixed', () => {
        mkdirSync(inFolder('fixed'));
        write(`fixed/${name}`, before, 0o666);
        write(`fixed/clean-${name}`, fixed, 0o666);
        chmodSync(inFolder('fixed'), 0o555);
        chmodSync(cases.path, 0o777);
        const own = isRoot ? { uid: 65534 } : {};
        const { status, stderr } = fix([`fixed/${name}`, `fixed/clean-${name}`], own);
        chmodSync(inFolder('fixed'), 0o755);
        const reason = 'not fixed, since no file can be created in its folder';
        assert.deepEqual([status, stderr], [2, `ocml check: fixed/${name}: ${reason}\n`]);
      });

      test('names as long as they can be', () => {
        const long = 'ä'.repeat((255 - name.length - 1) / 2) + name;
        write(long, before);
        assert.equal(fix([long]).status, 0);
        assert.ok(readFileSync(path, 'utf8') === fixed);
        assert.deepEqual(readdirSync(cases.path), [long]);
      });

      test('while it is written, nobody else can read it, and its name cannot be guessed', () => {
        const names = [`1-${name}`, `2-${name}`];
        for (const one of names) write(one, before, 0o666);
        const start = `
          const write = fs.writeFileSync;
          const isNew = (name) => name.endsWith('.tmp');
          fs.writeFileSync = (file, ...rest) => {
            if (file > 2) write('seen', fs.readdirSync('.').filter(isNew) + ' ' + fs.fstatSync(file).mode.toString(8) + ';', { flag: 'a' });
            write(file, ...rest);
          };
        `;
        assert.equal(fix(names, { start }).status, 0);
        const seen = [...new Set(readFileSync(inFolder('seen'), 'utf8').split(';').filter(Boolean))];
        assert.equal(seen.length, 2);
        for (const one of seen) assert.match(one, /^\.ocml-[0-9a-f]{24}\.tmp 100600$/);
      });
    });
  }

  for (const format of ['text', 'json', 'sarif', 'github']) {
    test(`--format ${format} of files that stay as they are: their old problems, and exit code 2`, () => {
      for (const { name, before } of kinds) write(name, before, 0o444);
      const { status, stdout, stderr } = fix([whole.name, lines.name], { args: ['--format', format] });
      assert.equal(status, 2);
      assert.equal(stderr.match(/not fixed, since it is read-only/g)?.length, 2);
      for (const { name, code } of kinds) assert.ok(stdout.includes(name) && stdout.includes(code), stdout);
      if (format !== 'sarif') return;
      const [{ results, invocations }] = JSON.parse(stdout).runs;
      assert.deepEqual([results.length, invocations[0].executionSuccessful], [2, false]);
      assert.match(invocations[0].toolExecutionNotifications[1].message.text, /not fixed, since it is read-only/);
    });
  }

  test('what is not a regular file is refused', () => {
    spawnSync('mkfifo', [inFolder('a.ocml')], { timeout: 10_000 });
    write('b.ocml', whole.before);
    const { status, stderr } = fix(['a.ocml', '/dev/zero', 'b.ocml']);
    assert.equal(status, 2);
    assert.deepEqual(
      stderr.match(/ocml check: (?:a\.ocml|\/dev\/zero): .*(?:it is a pipe|not a file)/g)?.length,
      2,
      stderr,
    );
    assert.equal(readFileSync(path, 'utf8'), whole.fixed);
  });

  test('standard input that is kept on disk has no name there, not even if the run is killed', () => {
    const start = `
      const write = fs.writeFileSync;
      fs.writeFileSync = (file, ...rest) => {
        write(file, ...rest);
        if (file > 2) process.kill(process.pid, 'SIGKILL');
      };
    `;
    const input = lines.before;
    assert.equal(fix(['-'], { start, input, args: ['--dialect', 'messages'] }).status, 137);
    assert.deepEqual(readdirSync(cases.path), []);
    const { stdout } = fix(['-'], { input, args: ['--dialect', 'messages'] });
    assert.ok(stdout === lines.fixed);
  });

  suite('in threads', () => {
    const names = [1, 2, 3].map((i) => `${i}.messages.jsonl`);
    const filler = `${JSON.stringify([{ role: 'user', content: 'x'.repeat(6_500_000) }])}\n`;
    const before = filler + lines.before.slice(1);
    const writeAll = () => names.map((name) => write(name, before));

    test('Ctrl+C in the middle of several files', () => {
      writeAll();
      const { status } = fix(names, { hook: `process.kill(process.pid, 'SIGINT'); return false;` });
      assert.equal(status, 130);
      assert.deepEqual(readdirSync(cases.path), names);
      assert.ok(names.every((name) => readFileSync(inFolder(name), 'utf8') === before));
    });

    test('a thread that dies in the middle costs its file, and leaves nothing', () => {
      writeAll();
      const crash = `
        if (!require('node:worker_threads').isMainThread && once) {
          setImmediate(() => { throw new Error('crash'); });
          return false;
        }
      `;
      const { status, stderr } = fix(names, { hook: crash });
      assert.match(stderr, /1\.messages\.jsonl: crash/);
      assert.equal(status, 2);
    });
  });
});

/** Returns the modification and change times of a file. With a slow clock, they are the same in every state of the file. */
function coarse(file: string) {
  const { mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return { mtimeNs: `${mtimeNs}n`, ctimeNs: `${ctimeNs}n` };
}

/** Returns additional text without problems, longer than all limits in these tests. */
function padding(name: string): string {
  return name.endsWith('.ocml')
    ? `<|start|>user<|message|>${'x'.repeat(200_000)}<|end|>\r\n`
    : '\r\n[{"role":"user","content":"x"}]'.repeat(10_000);
}
