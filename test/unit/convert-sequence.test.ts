/** Documents of several files, and fill-in-the-middle tasks, are taken apart and put together again, byte for byte. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { joinFiles, splitFiles, unusualSeparator } from '../../server/src/convert/sequence/files.ts';
import { filled, reordered, tasksIn } from '../../server/src/convert/sequence/fim.ts';
import { type Order, orders } from '../../server/src/convert/sequence/orders.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(300);
const seed = seedOf(20_250_801);
const separator = '<|file_separator|>';

suite('files', () => {
  const rows: readonly (readonly [text: string, files: readonly string[]])[] = [
    [`f1\n${separator}\nf2\n${separator}\nf3`, ['f1', 'f2', 'f3']],
    [`f1\r\n${separator}\r\nf2\r\n`, ['f1', 'f2\r\n']],
    // A separator at the beginning of the document has no file before it. A separator at the end starts an empty file.
    [`${separator}\nf1\n${separator}\n`, [`${separator}\nf1`, '']],
    [`\n${separator}\nf1`, [`\n${separator}\nf1`]],
    [`<s>\n${separator}\nf1\n${separator}\nf2\n</s>\n`, [`<s>\n${separator}\nf1`, 'f2\n</s>\n']],
    [`a\n\n${separator}\n\nb`, ['a\n', '\nb']],
    ['only one', ['only one']],
    ['', ['']],
    [`[BOS]f1\n${separator}\nf2[EOS]`, ['[BOS]f1', 'f2[EOS]']],
    [
      `a\n${separator}\n<|im_start|>user\nHi ${separator}<|im_end|>\n${separator}\nb`,
      ['a', `<|im_start|>user\nHi ${separator}<|im_end|>`, 'b'],
    ],
    [`\`${separator}\` is text\n${separator}\nb`, [`\`${separator}\` is text`, 'b']],
  ];
  for (const [text, files] of rows) test(JSON.stringify(text), () => assert.deepEqual(splitFiles(text), files));

  test('what cannot be told from others is refused, and which one it is', () => {
    const refused = (files: string[]) => joinFiles(files);
    assert.deepEqual(refused(['a', `b ${separator} c`]), {
      file: 1,
      reason: `contains \`${separator}\`, which would split it in two, and which cannot be escaped`,
    });
    assert.match(JSON.stringify(refused(['', 'b'])), /"file":0,"reason":"is empty/);
    assert.equal((refused(['a', `${separator}\nb`]) as { file: number }).file, 1);
  });

  const part = fc
    .array(
      fc.constantFrom(
        'a',
        '\n',
        '\r\n',
        '\r',
        ' ',
        '<|im_start|>user\n',
        '<|im_end|>',
        separator,
        '`',
        '<|fim_prefix|>',
        '[BOS]',
        '</s>',
        '[EOS]',
        '<s>',
        '😀',
        'version: 2.2\n',
        '<|start|>',
      ),
      { maxLength: 6 },
    )
    .map((words) => words.join(''));

  test('what is joined comes apart as it was, or is refused', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (files) => {
        const joined = joinFiles(files);
        if (typeof joined === 'string') assert.deepEqual(splitFiles(joined), files);
        else assert.ok(joined.file < files.length);
      }),
      { numRuns, seed },
    );
  });

  test('0.1a-§6-02: what was split is joined as it was, unless a separator is said to be unusual', () => {
    const own = fc.constantFrom(`\n${separator}\n`, `\r\n${separator}\r\n`, separator, ` ${separator}\r`);
    fc.assert(
      fc.property(fc.array(fc.oneof(part, own), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.join('');
        const unusual = unusualSeparator(text);
        if (unusual === undefined) assert.equal(joinFiles(splitFiles(text)), text);
        else assert.ok(text.startsWith(separator, unusual));
      }),
      { numRuns, seed },
    );
    for (const text of [
      `${separator}\na\n${separator}\nb`,
      `[BOS]${separator}\r\na\r\n${separator}\r\nb\r\n[EOS]\r\n`,
      `\n\n${separator}\n\n${separator}\n`,
      `<s>a\n${separator}\n</s>`,
    ])
      assert.equal(joinFiles(splitFiles(text)), text, JSON.stringify(text));
    assert.equal(unusualSeparator(`a\n${separator}\nb${separator}c`), `a\n${separator}\nb`.length);
  });
});

suite('fill-in-the-middle', () => {
  const [prefix, middle, suffix] = ['<|fim_prefix|>', '<|fim_middle|>', '<|fim_suffix|>'];
  const inOrder = (text: string, order: Order) => reordered(text, tasksIn(text).tasks, order);
  const applied = (text: string, fill?: string) => filled(text, tasksIn(text).tasks, fill);

  test('the orders of infill models, there and back', () => {
    const task = `${prefix}The capital is ${middle}${suffix}, which\n`;
    assert.equal(inOrder(task, 'psm'), `${prefix}The capital is ${suffix}, which\n${middle}`);
    assert.equal(inOrder(task, 'spm'), `${suffix}, which\n${prefix}The capital is ${middle}`);
    for (const order of Object.keys(orders) as Order[]) assert.equal(inOrder(inOrder(task, order), 'pms'), task);
  });

  test('the fill replaces the tokens', () => {
    const completed = `${prefix}def f():\n    ${middle}return 1\n    ${suffix}\n# end\n`;
    assert.equal(applied(completed), 'def f():\n    return 1\n    \n# end\n');
    assert.equal(applied(completed, 'pass'), 'def f():\n    pass\n# end\n');
    assert.equal(applied(inOrder(completed, 'spm')), applied(completed));
    assert.equal(applied(`${prefix}a${middle}${suffix}b`), 'ab');
  });

  test('files around a task, and marks, stay', () => {
    const text = `[BOS]f1\n${separator}\n${prefix}a${middle}${suffix}b\n${separator}\n${prefix}c${suffix}d${middle}e[EOS]`;
    assert.equal(applied(text), `[BOS]f1\n${separator}\nab\n${separator}\nced[EOS]`);
    assert.equal(
      inOrder(text, 'psm'),
      `[BOS]f1\n${separator}\n${prefix}a${suffix}b${middle}\n${separator}\n${prefix}c${suffix}d${middle}e[EOS]`,
    );
  });

  test('what lacks a token is not a task', () => {
    const { tasks, incomplete } = tasksIn(`a${middle}${suffix}b`);
    assert.deepEqual(tasks, []);
    assert.deepEqual(
      incomplete.map(({ start, missing }) => [start, missing]),
      [[1, ['fim_prefix']]],
    );
  });

  test('parts stay what they are in any order', () => {
    const part = fc
      .array(fc.constantFrom('a', '\n', ' ', '`', '<|', 'x = 1\n', '😀', '</s', '\r\n'), { maxLength: 5 })
      .map((words) => words.join(''));
    fc.assert(
      fc.property(part, part, part, fc.constantFrom<Order>('pms', 'psm', 'spm'), (p, m, s, order) => {
        const task = `${prefix}${p}${middle}${m}${suffix}${s}`;
        assert.equal(inOrder(inOrder(task, order), 'pms'), task);
        assert.equal(applied(inOrder(task, order)), p + m + s);
      }),
      { numRuns, seed },
    );
  });
});
