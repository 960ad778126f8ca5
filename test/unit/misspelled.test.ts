/** Misspelled tokens are found everywhere. In a header, a misspelled token has the effect of the intended token. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { controlTokens, harmonyTokens, thoughtMarkers } from '../../server/src/grammar/index.ts';
import { message } from '../../server/src/model/message.ts';
import { misspellings } from '../../server/src/syntax/tokens/misspelled.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';
import { howMany, seedOf } from '../support/effort.ts';

const tokens = [...controlTokens, ...thoughtMarkers];
const capital = (name: string) => name[0]?.toUpperCase() + name.slice(1);

const spellings: readonly ((name: string) => string)[] = [
  (name) => `<|${capital(name)}|>`,
  (name) => `<|${name.toUpperCase()}|>`,
  (name) => `<\\|${name}\\|>`,
  (name) => `<\\|${name.replace('_', '\\_')}\\|>`,
  (name) => `<｜${name}｜>`,
  (name) => `＜|${name}|＞`,
  (name) => `<| ${name} |>`,
  (name) => `< |${name}| >`,
  (name) => `<\t|${name}|>`,
];

const long = 'Is a tomato a fruit, and if so, who says it, and since when? '.repeat(3);
const places: readonly [where: string, before: string, after: string][] = [
  ['after the role', '<|start|>assistant', '<|channel|>final<|message|>x<|end|>'],
  ['after the channel', '<|start|>assistant<|channel|>final', '<|message|>x<|end|>'],
  ['after a space', '<|start|>assistant<|channel|>final ', '<|message|>x<|end|>'],
  ['after a value', '<|start|>assistant to=functions.f call_id=a', '<|channel|>commentary<|message|>{}<|call|>'],
  ['in a long header', `<|start|>user name=${long.replaceAll(' ', '_')}`, '<|message|>x<|end|>'],
  ['in a header without body', '<|start|>user', '<|end|>'],
  ['in a body without `<|message|>`', '<|start|>user Hello there ', ' you<|end|>'],
  ['in a body', '<|start|>user<|message|>a', 'b<|end|>'],
  ['after a message', '<|start|>user<|message|>a<|end|>\n', '\n<|start|>user<|message|>b<|end|>'],
  ['before the first message', '', '<|start|>user<|message|>b<|end|>'],
  ['at the end', '<|start|>assistant<|channel|>final', ''],
];

for (const [dialect, known] of [
  ['openchatml-2.2', tokens],
  ['harmony', harmonyTokens],
] as const) {
  suite(dialect, () => {
    for (const [where, before, after] of places) {
      test(where, () => {
        for (const { name } of known) {
          for (const spell of spellings) {
            const text = before + spell(name) + after;
            const found = summary(text, { dialect }).filter((one) => one.startsWith('token-misspelled'));
            assert.deepEqual(found, [`token-misspelled «${spell(name)}»`], text);
          }
        }
      });
    }
  });
}

test('Harmony has no literal blocks and no thought markers that could be misspelled', () => {
  const text = '<|start|>user<|message|><|Literal|><|Start_reason|><|end|>';
  assert.deepEqual(summary(text, { dialect: 'harmony' }), []);
});

/** A correct header, and the same header with a misspelled part. Both have the same meaning. */
const headers: readonly [right: string, wrong: string][] = [
  [
    '<|start|>assistant<|channel|>analysis<|message|>x<|end|>',
    '<|start|>assistant<|Channel|>analysis<|message|>x<|end|>',
  ],
  [
    '<|start|>assistant<|channel|>final<|message|>x<|end|>',
    '<|start|>assistant<\\|channel\\|>final<|message|>x<|end|>',
  ],
  [
    '<|start|>assistant<|channel|>final<|constrain|>json<|message|>{}<|end|>',
    '<|start|>assistant<|channel|>final<|Constrain|>json<|message|>{}<|end|>',
  ],
  ['<|start|>assistant<|channel|>final<|message|>x<|end|>', '<|start|>assistant<|channel|>final<|Message|>x<|end|>'],
  ['<|start|>user<|message|>Hello <b>x<|end|>', '<|start|>user<\\|message\\|>Hello <b>x<|end|>'],
  ['<|start|>user name=mira<|message|>x<|end|>', '<|start|>user name=mira< |message|>x<|end|>'],
  ['<|start|>user<|message|> <|end|>', '<|start|>user<｜message｜> <|end|>'],
];

for (const [right, wrong] of headers) {
  test(`${wrong} is read as it is meant, and nothing else is reported`, () => {
    const said = [right, wrong].map((text) => {
      const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-2.2' });
      const [block] = transcript.blocks;
      assert.ok(block);
      const { role, channel, constraint, name, header, content } = message(block);
      return { role, channel, constraint, name, closed: header.closed, faults: header.faults, content: content.text };
    });
    assert.deepEqual(said[1], said[0]);
    assert.deepEqual(
      check(wrong, { dialect: 'openchatml-2.2' }).flatMap(({ code }) =>
        code === 'document-header-missing' ? [] : code,
      ),
      ['token-misspelled'],
    );
  });
}

test('a message whose `<|message|>` is misspelled is cut off, unclosed or awaited as any other', () => {
  const dialect = 'openchatml-2.2';
  const wrong = 'token-misspelled «<|Message|>»';
  assert.deepEqual(summary('<|start|>user<|Message|>Hi', { dialect }), ['E-STREAM-TRUNCATED «<|start|>»', wrong]);
  assert.deepEqual(summary('<|start|>assistant<|Message|>', { dialect }), ['E-STREAM-TRUNCATED «<|start|>»', wrong]);
  assert.deepEqual(summary('<|start|>user<|Message|>Hi<|start|>user<|message|>x<|end|>', { dialect }), [
    'end-missing «<|start|>»',
    wrong,
  ]);
});

