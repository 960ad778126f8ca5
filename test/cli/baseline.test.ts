/** `ocml check --baseline` ignores known problems and reports new ones. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createFolder, type Folder } from './ocml.ts';

const row = (content: string, role = 'usr') => `${JSON.stringify({ messages: [{ role, content }] })}\n`;
const bad = (text: string) => `version: 2.2\n<|start|>usr<|message|>${text}<|end|>\n`;

let folder: Folder;
const known = () => folder.ocml('check', '--write-baseline', 'known.json', '.');
const check = () => folder.ocml('check', '--baseline', 'known.json', '.');

before(() => {
  folder = createFolder({ 'rows.jsonl': row('one') + row('two') + row('two'), 'old.ocml': bad('Hi') });
});
after(() => folder.remove());

suite('a baseline', () => {
  test('is written in place of a report, and what it holds is not reported', () => {
    const { status, stdout, stderr } = known();
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^Recorded \d+ known problems\./);
    const again = check();
    assert.equal(again.status, 0, again.stdout);
    assert.match(again.stdout, /^2 files: 0 errors, 0 warnings/);
  });

  test('rows may move, and files may grow above what is known', () => {
    folder.write({ 'rows.jsonl': row('two') + row('fine', 'user') + row('one') + row('two') });
    folder.write({
      'old.ocml': bad('Hi').replace('version: 2.2\n', 'version: 2.2\n<|start|>user<|message|>New<|end|>\n'),
    });
    assert.equal(check().status, 0);
  });

  test('what is new is reported, a further one like those that are known as well', () => {
    folder.write({ 'rows.jsonl': row('one') + row('two') + row('two') + row('two') });
    const more = check();
    assert.equal(more.status, folder.ocml('check', 'rows.jsonl').status);
    assert.match(more.stdout, /rows\.jsonl:4:/);
    assert.doesNotMatch(more.stdout, /rows\.jsonl:[123]:/);
    folder.write({ 'rows.jsonl': row('one'), 'new.ocml': bad('Hello') });
    const { status, stdout } = check();
    assert.equal(status, 1);
    assert.match(stdout, /new\.ocml:2:/);
    assert.doesNotMatch(stdout, /old\.ocml/);
  });

  test('a file that is not one is refused, and so are both options at a time', () => {
    folder.write({ 'wrong.json': '{}', 'broken.json': '{' });
    for (const file of ['wrong.json', 'broken.json', 'missing.json']) {
      const { status, stderr } = folder.ocml('check', '--baseline', file, 'old.ocml');
      assert.equal(status, 2);
      assert.match(stderr, /--baseline/);
    }
    assert.equal(folder.ocml('check', '--baseline', 'a', '--write-baseline', 'b', 'old.ocml').status, 2);
  });
});
