/**
 * Text is encoded as token ids and decoded again. Special tokens are split off first, and long runs are cut. The other text is encoded as
 * the library encodes it.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { cut } from '../../server/src/tokens/cut.ts';
import { countTokens, decode, type Encoding, encode, encodingOf } from '../../server/src/tokens/encodings.ts';
import { decodeHarmony, encodeHarmony } from '../../server/src/tokens/harmony.ts';
import { encodingNames } from '../../server/src/tokens/names.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(200);
const seed = seedOf(20_250_801);
const of = (name: string) => encodingOf(name) as Encoding;
const ids = (text: string, name = 'o200k_harmony') => [...encode(text, of(name))].flat();
const textOf = (all: readonly number[], name = 'o200k_harmony') =>
  decode(all, of(name))
    .map(({ text }) => text)
    .join('');

/** A transcript and its token ids, as a server logged them. */
const logged = {
  text: '<|channel|>analysis<|message|>User asks: “What is 2 + 2?” Simple arithmetic. Provide answer.<|end|><|start|>assistant<|channel|>final<|message|>2 + 2 = 4.<|return|>',
  ids: [
    200005, 35644, 200008, 1844, 31064, 25, 966, 4827, 382, 220, 17, 659, 220, 17, 14181, 12295, 81645, 13, 51441, 6052,
    13, 200007, 200006, 173781, 200005, 17196, 200008, 17, 659, 220, 17, 314, 220, 19, 13, 200002,
  ],
};

suite('numbers', () => {
  test('a transcript of Harmony', () => {
    assert.deepEqual(ids(logged.text), logged.ids);
    assert.equal(textOf(logged.ids), logged.text);
    assert.equal(countTokens(logged.text, of('o200k_harmony')), logged.ids.length);
  });

  test('a special token is one wherever it is, and only in its encoding', () => {
    assert.deepEqual(ids('a<|end|>b'), [64, 200007, 65]);
    assert.deepEqual(ids('<|end|>', 'o200k_base'), [27, 91, 419, 91, 29]);
    assert.deepEqual(ids('a<|endoftext|>', 'cl100k_base'), [64, 100257]);
    assert.deepEqual(ids('<|reserved_200014|>'), [200014]);
    assert.deepEqual(ids('<|END|>').length, 5);
  });

  test('one that is text stays text', () => {
    const pieces = [
      { kind: 'token', text: '<|start|>' },
      { kind: 'text', text: 'user' },
      { kind: 'token', text: '<|message|>' },
      { kind: 'text', text: 'write <|end|> at the end' },
      { kind: 'token', text: '<|end|>' },
    ] as const;
    const encoded = encodeHarmony(pieces);
    assert.equal(encoded.filter((id) => id === 200007).length, 1);
    assert.deepEqual(decodeHarmony(encoded), pieces);
  });

  test('what is not a token is said', () => {
    assert.throws(
      () => encodeHarmony([{ kind: 'token', text: '<|literal|>' }]),
      /`<\|literal\|>` is not a Harmony token/,
    );
    for (const wrong of [-1, 1.5, 201_088, Number.NaN, '5' as unknown as number])
      assert.throws(() => decodeHarmony([64, wrong]), /at position 2, is not a token id of o200k_harmony/);
    assert.throws(() => decode([200006], of('o200k_base')), /not a token id of o200k_base/);
    assert.throws(() => decode([100256], of('cl100k_base')), /not a token id/);
    assert.deepEqual(decodeHarmony([]), []);
  });

  test('half a character is U+FFFD', () => {
    const [first] = ids('𐎀');
    assert.equal(textOf([first as number]), '\uFFFD');
    assert.equal(textOf([first as number, 200007]), '\uFFFD<|end|>');
  });
});

suite('as the library', () => {
  const library = {
    o200k_base: require('gpt-tokenizer/encoding/o200k_base'),
    o200k_harmony: require('gpt-tokenizer/encoding/o200k_harmony'),
    cl100k_base: require('gpt-tokenizer/encoding/cl100k_base'),
  } as Readonly<Record<string, { encode(text: string, options: object): number[] }>>;
  const word = fc.oneof(
    fc.constantFrom(
      'the',
      ' quick',
      "don't",
      '  ',
      '\n',
      '\r\n',
      '\n\n',
      '/',
      '{"a": 1}',
      '日本語',
      'größe',
      '😀',
      '👩‍👩‍👧',
      '12345',
      '<|',
      '|>',
      '\t',
      'ﷺ',
      '…',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  for (const name of encodingNames) {
    test(name, () => {
      fc.assert(
        fc.property(fc.array(word, { maxLength: 60 }), (words) => {
          const text = words.join('').replace(/<\|/g, '<');
          assert.deepEqual(ids(text, name), library[name]?.encode(text, { disallowedSpecial: new Set() }));
          assert.equal(textOf(ids(text, name), name), text);
        }),
        { numRuns, seed },
      );
    });
  }

  test('a long text is cut where no token goes on', () => {
    const text = 'The quick brown fox, 日本語 über\n\n  {"a": 1, "b": "c d"}\n'.repeat(20_000);
    assert.ok([...cut(text)].length > 3);
    assert.deepEqual(ids(text), library.o200k_harmony?.encode(text, {}));
  });
});

suite('long runs', () => {
  const runs = {
    letters: 'abcdefghij'.repeat(30_000),
    'one letter': 'x'.repeat(300_000),
    signs: '=-+*'.repeat(60_000),
    spaces: ' '.repeat(200_000),
    'line breaks': '\n'.repeat(200_000),
    emoji: '😀'.repeat(80_000),
    'two halves that do not belong together': '\ud83d'.repeat(50_000),
    openers: '<|'.repeat(100_000),
  };
  for (const [name, text] of Object.entries(runs)) {
    test(`${name} are cut, and come back`, () => {
      const pieces = [...cut(text)];
      assert.equal(pieces.join(''), text);
      assert.ok(pieces.every(({ length }) => length <= 3000));
      assert.equal(textOf(ids(text)), text.replace(/\p{Surrogate}/gu, '\uFFFD'));
    });
  }
});
