/** Every command says that a file is a picture or a compressed file, and neither parses nor prints it. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createFolder } from './ocml.ts';

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 37) % 256)),
]);
const folder = createFolder({
  'bin.png': png,
  'rows.bin': gzipSync('{"messages":[]}\n'),
  'nul.bin': Buffer.from([0xfd, 0xfc, 0, 0x81, 0, 1]),
  'nul.ocml': '<|start|>user<|message|>a\0b<|end|>',
});
after(() => folder.remove());

suite('not text', () => {
  const commands = [
    'check',
    'explain',
    'convert --to messages',
    'format',
    'split',
    'join',
    'fim --apply',
    'wire --as request',
    'inspect',
    'stream',
    'truncate --max-tokens 5',
    'tokens',
    'tokens --encode',
    'render --as text',
    'render --template chatml',
    'import --template llama',
  ];
  for (const command of commands)
    test(`ocml ${command}`, () => {
      const { status, stdout, stderr } = folder.ocml(...command.split(' '), 'bin.png');
      assert.match(stdout + stderr, /bin\.png.* not text, but a PNG image/);
      assert.equal(status, 1);
      assert.doesNotMatch(stdout + stderr, /\ufffd|IHDR/);
    });

  test('a packed file gets the remedy, and other bytes are named, too', () => {
    assert.match(
      folder.ocml('check', 'rows.bin').stdout,
      /not text, but a gzip file\. Unpack it, or add `\.gz` to its name/,
    );
    assert.match(folder.ocml('check', 'nul.bin').stdout, /is not text: it contains NUL bytes/);
  });

  test('a text with NUL is text', () => {
    assert.doesNotMatch(folder.ocml('check', 'nul.ocml').stdout, /not text/);
  });
});

test('a data set without rows is a warning', () => {
  folder.write({
    'empty.jsonl': '',
    'blank.jsonl': '\n \n\n',
    'empty.json': '',
    'list.json': ' [\n] ',
    'new.messages.json': '[]',
    'rows.jsonl': '{"messages":[{"role":"user","content":"Hi"}]}\n',
  });
  for (const name of ['empty.jsonl', 'blank.jsonl', 'empty.json', 'list.json']) {
    const { status, stdout } = folder.ocml('check', name);
    assert.equal(status, 0);
    assert.match(stdout, /: warning json-shape-unknown: This data set has no rows/);
    assert.doesNotMatch(folder.ocml('check', '--rule', 'json-shape-unknown=off', name).stdout, /warning json/);
    assert.equal(folder.ocml('check', '--max-warnings', '0', name).status, 1);
  }
  for (const name of ['rows.jsonl', 'new.messages.json'])
    assert.doesNotMatch(folder.ocml('check', name).stdout, /no rows/);
});
