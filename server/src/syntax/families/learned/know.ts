/** Registers dialects that another thread has learned. */
import { addFamily, isLearned } from '../index.ts';
import type { LearnedFacts } from './facts.ts';
import { learnedFamily } from './family.ts';

export function knowDialects(all: readonly LearnedFacts[] = []): void {
  for (const facts of all) if (!isLearned(facts.id)) addFamily(facts.id, learnedFamily(facts));
}