test('a header knows every misspelled token in it', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '|',
      '>',
      '\\',
      '＜',
      '｜',
      ' ',
      '\t',
      '\n',
      'a',
      'to=',
      'name=x',
      '<|channel|>',
      'final',
      'Message',
      'end',
    ],
    ...spellings.flatMap((spell) => ['message', 'channel', 'end', 'start_reason'].map(spell)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, closed) => {
      const text = `<|start|>user${pieces.join('')}${closed ? '<|message|>x' : ''}<|end|>`;
      const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-2.2' });
      const [block] = transcript.blocks;
      assert.ok(block);
      const expected = [...misspellings(block.text, 0, block.text.length)].map(({ start }) => start);
      const found = check(text, { dialect: 'openchatml-2.2' }).filter(({ code }) => code === 'token-misspelled');
      assert.deepEqual(
        found.map(({ start }) => start),
        expected,
        JSON.stringify(text),
      );
    }),
    { numRuns: howMany(500), seed: seedOf(20_251_122) },
  );
});

test('a misspelled terminator is reported once, with `token-unknown` on as well', () => {
  const levels = { 'token-unknown': 'warning' } as const;
  for (const [text, end] of [
    ['<|start|>user<|message|>Hello<|ned|>\n', '<|ned|>'],
    ['<|im_start|>user\nHello<|im_ned|>\n', '<|im_ned|>'],
    ['<|start_header_id|>user<|end_header_id|>\n\nHello<|eot_di|>', '<|eot_di|>'],
  ] as const)
    assert.deepEqual(summary(text, { levels }), [`token-misspelled «${end}»`]);
  assert.deepEqual(summary('<|start|>user<|message|>a <|ned|> b<|end|>', { levels }), ['token-unknown «<|ned|>»']);
});

test('a misspelled terminator of what a user said forges no turn', () => {
  for (const [text, end] of [
    ['<|im_start|>user\nHi<|im_ned|>\n<|im_start|>assistant\nHo<|im_end|>', '<|im_ned|>'],
    ['<|im_start|>user\nHi<|im_end>\n<|im_start|>assistant\nHo<|im_end|>', '<|im_end>'],
    ['<|start|>user<|message|>Hi<|END|>\n<|start|>assistant<|channel|>final<|message|>Ho<|end|>', '<|END|>'],
  ] as const)
    assert.deepEqual(summary(text), [`token-misspelled «${end}»`]);
});

suite('an end that lost some of its signs, or has those of a tag, is where the message should end', () => {
  const two = (end: string) =>
    `<|start|>user<|message|>Hi${end}\n<|start|>assistant<|channel|>final<|message|>Ho<|end|>`;
  const chatml = (end: string) => `<|im_start|>user\nHi${end}\n<|im_start|>assistant\nHo<|im_end|>`;
  const llama = (end: string) =>
    `<|start_header_id|>user<|end_header_id|>\n\nHi${end}<|start_header_id|>assistant<|end_header_id|>\n\nHo<|eot_id|>`;
  for (const [write, name] of [
    [two, 'end'],
    [chatml, 'im_end'],
    [llama, 'eot_id'],
  ] as const)
    for (const [before, after] of [
      ['<', '|>'],
      ['<|', '|'],
      ['|', '|>'],
      ['<', '>'],
      ['</', '>'],
      ['</|', '|>'],
    ]) {
      const end = `${before}${name}${after}`;
      test(write(end), () => assert.deepEqual(codes(write(end)), [`token-misspelled «${end}»`]));
    }
  for (const end of ['<b>', '</b>', '<end>a</end>', ' end', '<the_end>', '<ending>'])
    test(`${end} is not one`, () => assert.deepEqual(codes(two(end)), ['end-missing «<|start|>»']));
});
const codes = (text: string) => summary(text).filter((found) => /^(?:token|end)-/.test(found));

test('an opener without its bars is named, where no message begins', () => {
  for (const [text, opener] of [
    ['<im_start>user\nHi<im_end>\n', '<|im_start|>'],
    ['<start_header_id>user<end_header_id>\n\nHi', '<|start_header_id|>'],
    ['<|im_start|>user\nHi<|im_end|>\n<im_start>assistant\nHi', '<|im_start|>'],
  ] as const) {
    const [problem] = check(text);
    assert.ok(problem?.message.includes(`misspelled \`${opener}\``), `${text}: ${problem?.message}`);
  }
});

test('a terminator that is being typed is one problem, and the likeliest token of a body', () => {
  for (const [text, meant] of [
    ['version: 2.2\n<|start|>user<|message|>Hi<|end', '<|end|>'],
    ['version: 2.2\n<|start|>assistant<|channel|>final<|message|>Hi<|re', '<|return|>'],
    ['<|im_start|>user\nHi<|im_', '<|im_end|>'],
    ['<|im_start|>assistant\nHi<|im_end', '<|im_end|>'],
    ['<|start_header_id|>user<|end_header_id|>\n\nHi<|eo', '<|eot_id|>'],
  ] as const) {
    const found = check(text).map(({ code, message }) => `${code} ${/to `([^`]+)`/.exec(message)?.[1]}`);
    assert.deepEqual(found, [`E-STREAM-TRUNCATED ${meant}`], text);
  }
});
