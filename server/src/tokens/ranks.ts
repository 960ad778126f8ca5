/** The built-in vocabularies. Each takes megabytes, and is loaded on first use. */

/** The ordinary tokens by id: each is text, or bytes if it contains an incomplete character. */
export type Ranks = readonly (string | readonly number[] | undefined)[];

/** The vocabularies by name. Both `o200k` encodings use the same one, since their ordinary tokens have the same ids. */
const vocabularies = {
  o200k_base: () => require('gpt-tokenizer/bpeRanks/o200k_base') as { default: Ranks },
  cl100k_base: () => require('gpt-tokenizer/bpeRanks/cl100k_base') as { default: Ranks },
};

export type VocabularyName = keyof typeof vocabularies;

const ranksByName = new Map<VocabularyName, Ranks>();

/** Provides a vocabulary that is used instead of the built-in one. */
export const provideRanks = (name: VocabularyName, ranks: Ranks): void => void ranksByName.set(name, ranks);

export const ranksOf = (name: VocabularyName): Ranks => ranksByName.get(name) ?? vocabularies[name]().default;
