/** A data set is checked in parts: one result per line, totals for each part, and totals for the whole. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { root } from '../support/root.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());
const at = (name: string) => join(folder.path, name);
const read = (name: string) => JSON.parse(readFileSync(at(name), 'utf8'));

const line = (role: string) =>
  `${JSON.stringify({
    messages: [
      { role: 'user', content: 'Hi' },
      { role, content: 'Hello' },
    ],
  })}\n`;
const [right, wrong] = [line('assistant'), line('asistant')];

/** Checks text on standard input. */
function piped(
  args: readonly string[],
  input: string,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(root, 'server/bin/ocml.js'), 'check', ...args], {
    cwd: folder.path,
    timeout: 120_000,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}

suite('--format jsonl', () => {
  test('each line of standard input is answered by one, in order', async () => {
    const { stdout, status } = await piped(
      ['--format', 'jsonl', '-'],
      `${right + wrong}{"messages": [\n\n${right.trimEnd()}`,
    );
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    assert.deepEqual(
      answers.map(({ line }) => line),
      [1, 2, 3, 4, 5],
    );
    assert.deepEqual(
      answers.map(({ diagnostics }) => diagnostics.map(({ code }: { code: string }) => code)),
      [[], ['template-role-unknown'], ['wire-json'], [], []],
    );
    assert.deepEqual(answers[1].diagnostics[0].range.start.line, 1);
    assert.equal(status, 1);
  });

  test('a first line that is broken leaves the others what they are', async () => {
    const { stdout } = await piped(['--format', 'jsonl', '-'], `{"messages": [\n${wrong}`);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    assert.deepEqual(
      answers.map(({ diagnostics }) => diagnostics[0].code),
      ['wire-json', 'template-role-unknown'],
    );
  });

  test('an answer comes before the next line is written', { timeout: 60_000 }, async () => {
    const child = spawn(process.execPath, [join(root, 'server/bin/ocml.js'), 'check', '--format', 'jsonl', '-'], {
      timeout: 60_000,
    });
    const answers: string[] = [];
    const next = async () => {
      const [text] = await once(child.stdout, 'data');
      answers.push(String(text));
    };
    for (const text of [wrong, right, wrong]) {
      child.stdin.write(text);
      await next();
    }
    child.stdin.end();
    await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual(
      answers.map((text) => JSON.parse(text).diagnostics.length),
      [1, 0, 1],
    );
  });

  test('files have their names', () => {
    folder.write({ 'a.jsonl': right, 'b.jsonl': wrong });
    const { stdout } = folder.ocml('check', '--format', 'jsonl', 'a.jsonl', 'b.jsonl');
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    assert.deepEqual(
      answers.map(({ file, line }) => `${file}:${line}`),
      ['a.jsonl:1', 'b.jsonl:1'],
    );
  });
});

suite('--counts and --merge', () => {
  test('the totals of the parts, added up, are those of the whole', async () => {
    const parts = [right.repeat(3) + wrong, wrong.repeat(12), `not JSON\n${right}`, right];
    folder.write({ 'whole.jsonl': parts.join('') });
    folder.ocml('check', '--counts', 'whole.json', 'whole.jsonl');
    for (const [i, part] of parts.entries()) await piped(['--lines', '--counts', `part${i}.json`, '-'], part);
    const names = parts.map((_, i) => `part${i}.json`);
    const { stdout, status } = folder.ocml('check', '--merge', '--counts', 'merged.json', ...names);
    assert.equal(status, 1);
    assert.deepEqual({ ...read('merged.json'), files: 1 }, read('whole.json'));
    assert.deepEqual(read('whole.json'), {
      ...{ version: 1, files: 1, lines: 19 },
      findings: {
        'wire-json': { error: 1, lines: [17] },
        'template-role-unknown': { warning: 13, lines: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13] },
      },
    });
    assert.equal(
      stdout,
      [
        'warning template-role-unknown: 13, on lines 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, …',
        'error wire-json: 1, on line 17',
        '19 lines in 4 files: 1 error, 13 warnings, 0 information, 0 hints\n',
      ].join('\n'),
    );
  });

  test('the order of the parts is that of their lines', () => {
    const { stdout } = folder.ocml('check', '--merge', '--format', 'json', 'part3.json', 'part2.json');
    assert.deepEqual(JSON.parse(stdout).findings, { 'wire-json': { error: 1, lines: [2] } });
  });

  test('several files are counted as one after the other', () => {
    folder.write({
      'a.jsonl': right + wrong,
      'b.jsonl': wrong,
      'c.ocml': 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>',
    });
    folder.ocml('check', '--counts', 'all.json', 'a.jsonl', 'b.jsonl', 'c.ocml');
    const { files, lines, findings } = read('all.json');
    assert.deepEqual([files, lines], [3, 5]);
    assert.deepEqual(findings['template-role-unknown'], { warning: 2, lines: [2, 3] });
    assert.deepEqual(findings['E-PARSE-HEADER'].lines, [5]);
  });

  test('what was not checked to its end has no totals', () => {
    folder.write({ 'a.jsonl': right });
    const { status, stderr } = folder.ocml('check', '--counts', 'none.json', 'a.jsonl', 'missing.jsonl');
    assert.equal(status, 2);
    assert.match(stderr, /--counts none\.json was not written, because not everything was checked/);
    assert.equal(existsSync(at('none.json')), false);
  });

  test('a part that is missing, is there twice, or is something else, is not skipped', () => {
    writeFileSync(at('cut.json'), readFileSync(at('part0.json'), 'utf8').slice(0, -9));
    writeFileSync(
      at('other.json'),
      '{"version":1,"files":1,"lines":-1,"findings":{"__proto__":{"error":1,"lines":[1]}}}',
    );
    for (const [names, message] of [
      [['part0.json', 'part9.json'], /part9\.json: no such file\. Was this part of the data set checked completely\?/],
      [['part0.json', './part0.json'], /part 1 and part 2 are the same file/],
      [['cut.json'], /cut\.json: this file is incomplete, or was not written by ocml check --counts/],
      [['other.json'], /other\.json: this file is incomplete, or was not written by ocml check --counts/],
    ] as const) {
      const { status, stdout, stderr } = folder.ocml('check', '--merge', ...names);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, message);
    }
  });
});

test('threads find what one finds, in its order', () => {
  // These lines are more than one thread handles.
  const lines = Array.from({ length: 40_000 }, (_, i) =>
    i % 997 === 5 ? wrong : line('assistant').replace('Hello', `Hello 😀 ${'x'.repeat(400)}`),
  );
  writeFileSync(at('large.jsonl'), lines.join(''));
  const { stdout } = folder.ocml('check', '--format', 'json', 'large.jsonl');
  const [{ diagnostics }] = JSON.parse(stdout) as [
    { diagnostics: { range: { start: { line: number } }; offset: number[] }[] },
  ];
  const expected = lines.flatMap((text, i) => (text === wrong ? [i] : []));
  assert.deepEqual(
    diagnostics.map(({ range }) => range.start.line),
    expected,
  );
  const text = lines.join('');
  for (const { offset } of diagnostics) assert.equal(text.slice(...(offset as [number, number])), '"asistant"');
});
