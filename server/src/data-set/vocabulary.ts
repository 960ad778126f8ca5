/** The vocabularies for counting the tokens of rows. */
import { readSmall } from '../files/regular.ts';
import { countTokens, encodings } from '../tokens/encodings.ts';
import type { EncodingName } from '../tokens/names.ts';
import { MAX_TOKENIZER_SIZE, readTokenizer } from '../tokens/tokenizer-file.ts';

export type VocabularySpec = { readonly encoding: EncodingName } | { readonly file: string };

export type Count = (text: string) => number;

let last: { readonly key: string; readonly count: Count } | undefined;

/** Returns the function that counts tokens. Throws, with a message for the user, if a file is not a tokenizer. */
export function counterOf(spec: VocabularySpec): Count {
  const key = JSON.stringify(spec);
  if (last?.key !== key) last = { key, count: loaded(spec) };
  return last.count;
}

function loaded(spec: VocabularySpec): Count {
  if ('encoding' in spec) return (text) => countTokens(text, encodings[spec.encoding]);
  const text = readSmall(spec.file, MAX_TOKENIZER_SIZE);
  if (text === undefined) throw new Error(`${spec.file} cannot be used as a tokenizer: there is no such file.`);
  try {
    return readTokenizer(text).count;
  } catch (error) {
    throw new Error(`${spec.file} cannot be used as a tokenizer: ${(error as Error).message}.`);
  }
}
