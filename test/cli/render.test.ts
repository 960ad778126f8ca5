/** `ocml render --as` prints what users see of a transcript, for people to read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createFolder, type Folder } from './ocml.ts';

const transcript = `version: 2.2
<|start|>user<|message|>Is it late?<|end|>
<|start|>assistant<|channel|>analysis<|message|>CANARY<|end|>
<|start|>assistant<|channel|>final<|message|>It is *noon*.<|return|>
`;

let folder: Folder;
before(() => {
  folder = createFolder({
    'a.ocml': transcript,
    'b.jsonl': '{"messages":[{"role":"user","content":"Hi"}]}\n'.repeat(2),
  });
});
after(() => folder.remove());

test('text, Markdown and HTML without what is hidden, which is announced', () => {
  for (const form of ['text', 'markdown', 'html']) {
    const { status, stdout, stderr } = folder.ocml('render', '--as', form, 'a.ocml');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /Is it late\?/);
    assert.match(stdout, /1 message is not for end users\./);
    assert.doesNotMatch(stdout, /CANARY|Debug/);
  }
  assert.equal(
    folder.ocml('render', '--as', 'text', 'a.ocml').stdout,
    'user:\n  Is it late?\n\nassistant:\n  It is *noon*.\n\n[1 message is not for end users.]\n',
  );
});

test('--debug shows all, under a banner', () => {
  const { status, stdout } = folder.ocml('render', '--as', 'markdown', '--debug', 'a.ocml');
  assert.equal(status, 0);
  assert.match(stdout, /^\*\*Debug view: [^]*analysis[^]*> CANARY/);
});

test('a hidden channel is E-PERM-VISIBILITY, and nothing is written', () => {
  const { status, stdout, stderr } = folder.ocml('render', '--as', 'html', '--channel', 'analysis', 'a.ocml');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^ocml render: error E-PERM-VISIBILITY: [^\n]+\n$/);
  const debug = folder.ocml('render', '--as', 'text', '--channel', 'analysis', '--debug', 'a.ocml');
  assert.equal(debug.status, 0);
  assert.match(debug.stdout, /CANARY/);
  assert.doesNotMatch(debug.stdout, /noon/);
});

test('all rows of a data set, each under its line', () => {
  const row = (title: string) => `--- ${title} ---\n\nuser:\n  Hi\n\n`;
  const as = (form: string, file: string) => folder.ocml('render', '--as', form, file);
  assert.equal(as('text', 'b.jsonl').stdout, row('Line 1') + row('Line 2'));
  const one = '{"messages":[{"role":"user","content":"Hi"}]}';
  folder.write({ 'gap.jsonl': `${one}\n\n${one}\n`, 'one.jsonl': `${one}\n`, 'list.json': `[${one},\n${one}]` });
  assert.equal(as('text', 'gap.jsonl').stdout, row('Line 1') + row('Line 3'));
  assert.equal(as('text', 'one.jsonl').stdout, 'user:\n  Hi\n\n');
  assert.equal(as('text', 'list.json').stdout, row('Row 1, line 1') + row('Row 2, line 2'));
  assert.match(as('markdown', 'gap.jsonl').stdout, /^---\n\n### Line 1\n\n[^]+\n---\n\n### Line 3\n/);
  assert.match(as('html', 'gap.jsonl').stdout, /<p class="note row">Line 3<\/p>\n<article/);
});

test('a row that is not a conversation is reported', () => {
  const one = '{"messages":[{"role":"user","content":"Hi"}]}';
  folder.write({ 'bad.jsonl': `${one}\n{"a": 1}\n${one}\nnonsense\n` });
  const { status, stderr } = folder.ocml('render', '--as', 'text', 'bad.jsonl');
  assert.deepEqual(
    [status, stderr],
    [1, 'ocml render: bad.jsonl:2:1: this cannot be read as a conversation (and 1 more like this)\n'],
  );
});

test('wrong usage', () => {
  for (const [args, said] of [
    [['a.ocml'], /use --as FORM/],
    [['--as', 'pdf', 'a.ocml'], /--as takes text, markdown or html, not pdf/],
    [['--as', 'text', '--template', 'llama', 'a.ocml'], /cannot be used together/],
    [['--template', 'llama', '--channel', 'final', 'a.ocml'], /--channel needs --as/],
    [['--as', 'text', 'none.ocml'], /none\.ocml: no such file/],
  ] as const) {
    const { status, stdout, stderr } = folder.ocml('render', ...args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, said);
  }
});
