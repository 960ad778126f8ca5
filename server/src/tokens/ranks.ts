/** The built-in vocabularies, each of which takes megabytes and is loaded on first use. */

/** Ordinary tokens by id: as text, or as bytes if they contain incomplete characters. */
export type Ranks = readonly (string | readonly number[] | undefined)[];

/** The vocabularies by name. Both `o200k` encodings have the same one, since their words have the same ids. */
const vocabularies = {
  o200k_base: () => require('gpt-tokenizer/bpeRanks/o200k_base') as { default: Ranks },
  cl100k_base: () => require('gpt-tokenizer/bpeRanks/cl100k_base') as { default: Ranks },
};

export type VocabularyName = keyof typeof vocabularies;

const given = new Map<VocabularyName, Ranks>();

/** Provides a vocabulary, instead of the built-in one. */
export const provideRanks = (name: VocabularyName, ranks: Ranks): void => void given.set(name, ranks);

export const ranksOf = (name: VocabularyName): Ranks => given.get(name) ?? vocabularies[name]().default;
