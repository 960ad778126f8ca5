/** Tests `editors/` and `ocml lsp` in other editors, as far as they are installed on this machine. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { families } from '../../server/src/syntax/families/index.ts';
import { root } from '../support/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-editors-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'a.harmony');
const text = [
  '<|start|>user<|message|>Weather?<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>Ask.<|end|>',
  '<|start|>assistant to=functions.get<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
  '<|start|>functions.get to=assistant<|channel|>commentary<|message|>"rain"<|end|>',
  '<|start|>assistant<|channel|>finl<|message|>Rain.<|return|>',
].join('');
writeFileSync(file, text);
const server = [process.execPath, join(root, 'server/bin/ocml-language-server.js'), '--stdio'];

/** Returns the output of an editor, or undefined if it is not installed. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string | undefined {
  const options = { encoding: 'utf8', timeout: 90_000, env: { ...process.env, HOME: folder, ...env } } as const;
  const { stdout, stderr, error, status } = spawnSync(program, args, options);
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
  assert.equal(error, undefined);
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  return stdout;
}

const read = (path: string) => readFileSync(join(root, 'editors', path), 'utf8');

test('every token of every family is coloured in every editor that is told of tokens', () => {
  const tokens = Object.values(families).flatMap(({ tokens }) => tokens.map(({ text }) => text));
  const plain = /[|\\]/g;
  for (const path of ['vim/syntax/ocml.vim', 'emacs/ocml-mode.el', 'kakoune/ocml.kak']) {
    const written = read(path).replaceAll('\\', '');
    for (const token of tokens) assert.ok(written.includes(token.replace(plain, '|')), `${path}: ${token}`);
  }
});

test('Neovim: problems, a fix, a rename, completion, colours', (context) => {
  const start = `set runtimepath+=${join(root, 'editors/vim')}`;
  const command = `let g:ocml_cmd = ${JSON.stringify(server)}`;
  const script = join(root, 'test/cli/editors/nvim.lua');
  const open = ['--cmd', 'filetype plugin on', '--cmd', 'syntax on', file, '-c', `luafile ${script}`];
  const printed = run('nvim', ['--headless', '--clean', '--cmd', start, '--cmd', command, ...open]);
  if (printed === undefined) return context.skip('Neovim is not installed');
  const report = JSON.parse(/^\{.*\}$/m.exec(printed)?.[0] ?? '{}');
  assert.equal(report.missing, undefined);
  assert.equal(report.filetype, 'ocml');
  assert.deepEqual(report.syntax.slice(0, 2), ['ocmlOpener', 'ocmlRole']);
  assert.equal(report.problem.code, 'E-PARSE-HEADER');
  assert.equal(report.problem.character, text.indexOf('finl'));
  assert.match(report.fix, /final/);
  assert.equal(report.fixed, text.replace('finl', 'final'));
  assert.equal(report.renamed, report.fixed.replaceAll('functions.get', 'functions.fetch'));
  assert.deepEqual(report.completion, ['commentary', 'final']);
});

test('Vim: file type and colours', (context) => {
  const names = join(folder, 'names.txt');
  const write = `call writefile([&filetype] + map([1, 10, 100], {_, c -> synIDattr(synID(1, c, 1), 'name')}), '${names}')`;
  const start = ['-Nu', 'NONE', '-i', 'NONE', '-es', '--cmd', `set rtp+=${join(root, 'editors/vim')}`];
  const open = ['--cmd', 'filetype plugin on', '--cmd', 'syntax on', '-c', `edit ${file}`, '-c', write, '-c', 'qall!'];
  if (run('vim', [...start, ...open]) === undefined) return context.skip('Vim is not installed');
  assert.deepEqual(readFileSync(names, 'utf8').split('\n').slice(0, 3), ['ocml', 'ocmlOpener', 'ocmlRole']);
});

test('Vim: :OcmlPreview opens a browser, which sees the transcript, hidden layers only with !; the preview ends with the editor', (context) => {
  const page = join(folder, 'page.html');
  const browser = join(folder, 'browser.mjs');
  writeFileSync(
    browser,
    `#!${process.execPath}
import { writeFileSync, renameSync } from 'node:fs';
const response = await fetch(process.argv[2]);
writeFileSync('${page}.new', response.url + '\\n' + await response.text());
renameSync('${page}.new', '${page}');
`,
    { mode: 0o700 },
  );
  const command = JSON.stringify([process.execPath, join(root, 'server/bin/ocml.js'), 'preview']);
  const wait = (path: string) =>
    `let i = 0 | while !filereadable('${path}') && i < 300 | sleep 50m | let i += 1 | endwhile`;
  const start = ['-Nu', 'NONE', '-i', 'NONE', '-es', '--cmd', `set rtp+=${join(root, 'editors/vim')}`];
  const set = ['--cmd', `let g:ocml_preview_cmd = ${command}`, '--cmd', `let g:ocml_browser = '${browser}'`];
  for (const bang of ['', '!']) {
    rmSync(page, { force: true });
    const open = ['-c', `edit ${file}`, '-c', 'runtime plugin/ocml.vim', '-c', `OcmlPreview${bang}`];
    if (run('vim', [...start, ...set, ...open, '-c', wait(page), '-c', 'qall!']) === undefined)
      return context.skip('Vim is not installed');
    const [address = '', ...html] = readFileSync(page, 'utf8').split('\n');
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    assert.match(html.join('\n'), bang ? /<body class="alone with-hidden">/ : /<body class="alone">/);
    const { status } = spawnSync(process.execPath, [
      '-e',
      `fetch('${address}').then(() => process.exit(1), () => process.exit(0))`,
    ]);
    assert.equal(status, 0, 'the preview has not ended');
  }
});

test('Emacs: mode and colours, and with Eglot, problems', (context) => {
  const script = join(root, 'test/cli/editors/emacs.el');
  const args = [
    '--batch',
    '--quick',
    '-L',
    join(root, 'editors/emacs'),
    '--eval',
    '(package-initialize)',
    '-l',
    script,
    file,
  ];
  const printed = run('emacs', args, { OCML_SERVER: server.join(' ') });
  if (printed === undefined) return context.skip('Emacs is not installed');
  assert.match(printed, /^mode ocml-mode$/m);
  assert.match(printed, /^<\|start\|> .*keyword/m);
  assert.match(printed, /^user .*type/m);
  assert.match(printed, /^analysis .*comment/m);
  if (printed.includes('problem')) assert.match(printed, /^problem .*`finl` is not a channel/m);
});
