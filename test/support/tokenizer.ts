/**
 * Whether a byte is written as itself in a byte-level vocabulary. This is true of visible characters. All other bytes are written as
 * characters from U+0100 on.
 */
const isVisible = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte < 256 && byte !== 173);
const hidden = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !isVisible(byte));
const letter = (byte: number) => String.fromCodePoint(isVisible(byte) ? byte : 256 + hidden.indexOf(byte));
const letters = Array.from({ length: 256 }, (_, byte) => letter(byte));
const words = [...letters, 'he', 'll', 'hell', 'hello', `${letter(32)}w`];

/** A small `tokenizer.json` in the format of the Hugging Face libraries: bytes, a few words, and two markers. */
export const tokenizer = {
  version: '1.0',
  added_tokens: ['<|im_start|>', '<|im_end|>'].map((content, i) => ({
    ...{ id: words.length + i, content, special: true },
    ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
  })),
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  post_processor: null,
  decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  model: {
    ...{ type: 'BPE', dropout: null, unk_token: null, continuing_subword_prefix: null, end_of_word_suffix: null },
    ...{ fuse_unk: false, byte_fallback: false },
    vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    merges: ['h e', 'l l', 'he ll', 'hell o', `${letter(32)} w`],
  },
};
