/** Counts the tokens of texts. */
import { basename } from 'node:path';
import { countTokens, encodings } from '../../tokens/encodings.ts';
import type { Vocabulary } from './tasks.ts';
import { tokenizerAt } from './tokenizer.ts';

export type Count = (text: string) => number;

/** Returns the function that counts tokens with a vocabulary. Throws, with a message for users, if the vocabulary cannot be used. */
export function counter({ encoding, file }: Vocabulary): Count {
  if (encoding !== undefined) return (text) => countTokens(text, encodings[encoding]);
  try {
    return tokenizerAt(file).count;
  } catch (error) {
    throw new Error(`${basename(file)} cannot be used as a tokenizer: ${(error as Error).message}.`);
  }
}

/**
 * The maximum total length of the texts whose counts are cached (UTF-16 units). After every edit of a document, most counts are requested
 * again.
 */
const MAX_CACHED_LENGTH = 20_000_000;
let cache = { vocabulary: '', counts: new Map<string, number>(), length: 0 };

/**
 * Returns a function that counts tokens with a vocabulary and caches the counts. Only the counts of the most recently used vocabulary are
 * kept.
 */
export function remembering(vocabulary: Vocabulary): Count {
  const count = counter(vocabulary);
  const name = JSON.stringify(vocabulary);
  if (cache.vocabulary !== name || cache.length > MAX_CACHED_LENGTH)
    cache = { vocabulary: name, counts: new Map(), length: 0 };
  return (text) => {
    let tokenCount = cache.counts.get(text);
    if (tokenCount === undefined) {
      tokenCount = count(text);
      cache.counts.set(text, tokenCount);
      cache.length += text.length;
    }
    return tokenCount;
  };
}
