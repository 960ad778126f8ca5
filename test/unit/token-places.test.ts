/** Where the tokens of a text are in it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { placedTokens, tokenAt } from '../../server/src/tokens/places.ts';
import { withSegments } from '../../server/src/tokens/segments.ts';
import { readTokenizer } from '../../server/src/tokens/tokenizer-file.ts';
import { tokenizer } from '../support/tokenizer.ts';

const bytes = readTokenizer(JSON.stringify(tokenizer));
const composing = readTokenizer(JSON.stringify({ ...tokenizer, normalizer: { type: 'NFC' } }));

/** As Gemma has it: spaces are `▁`, and runs of them are added tokens. */
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

/** The text of each token. */
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
