/** Small commands as a user runs them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { codes } from '../../server/src/rules/index.ts';
import { root } from '../support/root.ts';
import { createFolder, type Folder, faulty } from './ocml.ts';

let folder: Folder;
before(() => {
  folder = createFolder({ 'faulty.ocml': faulty });
});
after(() => folder.remove());

suite('ocml rules', () => {
  test('lists every code, each once', () => {
    const { status, stdout } = folder.ocml('rules');
    assert.equal(status, 0);
    const listed = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    assert.deepEqual(
      codes.filter((code) => !listed.includes(code)),
      [],
    );
    assert.equal(new Set(listed).size, listed.length);
  });

  test('prints the page of a code, in whatever case it is given', () => {
    const { status, stdout } = folder.ocml('rules', 'e-parse-header');
    assert.equal(status, 0);
    assert.match(stdout, /^E-PARSE-HEADER: /);
    assert.match(stdout, /^## What$/m);
  });

  test('as JSON', () => {
    const [row] = JSON.parse(folder.ocml('rules', 'end-missing', '--format', 'json').stdout);
    assert.deepEqual([row.code, row.severity], ['end-missing', 'error']);
    assert.match(row.page, /## Why/);
  });

  test('a code that there is not gets the nearest', () => {
    const { status, stderr } = folder.ocml('rules', 'end-mising');
    assert.equal(status, 2);
    assert.match(stderr, /did you mean end-missing\?/);
  });
});

test('a word that an option does not take gets the one that is meant', () => {
  const folder = createFolder();
  after(() => folder.remove());
  for (const [args, meant] of [
    [['convert', '--to', 'ChatML'], 'hermes'],
    [['convert', '--to', 'harmny'], 'harmony'],
    [['check', '--dialect', 'ChatML'], 'openchatml-0.1'],
    [['check', '--format', 'jsonlines'], undefined],
  ] as const) {
    const { status, stderr } = folder.ocml(...args);
    assert.equal(status, 2);
    assert.equal(/Did you mean (\S+)\?/.exec(stderr)?.[1], meant, stderr);
  }
});

test('ChatML is the form of Qwen and Hermes, as help and errors say', () => {
  const text = '<|im_start|>user\n<tool_response>\n1\n</tool_response><|im_end|>\n';
  const files = createFolder({ 'q.txt': text });
  after(() => files.remove());
  const converted = files.ocml('convert', '--to', 'chatml', '--from', 'chatml', 'q.txt');
  assert.deepEqual([converted.status, converted.stdout], [0, text]);
  const [help, error] = [files.ocml('convert', '--help'), files.ocml('convert', '--to', 'zork')];
  for (const said of [help.stdout, error.stderr])
    assert.match(said.replace(/\s+/g, ' '), /chatml \(the same as hermes\)/);
});

test('ocml check --exit-zero: findings do not fail, what cannot be read does', () => {
  assert.equal(folder.ocml('check', 'faulty.ocml').status, 1);
  const { status, stdout } = folder.ocml('check', '--exit-zero', 'faulty.ocml');
  assert.equal(status, 0);
  assert.match(stdout, /E-PARSE-HEADER/);
  assert.equal(folder.ocml('check', '--exit-zero', 'faulty.ocml', 'no-such-file.ocml').status, 2);
});

test('ocml lsp answers an editor', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [join(root, 'server/bin/ocml.js'), 'lsp'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
  let seen = '';
  while (!seen.includes('"capabilities"')) seen += ((await once(child.stdout, 'data')) as [Buffer])[0].toString();
  send({ id: 2, method: 'shutdown' });
  send({ method: 'exit' });
  const [code] = (await once(child, 'close')) as [number];
  assert.equal(code, 0);
});
