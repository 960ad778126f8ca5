// The npm package, installed in an empty environment: an empty folder, an empty home directory, and no network.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { tarball, vocabulariesTarball } from '../../scripts/npm/package.mjs';
import { root } from '../../scripts/paths.mjs';
import { installed } from './installed.mjs';

const alone = await installed(tarball);
const { folder, env, runProgram } = alone;
const whole = await installed(tarball, vocabulariesTarball);
after(() => [alone, whole].map(({ remove }) => remove()));

const manifest = JSON.parse(readFileSync(join(alone.package, 'package.json'), 'utf8'));
const files = readdirSync(alone.package, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

test('it brings no other package, and nothing is built on installation', () => {
  assert.deepEqual(alone.packages(), ['openchatml']);
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.scripts, undefined);
});

test('below 2.5 MB packed, without source maps, with licence, notices, schemas and pages', () => {
  assert.ok(statSync(tarball).size < 2.5e6, `${statSync(tarball).size} bytes`);
  assert.deepEqual(
    files.filter((file) => file.endsWith('.map')),
    [],
  );
  const { size } = new Set(files);
  for (const name of [
    'LICENSE',
    'ThirdPartyNotices.txt',
    'README.md',
    'schemas/ocmlrc.schema.json',
    'schemas/output/check.schema.json',
  ])
    assert.ok(files.includes(join(alone.package, name)), name);
  assert.ok(size > 300, `${size} files`);
});

test('the code is that of the build', () => {
  const folders = { bin: 'server/bin', dist: 'server/dist' };
  for (const [name, source] of Object.entries(folders))
    for (const file of files.filter((file) => file.startsWith(join(alone.package, name)) && file.endsWith('.js'))) {
      const path = file.slice(join(alone.package, name).length);
      if (path.includes('bpeRanks')) continue;
      assert.equal(readFileSync(file, 'utf8'), readFileSync(join(root, source, path), 'utf8'), path);
    }
});

test('npx openchatml check', async () => {
  const rows = [
    '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]}',
    '{"messages":[}',
  ];
  writeFileSync(join(folder, 'train.jsonl'), `${rows.join('\n')}\n`);
  const shell = process.platform === 'win32';
  const npx = promisify(execFile)('npx', ['openchatml', 'check', 'train.jsonl'], { cwd: folder, env, shell });
  const { stdout, code } = await npx.catch((error) => error);
  assert.match(stdout, /^train\.jsonl:2:14: error /m);
  assert.equal(code, 1);
});

test('every name that it is called by', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['ocml', 'openchatml']) {
    const { stdout, code } = await runProgram(name, '--version');
    assert.match(stdout, new RegExp(`^ocml ${version.replaceAll('.', '\\.')}, `));
    assert.equal(code, 0);
  }
  assert.deepEqual(Object.keys(manifest.bin), ['ocml', 'openchatml', 'ocml-language-server']);
});

test('the preview, with its page', async () => {
  writeFileSync(join(folder, 'chat.harmony'), '<|start|>user<|message|>Hi<|end|>');
  const child = spawn(process.execPath, [join(alone.package, 'bin/ocml.js'), 'preview', 'chat.harmony'], {
    cwd: folder,
    env,
  });
  try {
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const address = line.trim();
    for (const [name, words] of Object.entries({
      '': '<!DOCTYPE html>',
      'page.js': 'function',
      'page.css': '.alone',
      'view?ask={}': '"text":"Hi"',
    })) {
      const response = await fetch(address + name);
      assert.equal(response.status, 200, name);
      assert.ok((await response.text()).includes(words), name);
    }
  } finally {
    child.kill();
  }
});

test('the page of a rule', async () => {
  const { stdout } = await runProgram('ocml', 'rules', 'call-id-unmatched');
  assert.match(stdout, /^## What$/m);
});

test('tokens are those of the build, in both vocabularies, where these are installed', async () => {
  const text = 'Grüße, 世界! 👩‍👩‍👧 \u0000\ud7ff def f(x):\n\treturn x ** 2  ';
  writeFileSync(join(whole.folder, 'text.txt'), text);
  for (const encoding of ['o200k_base', 'cl100k_base']) {
    const options = ['tokens', '--encode', '--encoding', encoding, 'text.txt'];
    const { stdout, code } = await whole.runProgram('ocml', ...options);
    const built = await whole.run(process.execPath, join(root, 'server/bin/ocml.js'), ...options);
    assert.equal(code, 0);
    assert.ok(stdout.length > 20);
    assert.equal(stdout, built.stdout);
  }
});

test('without vocabularies, it says what is missing, and what counts no tokens works', async () => {
  writeFileSync(join(folder, 'x.ocml'), '<|start|>user<|message|>Hi<|end|>');
  const counted = await runProgram('ocml', 'tokens', 'x.ocml');
  assert.equal(counted.code, 2);
  assert.match(
    counted.stderr,
    /^ocml tokens: the vocabulary o200k_base is not installed.*npm install openchatml-vocabularies\n$/,
  );
  const seen = await runProgram('ocml', 'inspect', 'x.ocml');
  assert.deepEqual([seen.code, seen.stderr], [0, '']);
});

test('every command explains itself', async () => {
  const { stdout } = await runProgram('ocml', '--help');
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name]) => name);
  assert.ok(commands.length > 15, stdout);
  for (const command of commands) {
    const help = await runProgram('ocml', command, '--help');
    assert.equal(help.code, 0, command);
    assert.match(help.stdout, /^Usage: ocml /, command);
  }
});
