/** Determines the effect of an edit on the problems of a transcript: applies the edit, checks, and reverts it. */
import type { Problem } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import { changeOf, type Rescanned } from '../syntax/rescan.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import type { Session } from './session.ts';

/** The problems before and after an edit, for all blocks that it may affect. */
export interface Trial {
  readonly before: readonly Problem[];
  readonly after: readonly Problem[];
}

/**
 * Applies exchanges to the blocks of a session and to its indexes (groups, declarations, ends of the document), checks, and
 * reverts them one by one. The exchanges must be in document order, and must not overlap.
 */
export function tryOut(session: Session, blocks: BlockSequence, exchanges: readonly Rescanned[]): Trial {
  session.settle(Number.POSITIVE_INFINITY);
  const { revision } = blocks;
  // Exchanges are applied from the last to the first, so that none of them shifts the blocks of another.
  const changes = exchanges.toReversed().map((exchange) => changeOf(blocks, exchange));
  const concerned = new Set<Block>();
  for (const { removed, added } of changes) for (const block of [...removed, ...added]) concerned.add(block);
  const problems = () => {
    const present = [...concerned].filter(({ leaf }) => leaf !== undefined);
    return present.flatMap((block) => session.problemsOf(block));
  };
  const done: typeof changes = [];
  let after: readonly Problem[] = [];
  try {
    const touched = session.watch(() => {
      for (const change of changes) {
        blocks.splice(change.index, change.removed.length, change.added);
        done.push(change);
        session.exchange(change.removed, change.added, true);
      }
      session.settle(Number.POSITIVE_INFINITY);
    });
    for (const block of touched) concerned.add(block);
    after = problems();
  } finally {
    // The blocks are restored even after an error.
    let failure: unknown;
    for (const { index, removed, added } of done.toReversed()) {
      blocks.splice(index, added.length, removed, revision);
      try {
        if (failure === undefined) session.exchange(added, removed, true);
      } catch (error) {
        failure = error;
      }
    }
    // biome-ignore lint/correctness/noUnsafeFinally: that the text could not be restored matters more than what failed before.
    if (failure !== undefined) throw failure;
  }
  session.settle(Number.POSITIVE_INFINITY);
  return { before: problems(), after };
}
