/** `ocml split`, `join`, `fim` and `wire` as a user runs them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());
const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
const separator = '<|file_separator|>';
const done = (stdout: string) => ({ status: 0, stdout, stderr: '' });

suite('split and join', () => {
  test('there and back', () => {
    folder.write({ 'all.ocml': `\uFEFFf1\n${separator}\nf2\n\n${separator}\nf3` });
    assert.deepEqual(
      folder.ocml('split', 'all.ocml', '-o', 'parts'),
      done(['1', '2', '3'].map((n) => `${join('parts', n)}.txt\n`).join('')),
    );
    assert.deepEqual(
      ['1', '2', '3'].map((n) => read(`parts/${n}.txt`)),
      ['\uFEFFf1', 'f2\n', 'f3'],
    );
    assert.deepEqual(folder.ocml('join', 'parts/1.txt', 'parts/2.txt', 'parts/3.txt'), done(read('all.ocml')));
    assert.deepEqual(
      folder.ocml('split', 'all.ocml'),
      done('{"file":1,"text":"f1"}\n{"file":2,"text":"f2\\n"}\n{"file":3,"text":"f3"}\n'),
    );
  });

  test('0.1a-§6-02: a leading separator and the marks of the sequence stay; what join writes differently is reported', () => {
    folder.write({
      'lead.ocml': `<s>\n${separator}\na.py\n${separator}\nb.py\n</s>\n`,
      'odd.ocml': `a\n${separator}\nb${separator}c`,
    });
    assert.equal(folder.ocml('split', 'lead.ocml', '-o', 'lead').stderr, '');
    assert.deepEqual(folder.ocml('join', 'lead/1.txt', 'lead/2.txt'), done(read('lead.ocml')));
    const { status, stderr } = folder.ocml('split', 'odd.ocml', '-o', 'odd');
    assert.equal(status, 0);
    assert.match(stderr, /^ocml split: odd\.ocml:3:2: the line breaks around this separator are not part of any file/);
  });

  test('no file is replaced without --force, and never one that is read', () => {
    folder.write({ 'two.txt': `a\n${separator}\nb`, 'old/1.txt': 'old' });
    const { status, stderr } = folder.ocml('split', 'two.txt', '-o', 'old');
    assert.deepEqual([status, read('old/1.txt')], [2, 'old']);
    assert.match(stderr, /1\.txt was not written: it already exists\. Use --force to replace it/);
    assert.equal(folder.ocml('split', 'two.txt', '-o', 'old', '--force').status, 0);
    assert.equal(read('old/1.txt'), 'a');
    const joined = folder.ocml('join', 'old/1.txt', 'old/2.txt', '-o', 'old/2.txt', '--force');
    assert.deepEqual([joined.status, read('old/2.txt')], [2, 'b']);
    folder.write({ 'self/1.txt': `a\n${separator}\nb` });
    assert.equal(folder.ocml('split', 'self/1.txt', '-o', 'self', '--force').status, 2);
    assert.deepEqual([readdirSync(join(folder.path, 'self')), read('self/1.txt')], [['1.txt'], `a\n${separator}\nb`]);
  });

  test('a file that would be divided is refused', () => {
    folder.write({ 'a.txt': 'a', 'b.txt': `x${separator}y` });
    const { status, stdout, stderr } = folder.ocml('join', 'a.txt', 'b.txt', '-o', 'never.txt');
    assert.deepEqual([status, stdout, existsSync(join(folder.path, 'never.txt'))], [1, '', false]);
    assert.equal(
      stderr,
      `ocml join: b.txt: it contains \`${separator}\`, which would split it in two, and which cannot be escaped\n`,
    );
  });
});

suite('fim', () => {
  const task = '<|fim_prefix|>def f():\n    <|fim_middle|><|fim_suffix|>\n';
  test('--order and --apply', () => {
    folder.write({ 'task.ocml': task, 'fill.txt': 'return 1' });
    assert.deepEqual(
      folder.ocml('fim', '--order', 'psm', 'task.ocml'),
      done('<|fim_prefix|>def f():\n    <|fim_suffix|>\n<|fim_middle|>'),
    );
    assert.deepEqual(
      folder.ocml('fim', '--order', 'spm', 'task.ocml'),
      done('<|fim_suffix|>\n<|fim_prefix|>def f():\n    <|fim_middle|>'),
    );
    assert.deepEqual(folder.ocml('fim', '--apply', 'task.ocml', '--fill', 'fill.txt', '-o', 'f.py'), done(''));
    assert.equal(read('f.py'), 'def f():\n    return 1\n');
  });

  test('what is not a task is said with its place', () => {
    folder.write({ 'half.ocml': 'x\na<|fim_middle|><|fim_suffix|>b', 'none.ocml': 'text' });
    assert.deepEqual(folder.ocml('fim', '--apply', 'half.ocml'), {
      status: 1,
      stdout: '',
      stderr: 'ocml fim: half.ocml:2:2: this task lacks <|fim_prefix|>\n',
    });
    assert.equal(folder.ocml('fim', '--apply', 'none.ocml').status, 1);
    assert.equal(folder.ocml('fim', 'half.ocml').status, 2);
    assert.match(folder.ocml('fim', '--order', 'xyz', 'half.ocml').stderr, /--order takes pms, psm or spm, not xyz/);
  });
});

suite('wire', () => {
  const user = '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":"<|end_message|>"}]';
  const open = '{"token":"<|start|>"}, "assistant", {"token":"<|message|>"}';
  const completion = '["I am well!",{"token":"<|end_message|>"}]';

  test('a request, and its completion', () => {
    folder.write({ 'a.chatml.json': user });
    const request = `${user.slice(0, -1)}, ${open}]`;
    assert.deepEqual(folder.ocml('wire', '--as', 'request', 'a.chatml.json', '-o', 'request.chatml.json'), done(''));
    assert.equal(read('request.chatml.json'), request);
    assert.deepEqual(folder.ocml('wire', '--as', 'request', 'request.chatml.json'), done(request));
    const complete = `${request.slice(0, -1)}, "I am well!", {"token":"<|end_message|>"}]`;
    assert.deepEqual(folder.ocml('wire', '--append', completion, 'request.chatml.json'), done(complete));
    assert.deepEqual(folder.ocml('wire', '--append', 'I am well!', 'request.chatml.json'), done(complete));
    folder.write({ 'done.chatml.json': complete });
    assert.deepEqual(folder.ocml('check', '--format', 'json', 'done.chatml.json').status, 0);
  });

  test('a list with lines gets one more', () => {
    folder.write({ 'lines.chatml.json': `[\n  ${user.slice(1, -1)}\n]\n` });
    assert.equal(
      folder.ocml('wire', '--as', 'request', 'lines.chatml.json').stdout,
      `[\n  ${user.slice(1, -1)},\n  ${open}\n]\n`,
    );
  });

  test('WIRE-22: the comma before `]`, which the format has in its examples, is read, and not written', () => {
    const spare = `[\n ${user.slice(1, -1)},\n]\n`;
    folder.write({ 'spare.chatml.json': spare, 'asked.chatml.json': `[${open},]` });
    const asked = folder.ocml('wire', '--as', 'request', 'spare.chatml.json');
    assert.deepEqual(asked, done(`[\n ${user.slice(1, -1)},\n ${open}\n]\n`));
    assert.deepEqual(folder.ocml('wire', '--as', 'request', 'asked.chatml.json'), done(`[${open}]`));
    assert.deepEqual(
      folder.ocml('wire', '--append', 'a', 'asked.chatml.json'),
      done(`[${open}, "a", {"token":"<|end_message|>"}]`),
    );
    assert.match(folder.ocml('check', 'spare.chatml.json').stdout, /warning wire-trailing-comma/);
    folder.write({ 'two.chatml.json': `[${open},,]` });
    assert.equal(folder.ocml('wire', '--as', 'request', 'two.chatml.json').status, 1);
  });

  test('an open header is closed, and a completion that was cut off leaves the message open', () => {
    folder.write({ 'header.chatml.json': `[{"token":"<|start|>"},"assistant"]` });
    assert.deepEqual(folder.ocml('wire', '--as', 'request', 'header.chatml.json'), done(read('header.chatml.json')));
    assert.equal(
      folder.ocml('wire', '--append', '["I am"]', 'header.chatml.json').stdout,
      '[{"token":"<|start|>"},"assistant", {"token":"<|message|>"}, "I am"]',
    );
  });

  test('WIRE-17: any open message takes a completion, which continues its text and closes it', () => {
    const partial = (role: string) => `[\n {"token":"<|start|>"}, "${role}", {"token":"<|message|>"},\n "a \\u0062"\n]`;
    const footer = '{"token":"<|end_message|>"}';
    for (const role of ['user', 'assistant', 'system:example_user']) {
      folder.write({ 'open.chatml.json': partial(role) });
      const append = (completion: string) => folder.ocml('wire', '--append', completion, 'open.chatml.json');
      assert.deepEqual(append(' \t"c"'), done(partial(role).replace('u0062"', `u0062 \\t\\"c\\"",\n ${footer}`)));
      for (const closed of ['', '<|end_message|>\n', `[${footer}]`])
        assert.deepEqual(append(closed), done(partial(role).replace('u0062"', `u0062",\n ${footer}`)), closed);
      assert.deepEqual(append('[" c", "\\u0064"]'), done(partial(role).replace('u0062"', 'u0062 c\\u0064"')));
    }
  });

  test('WIRE-14, WIRE-17: no advice leads back to the command that gives it', () => {
    folder.write({
      'user.chatml.json': '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi"]',
      'partial.chatml.json': `[${open}, "Hi"]`,
      'role.chatml.json': '[{"token":"<|start|>"}]',
    });
    assert.match(folder.ocml('wire', '--as', 'request', 'user.chatml.json').stderr, /`ocml wire --append TEXT`/);
    const appended = folder.ocml('wire', '--append', '', 'user.chatml.json');
    assert.deepEqual(appended, done(user.replace('"Hi",', '"Hi", ')));
    assert.deepEqual(folder.ocml('wire', '--as', 'request', 'partial.chatml.json'), done(`[${open}, "Hi"]`));
    for (const args of [
      ['--as', 'request'],
      ['--append', 'x'],
    ])
      assert.doesNotMatch(folder.ocml('wire', ...args, 'role.chatml.json').stderr, /ocml wire --/);
  });

  test('what cannot be done is said', () => {
    folder.write({
      'closed.chatml.json': user,
      'open-user.chatml.json': '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi"]',
      'bad.chatml.json': '[{"token":"<|start|>"},"user","Hi"]',
      'no.json': '{}',
    });
    for (const [args, reason] of [
      [['--append', 'x', 'closed.chatml.json'], /closed\.chatml\.json:1:2: no assistant message is open/],
      [['--as', 'request', 'open-user.chatml.json'], /open-user\.chatml\.json:1:2: its last message is not closed/],
      [['--as', 'request', 'bad.chatml.json'], /bad\.chatml\.json:1:31: its messages are not in wire format/],
      [['--as', 'request', 'no.json'], /no\.json:1:1: it is not ChatML on the wire/],
    ] as const) {
      const { status, stdout, stderr } = folder.ocml('wire', ...args);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, reason);
    }
    assert.equal(folder.ocml('wire', 'closed.chatml.json').status, 2);
  });
});

suite('tokens', () => {
  const text = '<|start|>user<|message|>hello world<|end|>';
  const ids = '[200006,1428,200008,24912,2375,200007]';
  test('numbers, there and back', () => {
    folder.write({
      'a.harmony': text,
      'ids.json': `${ids}\n`,
      'two.txt': '[24912,2375]\n[200007]\n',
      'log.txt': '24912 2375\n200007\n',
    });
    assert.deepEqual(folder.ocml('tokens', '--encode', 'a.harmony'), done(`${ids}\n`));
    assert.deepEqual(folder.ocml('tokens', '--decode', 'ids.json'), done(text));
    assert.deepEqual(folder.ocml('tokens', '--decode', 'two.txt'), done('"hello world"\n"<|end|>"\n'));
    assert.deepEqual(folder.ocml('tokens', '--decode', 'log.txt'), done('hello world<|end|>'));
    assert.deepEqual(folder.ocml('tokens', '--encode', '--encoding', 'cl100k_base', 'log.txt').status, 0);
    assert.deepEqual(folder.ocml('tokens', '--encode'), done('[]\n'));
  });

  test('counts of messages, channels and the whole', () => {
    folder.write({ 'b.harmony': `${text}<|start|>assistant<|channel|>final<|message|>Hi.<|return|>` });
    assert.deepEqual(
      folder.ocml('tokens', 'b.harmony'),
      done(
        `${['6  line 1: user', '8  line 1: assistant on final', '8  on final', '14  in total, with o200k_harmony'].map((line) => line.padStart(line.length + 9 - line.indexOf(' '))).join('\n')}\n`,
      ),
    );
    const { total, channels, messages } = JSON.parse(folder.ocml('tokens', '--format', 'json', 'b.harmony').stdout);
    assert.deepEqual([total, channels, messages.length], [14, { final: 8 }, 2]);
    assert.equal(JSON.parse(folder.ocml('tokens', '--encode', 'b.harmony').stdout).length, total);
  });

  test('what is not a list of numbers, or not UTF-8', () => {
    folder.write({ 'bad.json': '[1, "x"]', 'high.json': '[999999]' });
    assert.match(folder.ocml('tokens', '--decode', 'bad.json').stderr, /`"x"` is not a token id/);
    assert.match(
      folder.ocml('tokens', '--decode', 'high.json').stderr,
      /999999, at position 1, is not a token id of o200k_harmony/,
    );
    writeFileSync(join(folder.path, 'utf16.txt'), Buffer.from('\uFEFFhello', 'utf16le'));
    writeFileSync(join(folder.path, 'bytes.txt'), Buffer.from([0x61, 0xff]));
    for (const [name, reason] of [
      ['utf16.txt', /it is UTF-16: save it as UTF-8/],
      ['bytes.txt', /it is not UTF-8/],
    ] as const) {
      const { status, stderr } = folder.ocml('tokens', '--encode', name);
      assert.equal(status, 1);
      assert.match(stderr, reason);
    }
  });
});
