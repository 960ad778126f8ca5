/** Pipes that an argument names, such as those that a shell makes for `<(…)`, are read like files. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { root } from '../support/root.ts';
import { createFolder, faulty } from './ocml.ts';

const row = '{"messages":[{"role":"usr","content":"Hi"}]}\n';
const folder = createFolder({
  'a.ocml': faulty,
  'b.messages.jsonl': row,
  'other.jsonl': '{"messages":[{"role":"user","content":"Hi"}]},\n{"a":1}\n',
  'off/.ocmlrc.json': '{"rules": {"E-PARSE-HEADER": "off"}}',
  'off/a.ocml': faulty,
});
after(() => folder.remove());

/** Runs a line in a shell in which `ocml` is a command. */
function shell(line: string, cwd = folder.path) {
  const script = `ocml() { "${process.execPath}" "${join(root, 'server/bin/ocml.js')}" "$@"; }; ${line}`;
  return spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8', timeout: 60_000, input: '' });
}

const skip = process.platform === 'win32' || spawnSync('bash', ['-c', 'cat <(echo)']).status !== 0;

suite('named pipes', { skip }, () => {
  test('of a shell, next to files: recognised by their content', () => {
    const { stdout, stderr, status } = shell('ocml check <(cat a.ocml) b.messages.jsonl <(cat b.messages.jsonl)');
    assert.equal(stderr, '');
    assert.match(stdout, /^\/(?:dev|proc\/self)\/fd\/\d+:2:10: error E-PARSE-HEADER/m);
    assert.match(stdout, /^\/(?:dev|proc\/self)\/fd\/\d+:1:22: warning template-role-unknown/m);
    assert.match(stdout, /^3 files: /m);
    assert.equal(status, 1);
  });

  test('they belong to the project of the working folder', () => {
    assert.doesNotMatch(shell('ocml check <(cat a.ocml)', join(folder.path, 'off')).stdout, /E-PARSE-HEADER/);
  });

  test('by the name that they have: this waits for a writer, which is not ended', () => {
    const line = 'mkfifo p.messages.jsonl; (cat b.messages.jsonl > p.messages.jsonl; echo "writer $?" >&2) & ';
    const { stdout, stderr } = shell(`${line} ocml check --format json p.messages.jsonl; wait`);
    assert.equal(stderr, 'writer 0\n');
    assert.deepEqual(
      JSON.parse(stdout).map(({ file, dialect }: Record<string, string>) => [file, dialect]),
      [['p.messages.jsonl', 'messages']],
    );
  });

  test('compressed, if the name says so', () => {
    const line = 'mkfifo z.messages.jsonl.gz; gzip -c b.messages.jsonl > z.messages.jsonl.gz & ';
    assert.match(shell(`${line} ocml check z.messages.jsonl.gz`).stdout, /^z\.messages\.jsonl\.gz:1:22: warning/);
  });

  test('/dev/stdin is standard input, once', () => {
    for (const line of [
      'cat a.ocml | ocml check /dev/stdin -',
      'ocml check /dev/stdin < a.ocml',
      'ocml check /dev/fd/0 < a.ocml',
    ]) {
      const { stdout, stderr } = shell(line);
      assert.equal(stderr, '', line);
      assert.match(stdout, /^-:2:10: error[^]*\n1 file: /, line);
    }
    assert.match(shell('ocml check --stdin-filename x.ocml /dev/stdin < a.ocml').stdout, /^x\.ocml:2:10: /);
  });

  test('of the other commands', () => {
    for (const command of ['inspect', 'convert --to messages', 'render --as text', 'tokens', 'join a.ocml', 'stream']) {
      const { stdout, stderr } = shell(`ocml ${command} <(printf '<|start|>user<|message|>Hello<|end|>')`);
      assert.ok(stdout.length + stderr.length > 0);
      assert.doesNotMatch(stderr, /pipe/, command);
    }
  });

  test('what would be written into one is refused before it is read', () => {
    for (const line of ['ocml check --fix <(cat a.ocml)', 'ocml format --write <(cat a.ocml)']) {
      const { stderr, status } = shell(line);
      assert.match(
        stderr,
        /: not (?:fixed|written), since it is a pipe\. To print the new text, pass the text on standard input/,
      );
      assert.equal(status, 2);
    }
  });

  test('an endless one ends with its reader', () => {
    const { stdout, status } = shell(`ocml check --max-problems 0 <(yes '${row.trim()}') | head -2`);
    assert.equal(stdout.split('\n').length, 3);
    assert.equal(status, 0);
  });
});
