/** `ocml check --diff` prints the changes that `--fix` would make, in a form that `patch` and `git apply` accept. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { inProcess } from '../support/command.ts';
import { createFolder, type Folder } from './ocml.ts';

const folders: Folder[] = [];
after(() => {
  for (const folder of folders) folder.remove();
});
function folderWith(files: Readonly<Record<string, string | Buffer>>): Folder {
  const folder = createFolder(files);
  folders.push(folder);
  return folder;
}

/** Returns rows. Those with an index in `wrong` have a superfluous comma. */
function rows(count: number, wrong: readonly number[], end = '\n'): string {
  return Array.from(
    { length: count },
    (_, i) => `{"messages":[{"role":"user","content":"${i}"}]}${wrong.includes(i) ? ',' : ''}${end}`,
  ).join('');
}

/**
 * Some files have changes that are far apart; others have changes that are close enough to share a hunk, at both ends, or on every line.
 * The remaining files have each kind of line break, a byte-order mark, or names that have to be quoted.
 */
const files: Readonly<Record<string, string>> = {
  'far.messages.jsonl': rows(40, [0, 5, 20, 39]),
  'near.messages.jsonl': rows(40, [3, 10, 18, 26]),
  'all.messages.jsonl': rows(9, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
  'equal.messages.jsonl': '{"messages":[{"role":"user","content":"x"}]},\n'.repeat(30),
  'no-end.messages.jsonl': rows(20, [4, 19]).trimEnd(),
  'end-stays.messages.jsonl': `${rows(20, [17]).trimEnd()}`,
  'crlf.messages.jsonl': rows(20, [4, 19], '\r\n'),
  'mark.messages.jsonl': `\uFEFF${rows(20, [0])}`,
  'with a space.messages.jsonl': rows(5, [2]),
  'sub/"quoted".messages.jsonl': rows(5, [2]),
  'whole.messages.json': '[\n{"role": "user", "content": "Hi"},\n]\n',
  'clean.messages.jsonl': rows(5, []),
};

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

suite('--diff', () => {
  for (const [program, ...args] of [
    ['patch', '-p1', '--no-backup-if-mismatch'],
    ['git', 'apply', '-'],
  ] as const) {
    test(`${program} makes what --fix makes`, { skip: !has(program) || process.platform === 'win32' }, () => {
      const [fixed, patched] = [folderWith(files), folderWith(files)];
      const { stdout, stderr, status } = patched.ocml('check', '--fix', '--diff', '.');
      assert.equal(status, 1);
      assert.equal(stderr, `${Object.keys(files).length - 1} files would be changed by --fix\n`);
      for (const [name, text] of Object.entries(files))
        assert.equal(readFileSync(join(patched.path, name), 'utf8'), text, name);
      fixed.ocml('check', '--fix', '.');
      const { status: code, stderr: why } = spawnSync(program, args, {
        cwd: patched.path,
        input: stdout,
        encoding: 'utf8',
        env: { ...process.env, GIT_CEILING_DIRECTORIES: join(patched.path, '..') },
      });
      assert.equal(code, 0, why);
      for (const name of Object.keys(files)) {
        const text = readFileSync(join(fixed.path, name), 'utf8');
        assert.equal(readFileSync(join(patched.path, name), 'utf8'), text, name);
        assert.equal(text !== files[name], name !== 'clean.messages.jsonl', name);
      }
    });
  }

  test('of standard input, under its name', () => {
    const { piped } = folderWith({});
    const { stdout, status } = piped(rows(1, [0]), 'check', '--diff', '--stdin-filename', 'data/new.messages.jsonl');
    assert.deepEqual(stdout.split('\n').slice(0, 3), [
      '--- a/data/new.messages.jsonl',
      '+++ b/data/new.messages.jsonl',
      '@@ -1,1 +1,1 @@',
    ]);
    assert.equal(status, 1);
    assert.match(piped(rows(3, [1]), 'check', '--diff').stdout, /^--- a\/stdin\n\+\+\+ b\/stdin\n/);
  });

  test('exit codes: 0 without changes, 1 with some, 2 for what cannot be fixed', () => {
    const { ocml: run, write, path } = folderWith({ 'a.messages.jsonl': rows(3, []) });
    assert.deepEqual(run('check', '--diff', '.'), { status: 0, stdout: '', stderr: '' });
    write({ 'b.messages.jsonl': rows(3, [1]) });
    assert.equal(run('check', '--diff', '--quiet', '.').stderr, '');
    assert.equal(run('check', '--diff', '--exit-zero', '.').status, 0);
    symlinkSync('b.messages.jsonl', join(path, 'link.messages.jsonl'));
    // A file and a link to it are one file, and have one diff.
    assert.equal(run('check', '--diff', 'b.messages.jsonl', 'link.messages.jsonl').stdout.match(/^---/gm)?.length, 1);
    write({ 'c.messages.jsonl': Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), 'd.jsonl.gz': Buffer.from('x') });
    const { status, stderr } = run('check', '--diff', '.', 'd.jsonl.gz');
    assert.equal(status, 2);
    assert.match(stderr, /c\.messages\.jsonl: not fixed, since it is not UTF-8/);
    assert.match(stderr, /d\.jsonl\.gz: not fixed, since it is compressed/);
  });

  test('a file whose text is not read is reported', () => {
    const { ocml: run } = folderWith({ 'a.ocml': Buffer.from('\ufeffHi', 'utf16le') });
    const { status, stdout, stderr } = run('check', '--diff', 'a.ocml');
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^a\.ocml:1:1: error encoding-invalid: This file is UTF-16/);
  });

  test('it is refused with what prints problems', () => {
    const { ocml: run } = folderWith({});
    for (const args of [['--format', 'json'], ['--statistics'], ['--show-source'], ['--counts', 'x']])
      assert.equal(run('check', '--diff', ...args).status, 2, args[0]);
  });

  test('on a terminal, nothing acts, and long lines are cut around the change', () => {
    const long = rows(1, [0]).replace('"0"', JSON.stringify(`\u202e${'x'.repeat(5000)}`));
    const escape = rows(1, []).replace('"0"', '"\x9b31m"');
    const { path, write } = folderWith({ 'a.messages.jsonl': escape + long });
    const terminal = "Object.defineProperty(process.stdout, 'isTTY', { value: true });";
    write({ 'terminal.cjs': terminal });
    const env = { ...process.env, NODE_OPTIONS: `--require "${join(path, 'terminal.cjs')}"` };
    const { stdout } = inProcess(['check', '--diff', '--color', 'never', 'a.messages.jsonl'], { cwd: path, env });
    assert.ok(!/[\x1b\x9b\u202e]/.test(stdout));
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) assert.ok(line.length <= 100, line.slice(0, 200));
    const [removed, added] = lines.slice(-2);
    assert.match(removed ?? '', /^-….*x"\}\]\},$/);
    assert.match(added ?? '', /^\+….*x"\}\]\}$/);
  });

  test('a last line without an end is cut around the change as well, also for a pager', () => {
    const text = rows(1, [0]).replace('"0"', JSON.stringify('x'.repeat(5000)));
    const { ocml } = folderWith({ 'a.messages.jsonl': text.trimEnd() });
    const { stdout } = ocml('check', '--diff', '--color', 'always', 'a.messages.jsonl');
    const lines = stdout
      .replaceAll(/\x1b\[\d+m/g, '')
      .trimEnd()
      .split('\n')
      .slice(3);
    const end = /^\\ No newline/;
    for (const [i, pattern] of [/^-….*x"\}\]\},$/, end, /^\+….*x"\}\]\}$/, end].entries())
      assert.match(lines[i] ?? '', pattern);
    assert.match(stdout, /\x1b\[31m-…/);
  });
});
