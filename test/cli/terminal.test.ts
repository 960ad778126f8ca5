/**
 * The command line in a terminal. By default, output is colored only in a terminal, and control characters in a document have no effect on
 * the terminal.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { root } from '../support/root.ts';
import { createFolder } from './ocml.ts';

/** A Python script that runs each command in its own terminal, and prints the outputs as a JSON list. */
const inTerminals = `
import json, os, pty, sys
said = []
for argv in json.load(sys.stdin):
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp(argv[0], argv)
    out = b''
    if 'OCML_TYPED' in os.environ:
        os.write(fd, os.environ['OCML_TYPED'].encode())
    while True:
        try:
            some = os.read(fd, 65536)
        except OSError:
            break
        if not some:
            break
        out += some
    os.waitpid(pid, 0)
    said.append(out.decode('utf8', 'replace'))
print(json.dumps(said))
`;
const skip = spawnSync('python3', ['-c', 'import pty']).status === 0 ? false : 'there is no python3';

const folder = createFolder();
after(() => folder.remove());

/** Returns the output of `ocml` in a terminal, one for each list of arguments. */
function shown(commands: readonly (readonly string[])[], env: NodeJS.ProcessEnv = {}): string[] {
  const argv = commands.map((args) => [process.execPath, join(root, 'server/bin/ocml.js'), ...args]);
  const { FORCE_COLOR: _, NO_COLOR: __, ...usual } = process.env;
  const { stdout, stderr } = spawnSync('python3', ['-c', inTerminals], {
    ...{ cwd: folder.path, input: JSON.stringify(argv), encoding: 'utf8', timeout: 300_000, killSignal: 'SIGKILL' },
    env: { ...usual, TERM: 'xterm-256color', ...env },
  });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

suite('colours', { skip }, () => {
  const row = '{"messages":[{"role":"user","content":"Hi"},{"role":"asistant","content":"Hello"}]}\n';
  folder.write({ 'a.jsonl': row });
  const check = ['check', 'a.jsonl'];
  const severity = (text = '') => /:\d+: (.*?) template-role-unknown/.exec(text)?.[1];

  test('on a terminal, a severity has one', () => {
    assert.equal(severity(shown([check])[0]), '\x1b[33mwarning\x1b[39m');
    const [convert] = shown([['convert', '--to', 'harmony', 'a.jsonl']]);
    assert.match(convert ?? '', /: \x1b\[31merror\x1b\[39m harmony-unrepresentable: /);
  });

  test('--color counts more than the environment and the terminal', () => {
    const [never, always, auto] = shown([
      [...check, '--color', 'never'],
      [...check, '--color=always'],
      [...check, '--color', 'auto'],
    ]);
    assert.equal(severity(never), 'warning');
    for (const one of [always, auto]) assert.equal(severity(one), '\x1b[33mwarning\x1b[39m');
    assert.equal(severity(shown([[...check, '--color=always']], { NO_COLOR: '1' })[0]), '\x1b[33mwarning\x1b[39m');
    assert.equal(severity(shown([[...check, '--color=never']], { FORCE_COLOR: '1' })[0]), 'warning');
    assert.equal(severity(folder.ocml(...check, '--color', 'always').stdout), '\x1b[33mwarning\x1b[39m');
    const convert = ['convert', '--to', 'harmony', 'a.jsonl', '--color=always'];
    assert.match(folder.ocml(...convert).stderr, /: \x1b\[31merror\x1b\[39m harmony-unrepresentable: /);
    folder.write({ 'c.jinja': '{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}' });
    assert.match(
      folder.ocml('templates', '--check', 'c.jinja', '--color=always').stdout,
      /\x1b\[3\dm(?:error|warning)/,
    );
    assert.equal(folder.ocml(...check, '--color', 'maybe').status, 2);
  });

  test('nowhere else, and not where nobody wants any', () => {
    assert.equal(severity(folder.ocml(...check).stdout), 'warning');
    assert.equal(severity(shown([check], { NO_COLOR: '1' })[0]), 'warning');
    assert.equal(severity(shown([check], { TERM: 'dumb' })[0]), 'warning');
    assert.equal(severity(shown([check], { FORCE_COLOR: '0' })[0]), 'warning');
  });
});

test('nothing that a document says acts on a terminal', { skip }, () => {
  const acts = '\x1b[31mred\x1b]8;;http://example.org\x07link\x1b]0;title\x07\rCR\x9b31m\u202eright\u2066\x08';
  const message = (name: string, body: string) => `<|start|>${name}<|message|>${body}<|end|>\n`;
  folder.write({
    'h.ocml': `version: 2.2\n${message('user', acts)}${message(`user name="${acts}"`, acts)}${message(`assist${acts}`, acts)}`,
    'h.jsonl': `${JSON.stringify({ messages: [{ role: acts, content: acts, [acts]: 1 }] })}\n{"messages":[{"role":"us${acts}"}]}\n`,
    'h.jinja': `{{ raise_exception("${acts}") }}`,
  });
  const ofFiles = [
    ...['check', 'check --format github', 'check --format jsonl', 'explain', 'convert --to harmony', 'format'],
    ...['inspect', 'inspect --stats', 'tokens', 'truncate --max-tokens 3', 'render --as text --debug'],
    ...['render --as html', 'render --template h.jinja', 'stream --debug', 'import --template llama', 'split'],
  ].flatMap((command) => ['h.ocml', 'h.jsonl'].map((file) => [...command.split(' '), file]));
  const commands = [
    ...ofFiles,
    ...[[acts], ['rules', acts], ['convert', '--to', acts], ['explain', '--error', acts], ['check', `--${acts}`]],
    ...[
      ['check', acts],
      ['inspect', '--tool-input', acts, 'h.ocml'],
      ['templates', '--check', 'h.jinja'],
    ],
  ];
  const all = shown(commands);
  assert.equal(all.length, commands.length);
  for (const [i, text] of all.entries()) {
    // Control characters that `ocml` itself writes are allowed: colors, line breaks, and a progress bar if a command takes long.
    const others = text.replace(/\x1b\[\d\dm|\r\n|\r\[=* *\] \d+ %, \d+ s|\r\x1b\[K|\n/g, '');
    assert.doesNotMatch(others, /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u, commands[i]?.join(' '));
  }
});

test('a large document in one piece: the seconds are counted while it is worked on', { skip }, () => {
  // So many messages take several seconds on any machine.
  const messages = Array.from({ length: 600_000 }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `Hello **${i}**`,
  }));
  folder.write({ 'large.json': JSON.stringify({ messages }) });
  const [text = ''] = shown([['inspect', '--stats', 'large.json']]);
  assert.match(text, /\r\x1b\[Kworking on \d+ MB, 1 s/);
  assert.match(text, /\r\x1b\[K600000 messages in 1 conversation\r\n/);
});

test('who types the input is told so', { skip }, () => {
  const [text = ''] = shown([['check', '-']], { OCML_TYPED: '\x04' });
  assert.match(text, /^ocml: reading from standard input \(Ctrl\+D/m);
});

test('who starts the language server by hand is told what it waits for', { skip }, () => {
  const [text = ''] = shown([['lsp']], { OCML_TYPED: '\x04' });
  assert.match(text, /^ocml lsp: .* waits for an editor/m);
});
