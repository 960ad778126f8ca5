/** The offsets of tokens in their text. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { Splitter } from '../../server/src/tokens/file/splitter.ts';
import { placedTokens, tokenAt } from '../../server/src/tokens/places.ts';
import { withSegments } from '../../server/src/tokens/segments.ts';
import { readTokenizer } from '../../server/src/tokens/tokenizer-file.ts';
import { tokenizer } from '../support/tokenizer.ts';

const bytes = readTokenizer(JSON.stringify(tokenizer));
const composing = readTokenizer(JSON.stringify({ ...tokenizer, normalizer: { type: 'NFC' } }));

/** A tokenizer like Gemma's: spaces become `▁`, and runs of spaces are added tokens. */
const letters = ['▁', ...'abcdefghijklmnopqrstuvwxyz'];
const spaces = readTokenizer(
  JSON.stringify({
    normalizer: { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
    pre_tokenizer: null,
    decoder: { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
    added_tokens: [{ id: 300, content: '▁▁', special: false, normalized: true }],
    model: {
      ...{ type: 'BPE', byte_fallback: true, unk_token: null, merges: [] },
      vocab: Object.fromEntries([
        ...letters.map((letter, id) => [letter, id]),
        ...Array.from({ length: 256 }, (_, i) => [`<0x${i.toString(16).toUpperCase().padStart(2, '0')}>`, 30 + i]),
      ]),
    },
  }),
);

/** Returns the text of each token. */
function textsOf(text: string, of = bytes): string[] {
  const { ids, places } = placedTokens(text, of);
  assert.ok(places);
  return ids.map((_, i) => text.slice(places.starts[i], places.ends[i]));
}

suite('places of tokens', () => {
  test('words and added tokens', () => {
    assert.deepEqual(textsOf('<|im_start|>hello hell<|im_end|>'), ['<|im_start|>', 'hello', ' ', 'hell', '<|im_end|>']);
  });

  test('a token that has a part of a character has all of it', () => {
    assert.deepEqual(textsOf('a🧬'), ['a', '🧬', '🧬', '🧬', '🧬']);
    const { places } = placedTokens('a🧬b', bytes);
    assert.equal(places && tokenAt(places, 1), 1, 'the first token of a character is its token');
  });

  test('a composed character has the place of the first one that it is made of', () => {
    const { ids, places } = placedTokens('e\u0301a', composing);
    assert.deepEqual([ids.length, places?.starts, places?.ends], [3, Int32Array.of(0, 0, 2), Int32Array.of(1, 1, 3)]);
    assert.equal(places && tokenAt(places, 1), undefined, 'the mark has no token');
  });

  test('spaces that are written otherwise, bytes, and added tokens of the normalised text', () => {
    assert.deepEqual(textsOf('ab  c é', spaces), ['a', 'b', '  ', 'c', ' ', 'é', 'é']);
  });

  test('text that the tokenizer changes in another way has none', () => {
    const lower = readTokenizer(JSON.stringify({ ...tokenizer, normalizer: { type: 'Lowercase' } }));
    assert.equal(placedTokens('ABC', lower).places, undefined);
  });
});

test('a cache of segments gives the same tokens', () => {
  const cached = withSegments(bytes);
  for (const text of ['', 'hello', '<|im_start|>hello<|im_end|>hello hello', 'a<|im_end|><|im_end|>b', '<|im_', 'é🧬'])
    for (let again = 0; again < 2; again++) assert.deepEqual(cached.words(text), bytes.words(text), text);
});

test('a cache of segments does not grow with the text', () => {
  let asked = 0;
  const words = (text: string) => {
    asked++;
    return bytes.words(text);
  };
  const cached = withSegments({ ...bytes, words });
  const segment = (number: number) => `${number} `.padEnd(4000, 'hello ');
  for (let i = 0; i < 200; i++) cached.words(segment(i));
  cached.words(segment(199));
  assert.equal(asked, 200, 'the last one is kept');
  cached.words(segment(0));
  assert.equal(asked, 201, 'the first one is not');
});

suite('a text that begins as the one before', () => {
  const longer = {
    ...tokenizer,
    added_tokens: [...tokenizer.added_tokens, { id: 900, content: '<|im_end|><|x|>', special: true }],
  };

  test('has the tokens that it has alone', () => {
    const plain = readTokenizer(JSON.stringify(longer));
    const cached = withSegments(plain);
    const parts = ['<|im_start|>', '<|im_end|>', '<|im_end|><|x|>', '<|x|>', 'hello', '<|im_', 'end|>', ' ', 'é'];
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), { maxLength: 6 }), (rows) => {
        // Each text is also the beginning of the next one, to test the cache.
        for (const [i, row] of rows.entries())
          for (const text of [
            row.join(''),
            rows
              .slice(0, i + 1)
              .flat()
              .join(''),
          ])
            assert.deepEqual(cached.words(text), plain.words(text), text);
      }),
    );
  });

  test('encodes the beginning once', () => {
    const asked: string[] = [];
    const words = (text: string) => {
      asked.push(text);
      return bytes.words(text);
    };
    const cached = withSegments({ ...bytes, words });
    // This text is longer than the segments that are cached.
    const long = `<|im_start|>${'hello '.repeat(1000)}<|im_end|>${'<|im_start|>'.repeat(3)}`;
    cached.words(`${long}a<|im_end|>`);
    const before = asked.length;
    cached.words(`${long}b<|im_end|>a<|im_end|>`);
    assert.deepEqual(asked.slice(before), ['b']);
  });

  test('is not approximate for what only the one before had', () => {
    const words = (text: string) => ({ ...bytes.words(text), divided: text === 'divided' });
    const cached = withSegments({ ...bytes, words });
    const same = `<|im_start|>hello<|im_end|>${'<|im_start|>'.repeat(3)}`;
    assert.equal(cached.words(`${same}divided<|im_end|>`).divided, true);
    assert.equal(cached.words(`${same}hello<|im_end|>`).divided, false);
    assert.equal(cached.words(`${same}divided<|im_end|><|im_end|>${same}`).divided, true);
    assert.equal(cached.words(`${same}divided<|im_end|><|im_end|>${same}hello`).divided, true);
  });
});

test('a cache of segments says of each text whether one of its segments was divided', () => {
  const words = (text: string) => ({ ...bytes.words(text), divided: text === 'hell' });
  const cached = withSegments({ ...bytes, words });
  const end = '<|im_end|>'.repeat(3);
  for (const text of [`hell${end}`, `hell${end}a`, `hell${end}ab`])
    assert.equal(cached.words(text).divided, true, text);
  for (const text of [`hello${end}`, `hello${end}hello`]) assert.equal(cached.words(text).divided, false, text);
});

test('an added token is not looked for inside another one', () => {
  assert.deepEqual(new Splitter(['<<a', '<a', ']', '^']).split('<<a<a]x^'), ['<<a', '<a', ']', 'x', '^']);
  assert.deepEqual(new Splitter([]).split('<a'), ['<a']);
});
