/** `ocml rows` prints rows unchanged, and counts those that a filter removed. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { createFolder } from './ocml.ts';

const row = (id: number, question: string, answer: string) =>
  // Spaces, escapes and the order of keys are unusual, so that the test can show that they are preserved.
  `{"messages" : [ {"content": ${JSON.stringify(question)}, "role":"user"},{"role":"assistant","content":"${answer}"}],  "id":${id}.0}`;
const rows = Array.from({ length: 100 }, (_, i) => row(i, `Question ${i} é`, 'a\\u00e9 '.repeat(1 + ((i * 37) % 100))));
const folder = createFolder({
  'data.jsonl': `${rows.join('\n')}\n`,
  'data.json': `[${rows.map((one) => `\n  ${one.replace('{"messages"', '{\n"messages"')}`).join(',')}\n]`,
});
after(() => folder.remove());

const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
function run(...args: readonly string[]) {
  const { status, stdout, stderr } = folder.ocml('rows', ...args);
  assert.equal(status, 0, stderr);
  return { lines: stdout.split('\n').slice(0, -1), stderr: stderr.trim() };
}

suite('filters', () => {
  test('keep lines byte for byte', () => {
    const { lines, stderr } = run('data.jsonl', '--filter', 'id < `3`');
    assert.deepEqual(lines, rows.slice(0, 3));
    assert.equal(stderr, '3 of 100 rows written; omitted: 97 by --filter');
    assert.deepEqual(run('data.jsonl').lines, rows);
  });

  test('carriage returns, a byte-order mark and a last line without an end', () => {
    folder.write({ 'dos.jsonl': `\uFEFF${rows[0]}\r\n\r\n  ${rows[1]}\r\n${rows[2]}` });
    const { stdout } = folder.ocml('rows', 'dos.jsonl');
    assert.equal(stdout, `${rows[0]}\r\n  ${rows[1]}\r\n${rows[2]}\n`);
  });

  test('rows of a list are lines, or a list again', () => {
    const { lines } = run('data.json', '--filter', 'id > `97`');
    assert.deepEqual(
      lines,
      rows.slice(98).map((one) => one.replace('{', '{ ')),
    );
    run('data.json', '--head', '2', '-o', 'two.json');
    assert.deepEqual(
      JSON.parse(read('two.json')),
      rows.slice(0, 2).map((one) => JSON.parse(one)),
    );
    run('data.jsonl', '--filter', 'nothing', '-o', 'none.json');
    assert.deepEqual(JSON.parse(read('none.json')), []);
  });

  test('what every object inherits is not a member of it', () => {
    folder.write({ 'proto.jsonl': '{"a":1}\n{"constructor":{"name":"x"}}\n{"__proto__":2}\n' });
    assert.deepEqual(run('proto.jsonl', '--filter', 'constructor').lines, ['{"constructor":{"name":"x"}}']);
    assert.deepEqual(run('proto.jsonl', '--filter', 'toString').lines, []);
    assert.deepEqual(run('proto.jsonl', '--filter', '"__proto__"').lines, ['{"__proto__":2}']);
  });

  test('a row that the expression does not fit is left out, and said', () => {
    folder.write({ 'odd.jsonl': '{"a":[1]}\n{"a":null}\nnot json\n' });
    const { lines, stderr } = run('odd.jsonl', '--filter', 'length(a) > `0`');
    assert.deepEqual(lines, ['{"a":[1]}']);
    assert.match(stderr, /cannot be evaluated for 1 row, which is omitted; the first is odd\.jsonl:2: /);
  });

  test('codes of problems, and rows without them', () => {
    const bad = '{"messages":[{"role":"usr","content":"x"}]}';
    const good = '{"messages":[{"role":"user","content":"x"}]}';
    folder.write({ 'bad.jsonl': `${good}\n${bad}\n${good}\n` });
    assert.deepEqual(run('bad.jsonl', '--codes', 'template-role-unknown').lines, [bad]);
    const { lines, stderr } = run('bad.jsonl', '--without-codes', 'template-role-unknown', '--drop-duplicates');
    assert.deepEqual(lines, [good]);
    assert.equal(stderr, '1 of 3 rows written; omitted: 1 by --without-codes, 1 duplicate');
  });

  const whole = '{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}';
  const unanswered = '{"messages":[{"role":"user","content":"x"}]}';

  test('a code that is named is found, although only --training reports it', () => {
    folder.write({ 'ends.jsonl': `${whole}\n${unanswered}\n` });
    assert.deepEqual(run('ends.jsonl', '--without-codes', 'answer-missing').lines, [whole]);
    assert.deepEqual(run('ends.jsonl', '--codes', 'answer-missing').lines, [unanswered]);
    folder.write({
      'off/.ocmlrc.yaml': 'rules: {answer-missing: off}\n',
      'off/ends.jsonl': `${whole}\n${unanswered}\n`,
    });
    assert.deepEqual(run('off/ends.jsonl', '--codes', 'answer-missing').lines, [unanswered]);
  });

  test('rows without problems, for a reader and for training', () => {
    const bad = '{"messages":[{"role":"usr","content":"x"},{"role":"assistant","content":"y"}]}';
    folder.write({ 'some.jsonl': `${whole}\n${unanswered}\n${bad}\nnot json\n` });
    assert.deepEqual(run('some.jsonl', '--without-problems').lines, [whole, unanswered]);
    const { lines, stderr } = run('some.jsonl', '--training', '--without-problems');
    assert.deepEqual(lines, [whole]);
    assert.equal(
      stderr,
      '1 of 4 rows written; omitted: 3 by --without-problems (answer-missing in 1, template-role-unknown in 1, wire-json in 1)',
    );
  });

  test('of several codes, the rows with each are counted', () => {
    const both = '{"messages":[{"role":"usr","content":"x"},{"role":"user","content":"y"}]}';
    folder.write({ 'two.jsonl': `${whole}\n${unanswered}\n${both}\n` });
    const { stderr } = run(
      'two.jsonl',
      '--without-codes',
      'answer-missing',
      '--without-codes',
      'template-role-unknown',
    );
    assert.equal(
      stderr,
      '1 of 3 rows written; omitted: 2 by --without-codes (answer-missing in 2, template-role-unknown in 1)',
    );
  });

  test('codes that no row has by itself are said before anything is read', () => {
    const refusal = (...args: string[]) => {
      const { status, stdout, stderr } = folder.ocml('rows', 'data.jsonl', ...args);
      assert.deepEqual([status, stdout], [2, '']);
      return stderr;
    };
    assert.match(refusal('--without-codes', 'row-duplicate'), /row-duplicate compares rows: use --drop-duplicates/);
    assert.match(
      refusal('--codes', 'wire-json,E-CALL-SCHEMA'),
      /repeated for others: --codes wire-json --codes E-CALL-SCHEMA/,
    );
    assert.match(
      refusal('--codes', 'template-drops'),
      /template-drops is a problem in text transcripts, chat templates or loss masks/,
    );
    assert.match(refusal('--codes', 'wire-jsn'), /there is no code wire-jsn; did you mean wire-json\?/);
  });
});

suite('choices', () => {
  test('a sample is the same for the same seed, in the order of the data', () => {
    const { lines, stderr } = run('data.jsonl', '--sample', '10', '--seed', '5');
    assert.equal(lines.length, 10);
    assert.deepEqual(run('data.jsonl', '--sample', '10', '--seed', '5').lines, lines);
    assert.notDeepEqual(run('data.jsonl', '--sample', '10', '--seed', '6').lines, lines);
    const places = lines.map((line) => rows.indexOf(line));
    assert.ok(places.every((place, i) => place > (places[i - 1] ?? -1)));
    assert.equal(stderr, '10 of 100 rows written; omitted: 90 by --sample');
    assert.equal(run('data.jsonl', '--sample', '1000').lines.length, 100);
  });

  test('parts are all rows, each once, in their shares', () => {
    const { stderr } = run('data.jsonl', '--split', '90,5,5', '-o', 'part.jsonl');
    const parts = [1, 2, 3].map((i) => read(`part-${i}.jsonl`).split('\n').slice(0, -1));
    assert.deepEqual(
      parts.map((part) => part.length),
      [90, 5, 5],
    );
    assert.deepEqual(parts.flat().sort(), [...rows].sort());
    assert.match(stderr, /100 of 100 rows written: 90 in part-1\.jsonl, 5 in part-2\.jsonl, 5 in part-3\.jsonl/);
  });

  test('sorted by what is said, and the first of them', () => {
    const length = (line: string) =>
      (JSON.parse(line) as { messages: { content: string }[] }).messages.reduce(
        (sum, { content }) => sum + content.length,
        0,
      );
    const sorted = run('data.jsonl', '--sort', 'characters').lines;
    const lengths = sorted.map(length);
    assert.deepEqual(
      lengths,
      rows.map(length).sort((a, b) => a - b),
    );
    assert.deepEqual(run('data.jsonl', '--sort', 'tokens', '--reverse', '--head', '1').lines, sorted.slice(-1));
  });
});

suite('files', () => {
  test('an existing file stays, and nothing is left of a file that is not written', () => {
    folder.write({ 'there.jsonl': 'x\n' });
    const { status, stderr } = folder.ocml('rows', 'data.jsonl', '-o', 'there.jsonl');
    assert.equal(status, 2);
    assert.match(stderr, /it already exists/);
    assert.equal(read('there.jsonl'), 'x\n');
    assert.equal(folder.ocml('rows', 'data.jsonl', 'missing.jsonl', '-o', 'part.out').status, 2);
    assert.equal(existsSync(join(folder.path, 'part.out')), false);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.startsWith('.ocml-')),
      [],
    );
  });

  test('-o - is standard output', () => {
    assert.deepEqual(run('data.jsonl', '--head', '2', '-o', '-').lines, rows.slice(0, 2));
    assert.match(folder.ocml('report', 'data.jsonl', '-o', '-').stdout, /^The data set/);
    assert.match(folder.ocml('convert', '--to', 'messages', 'data.jsonl', '-o', '-').stdout, /^\{"messages"/);
    const { status, stderr } = folder.ocml('rows', 'data.jsonl', '--split', '1,1', '-o', '-');
    assert.equal(status, 2);
    assert.match(stderr, /--split needs -o FILE/);
    assert.equal(existsSync(join(folder.path, '-')), false);
  });

  test('a data set does not become its own rows', () => {
    const { status, stderr } = folder.ocml('rows', 'data.jsonl', '-o', 'data.jsonl', '--force');
    assert.equal(status, 2);
    assert.match(stderr, /same/);
  });
});

suite('rows that nobody expects', () => {
  const long = row(1, 'a '.repeat(3_000_000), 'b');

  test('a first row of megabytes hides no other', () => {
    for (const before of ['', '\uFEFF', '\n\n  ']) {
      folder.write({ 'long.jsonl': `${before}${long}\n${rows[0]}\n${rows[1]}\n` });
      const { stdout, stderr } = folder.ocml('rows', 'long.jsonl', '--filter', 'id < `1`');
      assert.equal(stdout, `${rows[0]}\n`);
      assert.match(stderr, /^1 of 3 rows/);
    }
  });

  test('a list of rows in an object of one line is one of rows, whatever its size', () => {
    for (const one of [long, rows[1]]) {
      folder.write({ 'object.json': `{"rows":[${one},${rows[0]}]}` });
      assert.match(folder.ocml('rows', 'object.json', '--filter', 'id < `1`').stderr, /^1 of 2 rows/);
    }
    folder.write({ 'row.jsonl': '{"prompt":"a","data":[1,2]}\n' });
    assert.equal(run('row.jsonl').lines.length, 1);
  });

  test('what follows a value is not left out', () => {
    folder.write({ 'two.jsonl': `{\n"messages":[]}\n${rows[0]}\n` });
    assert.ok(run('two.jsonl').lines.includes(rows[0] as string));
  });

  test('lines that are lists of numbers', () => {
    folder.write({ 'numbers.jsonl': '[1,2]\n[3]\n[]\n' });
    assert.deepEqual(run('numbers.jsonl').lines, ['[1,2]', '[3]', '[]']);
  });

  test('a list in JSON takes no row that is not', () => {
    folder.write({ 'torn.jsonl': `${rows[0]}\n${rows[1]?.slice(0, 40)}` });
    for (const more of [[], ['--sample', '5']]) {
      const { status, stderr } = folder.ocml('rows', 'torn.jsonl', '-o', 'torn.json', ...more);
      assert.equal(status, 2);
      assert.match(stderr, /torn\.json: a list can only contain JSON, but row 2/);
      assert.ok(!existsSync(join(folder.path, 'torn.json')));
    }
    run('torn.jsonl', '--filter', '@', '-o', 'torn.json');
    assert.equal(JSON.parse(read('torn.json')).length, 1);
  });

  test('expressions that are wrong are said before anything is read', () => {
    for (const wrong of ['`{"a":`', 'a[', 'nothing(@)', '']) {
      const { status, stdout, stderr } = folder.ocml('rows', 'data.jsonl', '--filter', wrong);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /this is not a valid JMESPath expression: /);
    }
    for (const single of ["messages[-1].role='assistant'", "[?a='=='] || b = c"]) {
      const { status, stderr } = folder.ocml('rows', 'data.jsonl', '--filter', single);
      assert.equal(status, 2);
      assert.match(stderr, /this is not a valid JMESPath expression: write == for "is equal to"\n$/);
    }
    assert.deepEqual(run('data.jsonl', '--filter', "id == `3` && '=' && id >= `3` && id <= `3` && id != `4`").lines, [
      rows[3],
    ]);
    for (const odd of ['a #', 'a ==', '$', '#'])
      assert.equal(folder.ocml('rows', 'data.jsonl', '--filter', odd).status, 2, odd);
    const deep = folder.ocml('rows', 'data.jsonl', '--filter', `${'('.repeat(4900)}a${')'.repeat(4900)}`);
    // The depth at which nesting is too deep depends on the size of the stack.
    assert.match(deep.stderr, /it is nested too deeply\n$|^0 of 100 rows/);
  });

  test('names that every object has are those of the row alone, however they are spelt', () => {
    folder.write({ 'names.jsonl': '{"a":1}\n{"__proto__":1}\n' });
    for (const name of ['__proto__', '"__proto\\u005f_"'])
      assert.deepEqual(run('names.jsonl', '--filter', `${name} != \`null\``).lines, ['{"__proto__":1}']);
  });
});
