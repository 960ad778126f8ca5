/** Tests files whose names are not UTF-8, which Linux allows. No other file is read instead, and messages about these files are correct. */
import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { isNamedInUtf8, nameOf } from '../../server/src/files/names.ts';
import { root } from '../support/root.ts';
import '../support/seeded.ts';
import { clean, createFolder, faulty } from './ocml.ts';

/** Names in the syntax of `printf`. `lossy` is the first name as Node decodes it. */
const names = { file: 'b\\377d.ocml', folder: 's\\351b', lossy: 'b\uFFFDd.ocml' };
const bytes = (name: string) =>
  Buffer.from(
    name.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
    'latin1',
  );
const fixable = '<|start|>Assistant<|message|>Hi<|end|>\n';
const refused =
  /its path is not valid UTF-8 \(or contains NUL\), so it cannot be opened here: rename the file, or pass/;

suite('names that are not UTF-8', { skip: process.platform !== 'linux' }, () => {
  const folder = createFolder({ 'good.ocml': clean, [names.lossy]: faulty });
  const at = (...parts: readonly string[]) =>
    Buffer.concat([Buffer.from(folder.path), ...parts.map((part) => Buffer.concat([Buffer.from('/'), bytes(part)]))]);
  before(() => {
    writeFileSync(at(names.file), fixable);
    mkdirSync(at(names.folder));
    writeFileSync(at(names.folder, 'in.ocml'), fixable);
    symlinkSync(bytes(names.file), join(folder.path, 'link.ocml'));
  });
  after(() => {
    // These files are removed by the bytes of their names. Removing the whole folder would fail because of them.
    unlinkSync(at(names.file));
    unlinkSync(at(names.folder, 'in.ocml'));
    rmdirSync(at(names.folder));
    folder.remove();
  });

  /** Runs the command in a shell, which produces the bytes of the arguments. */
  function run(line: string, cwd: string | Buffer = '.') {
    const shell = `cd "$(printf '${cwd}')" && exec "$0" "$1" ${line}`.replace(/\{(.*?)\}/g, `"$(printf '$1')"`);
    const args = ['-c', shell, process.execPath, join(root, 'server/bin/ocml.js')];
    const { status, stdout, stderr } = spawnSync('sh', args, { cwd: folder.path, encoding: 'utf8', input: '' });
    return { status, stdout, stderr };
  }

  test('an argument is refused by its own name, and costs no other argument', () => {
    const { status, stdout, stderr } = run(`check good.ocml {${names.file}}`);
    assert.match(stderr, /^ocml check: b\\xffd\.ocml: its path is not valid UTF-8/);
    assert.match(stderr, refused);
    assert.doesNotMatch(stderr + stdout, /no such file|\uFFFD/);
    assert.match(stdout, /1 file/);
    assert.equal(status, 2);
  });

  test('the file whose name really has U+FFFD is read', () => {
    const { status, stdout, stderr } = run(`check ${names.lossy}`);
    assert.match(stdout, /b\uFFFDd\.ocml:2/);
    assert.deepEqual([status, stderr], [1, '']);
  });

  for (const argument of ['.', "'*.ocml'", '"$PWD"']) {
    test(`a folder or a glob names it: ${argument}`, () => {
      const { status, stdout, stderr } = run(`check --format json ${argument}`);
      assert.match(stderr, /b\\xffd\.ocml: its path is not valid UTF-8/);
      if (argument !== "'*.ocml'")
        assert.match(stderr, /s\\xe9b: the folder cannot be read: its path is not valid UTF-8/);
      const checked: string[] = JSON.parse(stdout).map(({ file }: { file: string }) => file.replace(/^.*\//, ''));
      assert.deepEqual(checked.filter((file) => file !== 'link.ocml').sort(), [names.lossy, 'good.ocml']);
      assert.equal(status, 2);
    });
  }

  test('a folder of such a name is refused, not empty', () => {
    const { status, stderr } = run(`check {${names.folder}}`);
    assert.match(stderr, /s\\xe9b: its path is not valid UTF-8/);
    assert.equal(status, 2);
  });

  test('SARIF: the address has the bytes of the name', () => {
    const { runs } = JSON.parse(run(`check --format sarif {${names.file}} good.ocml`).stdout);
    const [{ locations, message }] = runs[0].invocations[0].toolExecutionNotifications;
    assert.equal(locations[0].physicalLocation.artifactLocation.uri, 'b%FFd.ocml');
    assert.match(message.text, refused);
    const inside = JSON.parse(run('check --format sarif in.ocml', names.folder).stdout).runs[0];
    assert.match(inside.originalUriBaseIds['%SRCROOT%'].uri, /\/s%E9b\/$/);
    assert.equal(inside.results[0].locations[0].physicalLocation.artifactLocation.uri, 'in.ocml');
  });

  test('--fix writes neither it nor the file that Node takes it for', () => {
    const files = () => readdirSync(folder.path, 'buffer').map(String).sort();
    const before = files();
    for (const [line, cwd] of [
      [`check --fix {${names.file}}`],
      ['check --fix in.ocml', names.folder],
      [`format --write {${names.file}}`],
      ['check --fix link.ocml'],
      ['convert --to openchatml-2.2 in.ocml --force -o ../link.ocml', names.folder],
      [`convert --to harmony good.ocml -o {out\\377.harmony}`],
      [`convert --to harmony good.ocml --force -o {${names.file}}`],
    ] as const) {
      const { status, stderr } = run(line, cwd);
      assert.equal(status, 2, line);
      assert.match(stderr, /UTF-8/, line);
      assert.doesNotMatch(stderr, /no such file|meanwhile|\uFFFD/, line);
    }
    assert.equal(readFileSync(join(folder.path, names.lossy), 'utf8'), faulty);
    assert.equal(readFileSync(at(names.folder, 'in.ocml'), 'utf8'), fixable);
    assert.deepEqual(files(), before);
  });

  for (const line of [
    'inspect',
    'tokens',
    'render --as text',
    'format',
    'convert --to harmony',
    'explain',
    'stream',
    'wire --as request',
    'split --output o',
    'join',
    'import --template chatml',
    'truncate --max-tokens 9',
    'templates --check',
  ]) {
    test(`${line} says why it cannot read it`, () => {
      const { status, stderr } = run(`${line} {${names.file}}`);
      assert.match(stderr, /b\\xffd\.ocml/);
      assert.match(stderr, refused);
      assert.equal(status, 2);
    });
  }
});

test('a name of any bytes: what is UTF-8 stays, all else can be told apart, and cannot be opened', () => {
  const any = fc.oneof(
    fc.integer({ min: 1, max: 255 }).map((byte) => [byte]),
    fc.constantFrom('é', '日', '👋', '\uFFFD').map((text) => [...Buffer.from(text)]),
  );
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (parts) => {
      const bytes = Buffer.from(parts.flat());
      const name = nameOf(bytes);
      const back = name.split(/\0x(..)\0/).map((part, i) => Buffer.from(part, i % 2 ? 'hex' : 'utf8'));
      assert.deepEqual(Buffer.concat(back), bytes);
      assert.equal(isNamedInUtf8(name), isUtf8(bytes));
      if (!isUtf8(bytes)) assert.throws(() => lstatSync(name), { code: 'ERR_INVALID_ARG_VALUE' });
    }),
  );
});
