/** `--stdin-filename` reads standard input as the text of a file that an editor has not saved. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { clean, createFolder, faulty } from './ocml.ts';

const folder = createFolder({
  'project/.ocmlrc.json': '{"rules": {"E-PARSE-HEADER": "off"}}',
  'list.ocml': clean,
});
after(() => folder.remove());

const row = '{"messages":[{"role":"usr","content":"Hi"}]}\n';

suite('--stdin-filename', () => {
  test('messages name it', () => {
    const { stdout, status } = folder.piped(faulty, 'check', '--stdin-filename', 'data/new.ocml', '-');
    assert.match(stdout, /^data\/new\.ocml:2:10: error E-PARSE-HEADER/);
    assert.equal(status, 1);
    const [{ file }] = JSON.parse(
      folder.piped(faulty, 'check', '--stdin-filename', 'new.ocml', '--format', 'json').stdout,
    );
    assert.equal(file, 'new.ocml');
  });

  test('its name decides the form', () => {
    const dialectOf = (name: string, text: string, ...args: string[]) =>
      JSON.parse(folder.piped(text, 'check', '--format', 'json', ...args, '--stdin-filename', name).stdout)[0].dialect;
    const text = '<|start|>user<|message|>Hi<|end|>';
    for (const [name, dialect] of [
      ['x.harmony', 'harmony'],
      ['x.ocml', 'openchatml-2.2'],
    ] as const)
      assert.equal(dialectOf(name, text), dialect);
    assert.equal(dialectOf('x.messages.jsonl', row), 'messages');
    // Standard input is already decompressed, so the suffix `.gz` is ignored.
    assert.equal(dialectOf('x.messages.jsonl.gz', row), 'messages');
    assert.equal(dialectOf('x.messages.jsonl', row, '--lines'), 'messages');
  });

  test('its project counts', () => {
    const checked = (name: string) => folder.piped(faulty, 'check', '--stdin-filename', name, '-');
    assert.match(checked('new.ocml').stdout, /E-PARSE-HEADER/);
    for (const name of ['project/sub/new.ocml', join(folder.path, 'project', 'new.ocml')])
      assert.doesNotMatch(checked(name).stdout, /E-PARSE-HEADER/);
  });

  test('with --fix, the text goes to standard output and no file is written', () => {
    const wrong = `${row.replace('usr', 'user').trimEnd()},\n`;
    const { stdout, stderr } = folder.piped(wrong, 'check', '--fix', '--stdin-filename', 'new.messages.jsonl');
    assert.equal(stdout, wrong.replace(',\n', '\n'));
    assert.match(stderr, /1 file: /);
    assert.equal(folder.ocml('check', 'new.messages.jsonl').status, 2);
  });

  test('of the other commands', () => {
    const untidy = '<|start|>user <|message|>Hi<|end|>\n';
    const named = ['--stdin-filename', 'new.ocml'];
    assert.equal(folder.piped(untidy, 'format', '--check', ...named).stdout, 'new.ocml\n');
    for (const args of [
      ['render', '--as', 'text'],
      ['render', '--template', 'chatml'],
      ['inspect'],
      ['truncate', '--max-tokens', '9'],
      ['tokens'],
      ['convert', '--to', 'messages'],
      ['stream'],
      ['explain'],
      ['split'],
      ['fim', '--apply'],
      ['wire', '--as', 'request'],
      ['import', '--template', 'llama'],
    ]) {
      const { status, stderr } = folder.piped('PK\x03\x04\0\0', ...args, ...named);
      assert.notEqual(status, 0, args.join(' '));
      assert.match(stderr, /new\.ocml/, args.join(' '));
    }
  });

  test('it is refused where standard input is not read, and if it is empty', () => {
    for (const command of [['check'], ['format'], ['inspect']]) {
      const { status, stderr } = folder.ocml(...command, '--stdin-filename', 'new.ocml', 'list.ocml');
      assert.equal(status, 2);
      assert.match(stderr, /standard input, which is not read: add - to/);
      assert.match(folder.ocml(...command, '--stdin-filename=').stderr, /is empty/);
    }
  });
});
