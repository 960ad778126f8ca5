/** Converts text to token ids, and back. */
import { countTokens, decode, encode, encodingOf } from '../tokens/encodings.ts';
import { encodingNames } from '../tokens/names.ts';
import { provideRanks } from '../tokens/ranks.ts';
import { readTokenizer } from '../tokens/tokenizer-file.ts';

/** The built-in encodings. */
export const encodings: readonly string[] = encodingNames;

export interface Tokenizer {
  encode(text: string): number[];
  /** Converts token ids to text. Throws an `Error` for a number that is not a token id. */
  decode(ids: readonly number[]): string;
  count(text: string): number;
}

/**
 * Returns the tokenizer for a built-in encoding. It recognizes special tokens by their spelling. `ranks`: the
 * vocabulary, such as one from `bpeRanks/` of the `gpt-tokenizer` package. A web page has to pass it; with Node, the
 * library includes the vocabularies. Throws an `Error` if there is no encoding with this name.
 */
export function tokens(name: string, ranks?: readonly (string | readonly number[] | undefined)[]): Tokenizer {
  const encoding = encodingOf(name);
  if (encoding === undefined)
    throw new Error(`There is no encoding ${name}. The known encodings are ${encodings.join(', ')}`);
  if (ranks !== undefined) provideRanks(name === 'cl100k_base' ? name : 'o200k_base', ranks);
  return {
    encode: (text) => [...encode(text, encoding)].flat(),
    count: (text) => countTokens(text, encoding),
    decode: (ids) =>
      decode(ids, encoding)
        .map(({ text }) => text)
        .join(''),
  };
}

/**
 * Returns the tokenizer of a model. `json`: the text of the model's `tokenizer.json`. Throws an `Error` if that text does not describe a
 * tokenizer.
 */
export function tokenizerOf(json: string): Tokenizer {
  const tokenizer = readTokenizer(json);
  return {
    encode: (text) => [...tokenizer.encode(text)].flat(),
    count: (text) => tokenizer.count(text),
    decode: (ids) => tokenizer.decode(ids),
  };
}
