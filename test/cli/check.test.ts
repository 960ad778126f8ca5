/** `ocml check` as a user runs it: its output and its exit code. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inProcess, ocml as run } from '../support/command.ts';
import { someOf } from '../support/effort.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-cli-'));
after(() => rmSync(folder, { recursive: true }));

const clean = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n';
const faulty = 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>\n';
const warned = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\nstray\n';

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const ocml = (args: readonly string[], input = '') => run(args, { input });

test('a clean file: 0', () => {
  const { status, stdout, stderr } = ocml(['check', file('clean.ocml', clean)]);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  assert.equal(stdout, '1 file: 0 errors, 0 warnings, 0 information, 0 hints\n');
});

test('sequence tokens of a model of its own', () => {
  const path = file('bos.ocml', '<bos><|im_start|>user\nHi<|im_end|><eos>\n');
  assert.match(ocml(['check', path]).stdout, /0 errors, 2 warnings/);
  assert.match(ocml(['check', '--bos', '<bos>', '--eos', '<eos>', path]).stdout, /0 errors, 0 warnings/);
  for (const args of [
    ['--bos', '<bos>'],
    ['--bos', 'a b', '--eos', 'c'],
    ['--bos', '<bos>', '--eos', '<|im_end|>'],
  ]) {
    const { status, stderr } = ocml(['check', ...args, path]);
    assert.deepEqual([status, /--bos and --eos must be used together/.test(stderr)], [2, true]);
  }
});

test('an error: 1, with place, severity, code and message', () => {
  const path = file('faulty.ocml', faulty);
  const { status, stdout } = ocml(['check', path]);
  assert.equal(status, 1);
  assert.match(stdout, new RegExp(`^${path.replaceAll('\\', '\\\\')}:2:10: error E-PARSE-HEADER: .*usr.*\n`));
});

test('a warning: 0, or 1 when there are more than --max-warnings', () => {
  const path = file('warned.ocml', warned);
  assert.equal(ocml(['check', path]).status, 0);
  assert.equal(ocml(['check', '--max-warnings', '1', path]).status, 0);
  assert.equal(ocml(['check', '--max-warnings', '0', path]).status, 1);
});

test('standard input, as - or without files', () => {
  assert.equal(ocml(['check', '-'], faulty).status, 1);
  assert.match(ocml(['check'], faulty).stdout, /^-:2:10: error/);
});

test('json: one array, an entry for every file, as given', () => {
  const paths = [file('clean.ocml', clean), file('faulty.ocml', faulty)];
  const entries = JSON.parse(ocml(['check', '--format', 'json', ...paths]).stdout);
  assert.deepEqual(
    entries.map((entry: Record<string, unknown>) => ({ ...entry, diagnostics: undefined })),
    paths.map((path) => ({ file: path, dialect: 'openchatml-2.2', mode: 'native', diagnostics: undefined })),
  );
  assert.deepEqual(entries[0].diagnostics, []);
  const [{ message, ...diagnostic }] = entries[1].diagnostics;
  assert.equal(typeof message, 'string');
  assert.deepEqual(diagnostic, {
    code: 'E-PARSE-HEADER',
    severity: 'error',
    range: { start: { line: 1, character: 9 }, end: { line: 1, character: 12 } },
    offset: [22, 25],
    data: { rule: 'role', suggestion: 'user' },
  });
});

test('a byte-order mark is not counted', () => {
  const path = file('bom.ocml', `\uFEFF${faulty}`);
  const [{ diagnostics }] = JSON.parse(ocml(['check', '--format', 'json', path]).stdout);
  assert.deepEqual(diagnostics[0].offset, [22, 25]);
});

test('a dialect by file name, by option, and the mode of a profile', () => {
  const harmony = file('one.harmony', '<|start|>user<|message|>Hi<|end|>');
  const profile = file(
    'p.ocml',
    'version: 2.2\nprofiles: {harmony: {enabled: true}}\n<|start|>user<|message|>Hi<|end|>',
  );
  const read = (...args: string[]) => {
    const [{ dialect, mode }] = JSON.parse(ocml(['check', '--format', 'json', ...args]).stdout);
    return `${dialect} ${mode}`;
  };
  assert.equal(read(harmony), 'harmony harmony');
  assert.equal(read('--dialect', 'openchatml-2.2', harmony), 'openchatml-2.2 native');
  assert.equal(read(profile), 'openchatml-2.2 harmony');
});

test('--rule and --strict change severities', () => {
  const path = file('faulty.ocml', faulty);
  assert.equal(ocml(['check', '--rule', 'E-PARSE-HEADER=warning', path]).status, 0);
  assert.equal(ocml(['check', '--rule', 'E-PARSE-HEADER=off', path]).stdout.split('\n').length, 2);
  const bare = file('bare.ocml', '<|start|>user<|message|>Hi<|end|>');
  assert.equal(ocml(['check', bare]).status, 0);
  assert.equal(ocml(['check', '--strict', bare]).status, 1);
});

test('what shows nothing of either dialect of 2.x is OpenChatML by the name `.ocml`, and Harmony by any other or none', () => {
  const text = '<|start|>user<|message|>Hi<|end|>';
  const codes = (args: string[], input?: string) =>
    JSON.parse(ocml(['check', '--format', 'json', ...args], input).stdout)[0].diagnostics.map(
      ({ code }: { code: string }) => code,
    );
  assert.deepEqual(codes([file('named.ocml', text)]), ['document-header-missing']);
  assert.deepEqual(codes([file('named.txt', text)]), []);
  assert.deepEqual(codes(['-'], text), []);
  assert.deepEqual(codes(['-'], text.replace('user', 'user name=Ada')), ['document-header-missing']);
  assert.deepEqual(codes(['-'], 'just words'), ['not-a-transcript']);
});

test('bytes that are not UTF-8 are an error at the first of them', () => {
  const bytes = Buffer.concat([
    Buffer.from('version: 2.2\n<|start|>user<|message|>\uFFFD'),
    Buffer.from([0xff]),
    Buffer.from('<|end|>'),
  ]);
  const [{ diagnostics }] = JSON.parse(ocml(['check', '--format', 'json', file('bytes.ocml', bytes)]).stdout);
  assert.deepEqual(
    diagnostics.map(({ code, offset }: { code: string; offset: number[] }) => [code, offset]),
    [['encoding-invalid', [38, 39]]],
  );
});

test('wrong usage and unreadable files: 2, with one line that says why', () => {
  const path = file('clean.ocml', clean);
  for (const args of someOf([
    ['check', join(folder, 'none.ocml')],
    ['check', join(folder, '*.none')],
    ['check', '--dialect', 'klingon', path],
    ['check', '--rule', 'no-such-rule=error', path],
    ['check', '--rule', 'stray-text=loud', path],
    ['check', '--format', 'xml', path],
    ['check', '--max-warnings', 'few', path],
    ['check', '--no-such-option', path],
  ])) {
    const { status, stderr } = ocml(args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, /^ocml check: [^\n]+\n$/, args.join(' '));
  }
  assert.equal(ocml([]).status, 2);
  assert.deepEqual(ocml(['chekc']), {
    status: 2,
    stdout: '',
    stderr: 'ocml: there is no command "chekc"; did you mean check? ocml --help lists all commands.\n',
  });
  // Names that every object inherits, and a control sequence for terminals.
  for (const name of ['toString', '__proto__', 'fly\u001b[2J']) {
    const { status, stderr } = ocml([name]);
    assert.equal(status, 2);
    assert.match(stderr, /^ocml: there is no command "[^\x1b\n]+"\. ocml --help lists all commands\.\n$/);
  }
});

test('--help: the commands in a line each, and of a command all that it takes', () => {
  const help = (args: readonly string[]) => {
    const { status, stdout, stderr } = ocml(args);
    assert.deepEqual([status, stderr], [0, ''], args.join(' '));
    return stdout;
  };
  const listed = [...help(['--help']).matchAll(/^ {2}(\w+) +\w/gm)].map(([, name]) => name as string);
  assert.deepEqual(listed.slice(0, 4), ['check', 'convert', 'render', 'explain']);
  for (const name of someOf(listed)) assert.match(help([name, '--help']), new RegExp(`^Usage: ocml ${name}\\b`));
  assert.equal(help(['explain', 'FILE', '-h']), help(['help', 'explain']));
});

test('--version: the version, and the revision of the specification', () => {
  const { status, stdout } = inProcess(['--version']);
  assert.equal(status, 0);
  assert.match(stdout, /^ocml \d+\.\d+\.\d+, OpenChatML 2\.2 RC 2025-08-08\n$/);
});

test('what cannot be read is told in plain words, and there is no sum of nothing', () => {
  const missing = join(folder, 'none.ocml');
  assert.deepEqual(ocml(['check', missing]), {
    status: 2,
    stdout: '',
    stderr: `ocml check: ${missing}: no such file\n`,
  });
  assert.equal(ocml(['check', '--format', 'json', missing]).stdout, '[]\n');
});

test('an unreadable file does not hide the others', () => {
  const { status, stdout } = ocml(['check', join(folder, 'none.ocml'), file('faulty.ocml', faulty)]);
  assert.equal(status, 2);
  assert.match(stdout, /E-PARSE-HEADER/);
});

test('--fix: what is safe is applied, the rest is reported; byte-order mark and line ends stay', () => {
  const text = '\uFEFFversion: 2.2\r\n<|start|>Assistant<|message|>Hi<|end|>\r\n<|start|>usr<|message|>Oh<|end|>\r\n';
  const path = file('fix.ocml', text);
  const { status, stdout } = ocml(['check', '--fix', path]);
  assert.equal(status, 1);
  assert.match(stdout, /:3:10: error E-PARSE-HEADER: .*usr/);
  assert.match(stdout, /1 file: 1 error,/);
  assert.equal(readFileSync(path, 'utf8'), text.replace('Assistant', 'assistant'));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('--fix of a file without anything to fix does not write it', () => {
  const path = file('fix-none.ocml', clean);
  utimesSync(path, 1, 1);
  assert.equal(ocml(['check', '--fix', path]).status, 0);
  assert.equal(statSync(path).mtimeMs, 1000);
});

test('--fix of standard input: the text on standard output, the report on standard error', () => {
  const { status, stdout, stderr } = ocml(['check', '--fix', '-'], warned.replace('user', 'User'));
  assert.equal(status, 0);
  assert.equal(stdout, warned);
  assert.match(stderr, /^-:3:1: warning stray-text/);
});

test('--fix leaves a file that is not UTF-8 as it is, and says so', () => {
  const bytes = Buffer.concat([Buffer.from(clean.replace('user', 'User')), Buffer.from([0xff])]);
  const path = file('fix-bytes.ocml', bytes);
  const { status, stderr } = ocml(['check', '--fix', path]);
  assert.equal(status, 2);
  assert.match(stderr, /^ocml check: .*: not fixed, since it is not UTF-8.*\n$/);
  assert.deepEqual(readFileSync(path), bytes);
});
