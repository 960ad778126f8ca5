/**
 * A `tokenizer.json` that multiplies a text or loses some of it is refused, and the message names the part at fault. Genuine tokenizers are
 * accepted.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { readTokenizer, TokenMissing } from '../../server/src/tokens/tokenizer-file.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { tokenizer } from '../support/tokenizer.ts';

const text = (part: object) => JSON.stringify({ ...tokenizer, ...part });
const counting = (part: object) => (input: string) => readTokenizer(text(part)).count(input);
const model = (part: object) => ({ model: { ...tokenizer.model, ...part } });
const many = (parts: string, n: number, part: object) => ({ type: 'Sequence', [parts]: Array(n).fill(part) });
const replace = (regex: string, content: string) => ({ type: 'Replace', pattern: { Regex: regex }, content });

suite('a part that multiplies a text', () => {
  const hostile: Readonly<Record<string, readonly [part: object, message: RegExp]>> = {
    'a long Prepend': [{ normalizer: { type: 'Prepend', prepend: 'x'.repeat(1e7) } }, /"prepend" of its `normalizer`/],
    'many Prepend': [
      { normalizer: many('normalizers', 1000, { type: 'Prepend', prepend: 'x'.repeat(9000) }) },
      /`normalizer\.normalizers\[\d\]` \(Prepend\) turns \d+ characters into more than/,
    ],
    'Replace after Replace': [
      { normalizer: many('normalizers', 20, replace('', 'abcdefgh'.repeat(100))) },
      /`normalizer\.normalizers\[0\]` \(Replace\) turns \d+ characters into more than/,
    ],
    'ligatures that fall apart': [
      { normalizer: { type: 'Sequence', normalizers: [replace('.', 'ﷺ'.repeat(15)), { type: 'NFKD' }] } },
      /`normalizer\.normalizers\[1\]` \(NFKD\) turns \d+ characters into more than/,
    ],
    'the same again and again': [
      { normalizer: many('normalizers', 1000, { type: 'NFC' }) },
      /too many times \(stopped at/,
    ],
    'a long space': [
      { pre_tokenizer: { type: 'Metaspace', replacement: '_', str_rep: 'x'.repeat(9999) } },
      /`pre_tokenizer` \(Metaspace\) turns \d+ characters into more than/,
    ],
    'Replace among words': [
      { pre_tokenizer: many('pretokenizers', 20, replace('l', 'l'.repeat(900))) },
      /`pre_tokenizer\.pretokenizers\[\d\]` \(Replace\) turns \d+ characters into more than/,
    ],
    'words of no length': [
      { pre_tokenizer: { type: 'FixedLength', length: 0 } },
      /\(FixedLength\) splits text into pieces/,
    ],
    'a long suffix': [model({ continuing_subword_suffix: 'x'.repeat(1e7) }), /of its `model` has more than/],
    'long added tokens': [
      { added_tokens: [{ id: 300, content: 'x'.repeat(5000), special: true }] },
      /an added token has more than 4096 characters/,
    ],
    'words within words': [
      {
        ...{ pre_tokenizer: null, added_tokens: [] },
        model: { type: 'Unigram', unk_id: 0, vocab: Array.from({ length: 2500 }, (_, i) => ['l'.repeat(i + 1), -1]) },
      },
      /too many words in its .* are prefixes of one another/,
    ],
    'words without end': [
      model({ type: 'WordPiece', unk_token: 'h', max_input_chars_per_word: 1e9 }),
      /splits words of/,
    ],
  };
  for (const [what, [part, message]] of Object.entries(hostile)) {
    test(what, () => {
      // The text has a few thousand of each letter, which is enough to reach a limit.
      assert.throws(() => counting(part)('hell ll '.repeat(500) + 'l'.repeat(999 * 9)), { message });
    });
  }

  test('what a post-processor adds is not made', () => {
    const single = Array(20_000).fill({ Sequence: { id: 'A', type_id: 0 } });
    assert.equal(counting({ post_processor: { type: 'TemplateProcessing', single, pair: [] } })('hello'), 1);
  });

  test('groups of an expression are not words', () => {
    const split = { type: 'Split', pattern: { Regex: '((((l))))' }, behavior: 'Removed', invert: false };
    const divided = { type: 'Sequence', pretokenizers: [split, tokenizer.pre_tokenizer] };
    assert.equal(counting({ pre_tokenizer: divided })('olo'), 2);
  });

  test('what replaces a text is not a pattern', () => {
    const before = readTokenizer(text({ normalizer: replace('h', "$`$&$'") }));
    assert.equal(before.decode([...before.encode('ohe')].flat()), "o$`$&$'e");
  });

  test('what decodes', () => {
    const decoders = many('decoders', 30, { type: 'BPEDecoder', suffix: '' });
    assert.throws(() => readTokenizer(text({ decoder: decoders })).decode(Array(1000).fill(5)), {
      message: /`decoder\.decoders\[\d+\]` \(BPEDecoder\) turns \d+ characters into more than/,
    });
  });
});

suite('text without a token', () => {
  const without = (letter: string) =>
    model({
      merges: [],
      vocab: Object.fromEntries(Object.entries(tokenizer.model.vocab).filter(([key]) => key !== letter)),
    });
  const missing: Readonly<Record<string, readonly [part: object, named: string]>> = {
    'a byte of a character': [without('Ã'), 'é'],
    'a letter': [without('e'), 'e'],
    'an unknown token that is unknown': [model({ ...without('e').model, unk_token: '[UNK]' }), 'e'],
    'a score without a word': [
      { pre_tokenizer: null, added_tokens: [], model: { type: 'Unigram', unk_id: null, vocab: [['h', -1]] } },
      'é',
    ],
    'a word that cannot be divided': [
      { pre_tokenizer: { type: 'WhitespaceSplit' }, model: { type: 'WordPiece', vocab: { h: 0 }, unk_token: '[UNK]' } },
      'hé',
    ],
  };
  for (const [what, [part, named]] of Object.entries(missing)) {
    test(what, () => {
      const { encode, count } = readTokenizer(text(part));
      for (const read of [() => [...encode('hé hex')], () => count('hé hex')])
        assert.throws(read, (error) => error instanceof TokenMissing && error.text === named);
    });
  }
});

const words = ['▁', 'h', 'e', 'l', 'o', 'he', 'll', 'hello', '▁hello', 'é', '<0x0A>', '1'];
const ids = Object.fromEntries(['<unk>', ...words].map((word, id) => [word, id]));
const genuine: Readonly<Record<string, object>> = {
  'byte-level': tokenizer,
  'like Llama 2': {
    ...tokenizer,
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'Prepend', prepend: '▁' },
        { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
      ],
    },
    pre_tokenizer: null,
    model: { type: 'BPE', unk_token: '<unk>', fuse_unk: true, byte_fallback: true, vocab: ids, merges: ['h e', 'l l'] },
  },
  'like T5': {
    ...tokenizer,
    normalizer: { type: 'NFKC' },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always' },
    model: { type: 'Unigram', unk_id: 0, vocab: Object.keys(ids).map((word, i) => [word, -i]) },
  },
  'like BERT': {
    ...tokenizer,
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: { type: 'WordPiece', unk_token: '<unk>', continuing_subword_prefix: '##', vocab: { ...ids, '##e': 20 } },
  },
};

test('a genuine tokenizer has the ids that the library gives it', () => {
  const piece = fc.oneof(
    fc.constantFrom(...words, ' ', '\n', '<|im_start|>', '<|im_end|>', '<|im_', 'ﬁ', '中', '😀'),
    fc.string({ maxLength: 3 }),
  );
  const texts = fc.array(piece, { maxLength: 20 }).map((all) => all.join(''));
  for (const [name, data] of Object.entries(genuine)) {
    const normalized = { id: 301, content: 'o1', special: false };
    const whole = { ...data, added_tokens: [...tokenizer.added_tokens, normalized] };
    const own = readTokenizer(JSON.stringify(whole));
    const library = new Tokenizer(whole, {});
    fc.assert(
      fc.property(texts, (input) => {
        const expected = library.encode(input, { add_special_tokens: false }).ids;
        assert.deepEqual([...own.encode(input)].flat(), input === '' ? [] : expected, name);
      }),
      { numRuns: howMany(300), seed: seedOf(20_261_124) },
    );
  }
});
