/**
 * The vocabularies in a page. Only those that the caller provides are available, because a vocabulary takes megabytes,
 * and the library fetches nothing itself.
 */
import type { Ranks, VocabularyName } from '../../tokens/ranks.ts';

export type { Ranks, VocabularyName } from '../../tokens/ranks.ts';

const ranksByName = new Map<VocabularyName, Ranks>();

export const provideRanks = (name: VocabularyName, ranks: Ranks): void => void ranksByName.set(name, ranks);

export function ranksOf(name: VocabularyName): Ranks {
  const ranks = ranksByName.get(name);
  if (ranks !== undefined) return ranks;
  throw new Error(
    `The vocabulary ${name} is not loaded: import it from \`gpt-tokenizer/bpeRanks/${name}\`, and pass it to \`tokens\``,
  );
}
