/** The vocabularies that are built in, each megabytes large and loaded when it is first needed. */

/** Ordinary tokens by their numbers: as text, or as bytes that are a part of a character. */
export type Ranks = readonly (string | readonly number[] | undefined)[];

/** The same words have the same numbers in both of the `o200k` encodings. */
const vocabularies = {
  o200k_base: () => require('gpt-tokenizer/bpeRanks/o200k_base') as { default: Ranks },
  cl100k_base: () => require('gpt-tokenizer/bpeRanks/cl100k_base') as { default: Ranks },
};

export type VocabularyName = keyof typeof vocabularies;

const given = new Map<VocabularyName, Ranks>();

/** Brings a vocabulary, in place of the one that is built in. */
export const provideRanks = (name: VocabularyName, ranks: Ranks): void => void given.set(name, ranks);

export const ranksOf = (name: VocabularyName): Ranks => given.get(name) ?? vocabularies[name]().default;
